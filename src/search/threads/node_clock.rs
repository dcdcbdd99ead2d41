//! Games with time counted in nodes (Stockfish's `nodestime`): reproducible move by move, on any
//! machine under any load.

use shakmaty::Color;

use crate::search::limits::Limits;

/// The clock of such a game. It starts with the GUI's clock at the first move, and then counts only
/// nodes.
#[derive(Default)]
pub struct NodeClock {
    /// Milliseconds left, during a game.
    left: Option<i64>,
}

impl NodeClock {
    /// Replaces the GUI's clock by this one, in a game with node time.
    pub fn replace(&mut self, limits: &mut Limits, us: Color) {
        if limits.nodes_per_millisecond == 0 {
            self.left = None;
        } else if let Some(time) = limits.clock(us) {
            *limits.time.get_mut(us) = Some(*self.left.get_or_insert(time));
        }
    }

    /// Subtracts the nodes of a search with these limits, and adds the increment.
    pub fn charge(&mut self, limits: &Limits, us: Color, nodes: u64) {
        if let Some(left) = &mut self.left
            && limits.clock(us).is_some()
        {
            let spent = nodes.div_ceil(limits.nodes_per_millisecond.max(1));
            *left = left.saturating_sub_unsigned(spent);
            *left = left.saturating_add_unsigned(*limits.increment.get(us));
        }
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::ByColor;

    use super::*;

    fn limits(time: i64, nodes_per_millisecond: u64) -> Limits {
        let time = ByColor { white: Some(time), black: None };
        let increment = ByColor { white: 10, black: 0 };
        Limits { time, increment, nodes_per_millisecond, ..Limits::default() }
    }

    /// Returns the clock of the search if the GUI's clock shows `time`.
    fn shown(clock: &mut NodeClock, time: i64, nodes_per_millisecond: u64) -> Option<i64> {
        let mut limits = limits(time, nodes_per_millisecond);
        clock.replace(&mut limits, Color::White);
        *limits.time.get(Color::White)
    }

    #[test]
    fn only_nodes_count_after_the_first_move() {
        let mut clock = NodeClock::default();
        assert_eq!(shown(&mut clock, 1000, 5), Some(1000));
        clock.charge(&limits(1000, 5), Color::White, 501);
        assert_eq!(shown(&mut clock, 12, 5), Some(1000 - 101 + 10));
        // A search without a clock is no move of the game.
        let other = Limits { depth: Some(3), nodes_per_millisecond: 5, ..Limits::default() };
        clock.replace(&mut other.clone(), Color::White);
        clock.charge(&other, Color::White, 100_000);
        assert_eq!(shown(&mut clock, 12, 5), Some(909));
        clock.charge(&limits(1000, 5), Color::White, u64::MAX);
        assert!(shown(&mut clock, 12, 5) < Some(0));
    }

    #[test]
    fn without_nodestime_the_clock_is_the_guis() {
        let mut clock = NodeClock::default();
        assert_eq!(shown(&mut clock, 1000, 5), Some(1000));
        assert_eq!(shown(&mut clock, 700, 0), Some(700));
        assert_eq!(shown(&mut clock, 600, 5), Some(600));
    }
}
