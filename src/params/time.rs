//! Parameters of time management.

use super::declare::params;

params! {
    TIME:
    /// Time: moves to the time control if none is given.
    time_moves = 24 in 12..=50;
    /// Time: additional moves at the start of the game, falling to none at ply 80.
    time_moves_opening = 9 in -30..=30;
    /// Time: clock below which a reserve is kept, milliseconds.
    time_low = 300 in 0..=1000;
    /// Time: minimum share of a move's time left by the overhead, percent.
    time_least = 10 in 1..=50;
    /// Time: soft limit below which one thread searches alone, milliseconds.
    time_scant = 2 in 0..=20;
    /// Time: share of the increment used for each move, percent.
    time_increment = 78 in 30..=100;
    /// Time: soft limit up to which it is not extended, milliseconds.
    time_short = 20 in 5..=100;
    /// Time: extension of the soft limit for each power of ten of its length, percent.
    time_growth = 60 in 0..=150;
    /// Time: hard limit, percent of the soft limit.
    time_hard = 420 in 150..=800;
    /// Time: hard limit, percent of the clock.
    time_hard_share = 66 in 30..=90;
    /// Time: hard limit of the last move to the time control, percent of the clock.
    time_last_move = 90 in 50..=98;
    /// Time: soft limit of a forced move, percent.
    time_forced = 10 in 1..=100;
    /// Time: soft limit after a change of the best move, percent.
    time_unstable = 130 in 100..=200;
    /// Time: discount of the soft limit for each iteration with the same best move, percent.
    time_stability = 9 in 0..=15;
    /// Time: largest number of such iterations that count.
    time_stability_most = 8 in 3..=20;
    /// Time: soft limit if no node was spent on the best move, percent.
    time_nodes_base = 202 in 120..=300;
    /// Time: discount if all nodes were spent on the best move, percent.
    time_nodes = 160 in 50..=250;
    /// Time: addition for an internal unit of falling score, hundredths of a percent.
    time_trend = 40 in 0..=150;
    /// Time: the same for the fall since the last move.
    time_last_score = 30 in 0..=150;
    /// Time: minimum of the soft limit with a rising score, percent.
    time_trend_least = 80 in 50..=100;
    /// Time: maximum of the soft limit with a falling score, percent.
    time_trend_most = 165 in 110..=220;
    /// Time: addition for each change of the best move, percent.
    time_changes = 12 in 0..=100;
}
