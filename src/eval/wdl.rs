//! What an internal score is worth: centipawns that mean the same from one version to the next,
//! and chances to win, draw and lose.
//!
//! The model is the usual one: the chance to win is a logistic function of the score, the chance
//! to lose the same function seen from the other side, and a draw is what remains. Its numbers
//! were fitted to 15,000 scores of 183 games at 8+0.08, against Stockfish 15.1 and against an older
//! version, the way `brudno data chances` fits them.

use crate::chess::score::{Score, TB_WIN, is_decisive};

/// The internal score at which the chance to win is one half; printed as 100 centipawns.
pub const HALF_WIN: f64 = 169.0;
/// How slowly the chance to win grows around [`HALF_WIN`], in internal units.
const SPREAD: f64 = 58.0;
/// The model of this engine's games.
const MODEL: WdlModel = WdlModel { half_win: HALF_WIN, spread: SPREAD };

/// The chance to win as a logistic function of the score; to lose, the same of the score negated.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WdlModel {
    /// The score that wins half of the games.
    pub half_win: f64,
    /// Units of score in a log odds of 1.
    pub spread: f64,
}

impl WdlModel {
    /// The share of games that a score wins.
    pub fn win(self, score: f64) -> f64 {
        1.0 / (1.0 + ((self.half_win - score) / self.spread).exp())
    }
}

/// What a win by the endgame tables is shown as, less its plies from the root: Stockfish's number.
const TB_WIN_CENTIPAWNS: i32 = 20_000;

/// A score that is no mate, in centipawns: 100 is an even chance to win; a win by the endgame
/// tables is near 20,000. Rounded towards zero, so that a draw whose score is one unit off, as the
/// search makes them, is shown as 0.
pub fn centipawns(score: Score) -> i32 {
    if is_decisive(score) {
        return score.signum() * (TB_WIN_CENTIPAWNS - (TB_WIN - score.abs()));
    }
    (f64::from(score) * 100.0 / HALF_WIN) as i32
}

/// The chances to win, draw and lose in permille; they sum to 1000.
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
