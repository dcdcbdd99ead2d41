//! Time management, as pure functions of the clock and the progress of the search.

use crate::{chess::score::Score, params};

/// Plies after which the opening is over.
const OPENING_PLIES: f64 = 80.0;

/// The clock of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// Milliseconds left; GUIs also send negative ones.
    pub time: i64,
    /// Milliseconds added after each move.
    pub increment: u64,
    /// Moves to the next time control, if the GUI sends them.
    pub moves_to_go: Option<u32>,
    /// Plies played in the game.
    pub ply: u32,
}

/// Use of the time on a clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeSettings {
    /// Milliseconds reserved for the delay between engine and GUI.
    pub move_overhead: u64,
    /// Time for a move, percent of the usual.
    pub slow_mover: u32,
}

impl TimeSettings {
    /// The usual time for a move, percent.
    pub const NORMAL: u32 = 100;
}

/// No reserve, and the usual time.
impl Default for TimeSettings {
    fn default() -> TimeSettings {
        TimeSettings { move_overhead: 0, slow_mover: TimeSettings::NORMAL }
    }
}

/// Time for one move, milliseconds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Budget {
    /// No new iteration begins after this time, scaled by [`scale`].
    pub soft: f64,
    /// The search is aborted at this time.
    pub hard: f64,
}

impl Budget {
    /// Returns the budget for a move on a clock.
    pub fn new(clock: Clock, settings: TimeSettings) -> Budget {
        let overhead = settings.move_overhead as f64;
        let time = clock.time as f64;
        // Low time: half of the deficit is reserved for late answers of a busy machine.
        let low = f64::from(params::time_low());
        let reserve = (low - time).clamp(0.0, time.max(0.0)) / 2.0;
        let increment = clock.increment as f64;
        // Up to the time control, later moves have their overheads too.
        let later = f64::from(clock.moves_to_go.unwrap_or(1).max(1) - 1);
        let overheads = overhead + later * (overhead - increment).max(0.0);
        let left = (time - overheads - reserve).max(1.0);
        let moves = match clock.moves_to_go {
            Some(moves) => f64::from(moves.clamp(1, 50)),
            None => {
                let opening = (1.0 - f64::from(clock.ply) / OPENING_PLIES).max(0.0);
                f64::from(params::time_moves()) + opening * f64::from(params::time_moves_opening())
            }
        };
        // Without a time control ahead, each move pays its overhead itself.
        let gain = increment * percent(params::time_increment()) - overhead;
        let gain = if clock.moves_to_go.is_some() { gain.max(0.0) } else { gain };
        let usual = (left / moves + gain).max(left * percent(params::time_least()) / moves);
        let soft = usual * growth(usual) * (f64::from(settings.slow_mover) / 100.0);
        // The last move before the time control may use most of the rest.
        let share = match clock.moves_to_go {
            Some(1) => percent(params::time_last_move()),
            _ => percent(params::time_hard_share()),
        };
        let most = left * share;
        let hard = (soft * percent(params::time_hard())).min(most).max(1.0);
        Budget { soft: soft.min(hard), hard }
    }

    /// Returns the budget of a search for a fixed time.
    pub fn exactly(milliseconds: u64, overhead: u64) -> Budget {
        let time = (milliseconds.saturating_sub(overhead) as f64).max(milliseconds as f64 * 0.5);
        Budget { soft: f64::INFINITY, hard: time.max(1.0) }
    }

    /// Returns true if the budget is too short to wake other threads on a busy machine.
    pub fn is_short(self) -> bool {
        self.soft < f64::from(params::time_scant())
    }
}

/// Returns the factor on a soft limit for its own length, milliseconds. Deeper searches have more
/// stable best moves, for which [`scale`] leaves more of the limit unused. Stockfish's optimum
/// grows with the logarithm of the time, too.
fn growth(soft: f64) -> f64 {
    let decades = (soft / f64::from(params::time_short())).log10().max(0.0);
    1.0 + percent(params::time_growth()) * decades
}

/// The course of an iteration, for [`scale`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Iteration {
    /// Iterations since the best move last changed.
    pub stability: u32,
    /// Share of the nodes spent on the best move, 0 to 1.
    pub node_fraction: f64,
    /// Changes of the best move; those of earlier iterations count half as much with each
    /// iteration.
    pub changes: f64,
    /// Score minus the average of earlier iterations, internal units; negative when falling.
    pub trend: Score,
    /// Score minus that of the game's last move, internal units.
    pub since_last_move: Score,
}

/// Returns the factor on the soft limit of a forced move.
pub fn forced() -> f64 {
    percent(params::time_forced())
}

/// Returns the factor on the soft limit: less time when the best move is stable and takes most of
/// the nodes, more when it changes or the score falls (Stockfish).
pub fn scale(iteration: Iteration) -> f64 {
    let stability = percent(params::time_unstable())
        - percent(params::time_stability())
            * f64::from(iteration.stability.min(params::time_stability_most() as u32));
    let nodes = percent(params::time_nodes_base())
        - percent(params::time_nodes()) * iteration.node_fraction.clamp(0.0, 1.0);
    let changes = 1.0 + percent(params::time_changes()) * iteration.changes;
    let fall = f64::from(iteration.trend) * f64::from(params::time_trend())
        + f64::from(iteration.since_last_move) * f64::from(params::time_last_score());
    let trend = (1.0 - fall / 10_000.0)
        .clamp(percent(params::time_trend_least()), percent(params::time_trend_most()));
    stability * nodes * changes * trend
}

fn percent(value: i32) -> f64 {
    f64::from(value) / 100.0
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const USUAL: TimeSettings =
        TimeSettings { move_overhead: 10, slow_mover: TimeSettings::NORMAL };

    fn clock(time: i64, increment: u64, moves_to_go: Option<u32>) -> Clock {
        Clock { time, increment, moves_to_go, ply: 20 }
    }

    proptest! {
        #[test]
        fn a_budget_never_exceeds_the_clock(
            time in -10_000_i64..10_000_000,
            increment in 0_u64..100_000,
            moves in proptest::option::of(0_u32..200),
            overhead in 0_u64..5_000,
            slow_mover in 10_u32..1_000,
        ) {
            let settings = TimeSettings { move_overhead: overhead, slow_mover };
            let budget = Budget::new(clock(time, increment, moves), settings);
            prop_assert!(budget.soft <= budget.hard);
            prop_assert!(budget.soft > 0.0);
            let left = (time as f64 - overhead as f64).max(0.0);
            prop_assert!(budget.hard <= (left * 0.9).max(1.0));
            prop_assert!(time > 150 || budget.hard <= (time as f64 / 2.0).max(1.0));
            let later = i64::from(moves.unwrap_or(1).max(1) - 1);
            let owed = later * (overhead as i64 - increment as i64).max(0);
            prop_assert!(budget.hard <= (left - owed as f64).max(1.0));
        }
    }

    #[test]
    fn a_game_never_runs_out_of_time() {
        for (start, increment, moves_to_go) in
            [(1_000, 10, None), (60_000, 0, None), (5_000, 50, None), (10_000, 0, Some(40))]
        {
            let mut left = f64::from(start);
            for played in 0..150 {
                let moves = moves_to_go.map(|moves| moves - played % moves);
                if moves == moves_to_go && played > 0 {
                    left += moves_to_go.map_or(0.0, |_| f64::from(start));
                }
                let budget = Budget::new(clock(left as i64, increment, moves), USUAL);
                // Every 20th move takes the hard limit; the GUI takes a millisecond.
                let spent = if played % 20 == 19 { budget.hard } else { budget.soft * 0.8 };
                left -= spent.max(1.0) + 1.0;
                assert!(left > 0.0, "{start}+{increment} {moves_to_go:?} at {played}");
                left += increment as f64;
            }
        }
    }

    #[test]
    fn all_overheads_up_to_the_time_control_are_kept() {
        let settings = TimeSettings { move_overhead: 100, ..USUAL };
        for (time, moves, most) in [(360, 2, 160.0), (306, 3, 6.0), (3_000, 20, 1_000.0)] {
            let budget = Budget::new(clock(time, 0, Some(moves)), settings);
            assert!(budget.hard < most, "{time} for {moves}: {budget:?}");
        }
        // Each move takes its hard limit, and the GUI nearly the overhead.
        for (start, moves) in [(3_000, 20), (5_000, 40), (2_100, 20)] {
            let mut left = f64::from(start);
            for moves in (1..=moves).rev() {
                let budget = Budget::new(clock(left as i64, 0, Some(moves)), settings);
                left -= budget.hard + 95.0;
                assert!(left > 0.0, "{start}: {moves} moves to go");
            }
        }
    }

    #[test]
    fn a_clock_with_an_increment_below_the_overhead_settles_high() {
        let (mut left, increment, lag) = (500.0, 5, 2.0);
        for played in 0..200 {
            let spent = Budget::new(clock(left as i64, increment, None), USUAL).soft + lag;
            left += increment as f64 - spent;
            assert!(left > 200.0, "{left} at {played}");
        }
    }

    #[test]
    fn only_a_clock_that_runs_out_is_scant() {
        assert!(Budget::new(clock(100, 5, None), USUAL).is_short());
        assert!(!Budget::new(clock(500, 5, None), USUAL).is_short());
        assert!(!Budget::new(clock(100, 1_000, None), USUAL).is_short());
        assert!(!Budget::exactly(1, 10).is_short());
    }

    #[test]
    fn more_is_spent_when_more_is_there() {
        let soft = |time, increment, moves| Budget::new(clock(time, increment, moves), USUAL).soft;
        assert!(soft(20_000, 0, None) > soft(10_000, 0, None));
        assert!(soft(10_000, 100, None) > soft(10_000, 0, None));
        assert!(soft(10_000, 0, Some(5)) > soft(10_000, 0, Some(20)));
    }

    #[test]
    fn long_limits_grow() {
        let soft = |time| Budget::new(clock(time, 0, None), TimeSettings::default()).soft;
        assert!((soft(600) - 2.0 * soft(300)).abs() < 1e-9, "searches too short to grow");
        assert!(soft(60_000) > 100.0 * soft(600));
        assert!(soft(600_000) > 10.0 * soft(60_000));
    }

    #[test]
    fn a_slow_mover_takes_its_share_of_the_usual_time() {
        let soft = |slow_mover| {
            let settings = TimeSettings { slow_mover, ..USUAL };
            Budget::new(clock(60_000, 500, None), settings).soft
        };
        assert_eq!(soft(50), soft(100) / 2.0);
        assert!(soft(150) > soft(100) * 1.4);
        assert!(soft(1_000) < 60_000.0);
    }

    #[test]
    fn trouble_takes_time_and_a_clear_move_saves_it() {
        let calm = Iteration {
            stability: 8,
            node_fraction: 0.95,
            changes: 0.0,
            trend: 0,
            since_last_move: 0,
        };
        let change = Iteration { stability: 0, node_fraction: 0.4, changes: 1.0, ..calm };
        assert!(scale(calm) < 0.7);
        assert!(scale(change) > 1.5);
        for trouble in [
            Iteration { trend: -80, ..change },
            Iteration { since_last_move: -80, ..change },
            Iteration { changes: 2.0, ..change },
        ] {
            assert!(scale(trouble) > scale(change), "{trouble:?}");
        }
    }

    #[test]
    fn a_fixed_time_is_kept() {
        assert_eq!(Budget::exactly(1_000, 10).hard, 990.0);
        assert_eq!(Budget::exactly(10, 10).hard, 5.0);
        assert_eq!(Budget::exactly(0, 10).hard, 1.0);
    }
}
