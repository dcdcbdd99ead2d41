//! Criteria of puzzles: one move wins or holds, and no other move does. The two best lines are
//! compared as in lichess-puzzler.

use brudno::{
    chess::score::{Bound, Score, is_mate},
    search::ScoredLine,
};

use crate::shared::review::win_percent;

/// Minimum win percentage of a winning move.
const WINS: f64 = 75.0;
/// Maximum win percentage of a second move that does not win.
const WINS_NOT: f64 = 60.0;
/// Minimum win percentage of a move that holds.
const HOLDS: f64 = 45.0;
/// Maximum win percentage of a losing second move.
const LOSES: f64 = 25.0;
/// Minimum difference between the two best moves, percentage points.
const GAP: f64 = 30.0;
/// Minimum loss of the game's move in the first search, percentage points.
const LOST: f64 = 25.0;

/// Effect of a puzzle's solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Theme {
    /// Mates by force.
    Mate,
    /// Wins.
    Win,
    /// Avoids a loss.
    Save,
}

impl Theme {
    /// Returns the name, as in the puzzle's id.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Mate => "mate",
            Theme::Win => "win",
            Theme::Save => "save",
        }
    }
}

/// Returns true if a move may have missed a puzzle, from the scores of the side to move before and
/// after it.
pub fn is_candidate(before: Score, after: Score) -> bool {
    let [before, after] = [before, after].map(win_percent);
    before >= HOLDS && before - after >= LOST
}

/// Returns the effect of the best move. `None` if the position is not a puzzle, because the best
/// move neither wins nor holds, the second move is nearly as good, or a score is only a bound that
/// proves nothing.
pub fn theme(best: &ScoredLine, second: &ScoredLine) -> Option<Theme> {
    if best.bound == Bound::Upper || second.bound == Bound::Lower {
        return None;
    }
    let [first, other] = [best.score, second.score].map(win_percent);
    if first - other < GAP {
        return None;
    }
    match first {
        WINS.. if other <= WINS_NOT => {
            Some(if is_mate(best.score) { Theme::Mate } else { Theme::Win })
        }
        HOLDS..WINS if other <= LOSES => Some(Theme::Save),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use brudno::{
        chess::score::{mate_in, mated_in},
        eval::wdl::score_of as score,
    };

    use super::*;

    fn line(score: Score, bound: Bound) -> ScoredLine {
        ScoredLine { depth: 1, seldepth: 1, score, bound, is_draw: false, pv: Vec::new() }
    }

    #[test]
    fn one_move_wins_or_holds() {
        for (best, second, expected) in [
            (score(500), score(50), Some(Theme::Win)),
            (mate_in(5), score(0), Some(Theme::Mate)),
            (score(0), score(-500), Some(Theme::Save)),
            (score(0), mated_in(4), Some(Theme::Save)),
            (score(150), score(-400), Some(Theme::Save)),
            // Both moves win, or both hold.
            (mate_in(5), score(300), None),
            (score(900), score(200), None),
            (score(100), score(-150), None),
            // The best move also loses.
            (score(-300), mated_in(2), None),
            // Neither move wins.
            (score(200), score(-150), None),
        ] {
            let [best, second] = [best, second].map(|score| line(score, Bound::Exact));
            assert_eq!(theme(&best, &second), expected, "{best:?} {second:?}");
        }
    }

    #[test]
    fn bounds_have_to_point_apart() {
        let theme = |best, second| theme(&line(score(500), best), &line(score(0), second));
        assert_eq!(theme(Bound::Lower, Bound::Upper), Some(Theme::Win));
        assert_eq!(theme(Bound::Upper, Bound::Exact), None);
        assert_eq!(theme(Bound::Exact, Bound::Lower), None);
    }

    #[test]
    fn candidates_lose_much_from_a_position_that_was_held() {
        assert!(is_candidate(score(400), score(50)));
        assert!(is_candidate(0, score(-500)));
        assert!(!is_candidate(score(400), score(300)));
        assert!(!is_candidate(score(-200), mated_in(3)));
    }
}
