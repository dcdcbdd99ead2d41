//! WDL model: converts internal scores to win, draw and loss probabilities, and to centipawns
//! that keep their meaning across versions.
//!
//! The probability of a win is a logistic function of the score, that of a loss the same function
//! of the negated score, and the rest is the probability of a draw. `brudno-train data chances`
//! fitted the constants to 15,000 scores of 183 games at 8+0.08, against Stockfish 15.1 and an
//! older version.

use crate::chess::score::{Score, TB_WIN, is_decisive};

/// The internal score of a 50 % win probability, printed as 100 centipawns.
pub const HALF_WIN: f64 = 169.0;
/// Internal units per log odds of 1.
const SPREAD: f64 = 58.0;
/// The model fitted to this engine's games.
const MODEL: WdlModel = WdlModel { half_win: HALF_WIN, spread: SPREAD };

/// Win probability as a logistic function of the score.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WdlModel {
    /// Score of a 50 % win probability.
    pub half_win: f64,
    /// Units of score per log odds of 1.
    pub spread: f64,
}

impl WdlModel {
    /// Returns the win probability of a score; negate the score for the loss probability.
    pub fn win(self, score: f64) -> f64 {
        1.0 / (1.0 + ((self.half_win - score) / self.spread).exp())
    }
}

/// Printed score of a tablebase win at the root; one ply away it is one less (Stockfish).
const TB_WIN_CENTIPAWNS: i32 = 20_000;

/// Converts a score that is not a mate to centipawns: 100 is a 50 % win probability, a tablebase
/// win is near 20,000. Rounds towards zero, so a draw score with the search's ±1 noise prints as 0.
pub fn centipawns(score: Score) -> i32 {
    if is_decisive(score) {
        return score.signum() * (TB_WIN_CENTIPAWNS - (TB_WIN - score.abs()));
    }
    (f64::from(score) * 100.0 / HALF_WIN) as i32
}

/// Converts centipawns to the score nearest to 0 that [`centipawns`] converts back to as many, if
/// it is not decisive.
pub fn score_of(centipawns: i32) -> Score {
    // Away from zero, as centipawns() rounds towards it.
    let distance = (f64::from(centipawns.abs()) * HALF_WIN / 100.0).ceil();
    centipawns.signum() * distance as Score
}

/// Returns the probabilities of win, draw and loss in permille, which sum to 1000.
pub fn win_draw_loss(score: Score) -> [u32; 3] {
    if is_decisive(score) {
        return if score > 0 { [1000, 0, 0] } else { [0, 0, 1000] };
    }
    let win = win_permille(score);
    let loss = win_permille(-score);
    [win, 1000 - win - loss, loss]
}

fn win_permille(score: Score) -> u32 {
    (1000.0 * MODEL.win(f64::from(score))).round() as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::score::{MAX_EVALUATION, TB_WIN_IN_MAX_PLY, mate_in, mated_in};

    #[test]
    fn centipawns_survive_a_conversion_to_a_score_and_back() {
        let largest = centipawns(MAX_EVALUATION);
        for hundredths in -largest..=largest {
            assert_eq!(centipawns(score_of(hundredths)), hundredths);
        }
    }

    #[test]
    fn half_a_win_is_a_hundred_centipawns() {
        let score = HALF_WIN as Score;
        assert_eq!(centipawns(score), 100);
        assert_eq!(centipawns(-score), -100);
        assert_eq!(win_draw_loss(score)[0], 500);
    }

    #[test]
    fn wins_by_the_tables_are_near_their_number() {
        assert_eq!(centipawns(TB_WIN), 20_000);
        assert_eq!(centipawns(7 - TB_WIN), -19_993);
        assert!(centipawns(TB_WIN_IN_MAX_PLY) > centipawns(MAX_EVALUATION));
        assert_eq!(win_draw_loss(TB_WIN_IN_MAX_PLY), [1000, 0, 0]);
        assert_eq!(win_draw_loss(-TB_WIN), [0, 0, 1000]);
    }

    #[test]
    fn chances_sum_to_one_and_mirror() {
        for score in (-20_000..=20_000).step_by(7).chain([mate_in(3), mated_in(4), mated_in(0)]) {
            let [win, draw, loss] = win_draw_loss(score);
            assert_eq!(win + draw + loss, 1000, "{score}");
            assert_eq!(win_draw_loss(-score), [loss, draw, win], "{score}");
        }
    }
}
