//! Games in which time is counted in nodes (Stockfish's `nodestime`): they can be played again
//! move for move, on a machine of any speed and under any load.

use shakmaty::Color;

use crate::search::limits::Limits;

/// The clock of such a game. It begins with what the GUI's shows at the first move; after that
/// only nodes count.
#[derive(Default)]
pub struct NodeClock {
    /// Milliseconds left, where a game is being played.
    left: Option<i64>,
}

impl NodeClock {
    /// Puts what is left in the place of the GUI's clock, in a game that is played so.
    pub fn replace(&mut self, limits: &mut Limits, us: Color) {
        if limits.nodes_per_millisecond == 0 {
            self.left = None;
        } else if let Some(time) = limits.clock(us) {
            *limits.time.get_mut(us) = Some(*self.left.get_or_insert(time));
        }
    }

    /// Takes the nodes of a search with these limits off the clock, and adds the increment.
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

    /// What the search goes by when the GUI's clock shows `time`.
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
