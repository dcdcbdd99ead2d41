//! Adjudicates games by tablebases or by their scores.
//!
//! All score thresholds are in internal units. [`brudno::eval::wdl`] gives their win probabilities.

use brudno::{
    chess::{
        Position,
        score::{DRAW, Score},
    },
    tablebase::{Tablebase, Wdl},
};
use shakmaty::{Color, KnownOutcome};

/// Default score of an adjudicated win. It is eight times the score of a 50 % win probability.
pub const WIN_SCORE: Score = 1350;
/// Plies with a winning score after which a side has won.
const WIN_PLIES: u32 = 4;
/// Maximum score of an adjudicated draw, for [`DRAW_PLIES`] plies and from [`DRAW_FROM_PLY`] on.
/// About 11 % of games with such a score are won.
const DRAW_SCORE: Score = 20;
const DRAW_PLIES: u32 = 12;
const DRAW_FROM_PLY: usize = 80;
/// Maximum length of a game, plies. A longer game is a draw. Readers of the format expect less than
/// 512 plies.
pub const MAX_PLIES: usize = 400;

/// Returns the tablebase result of a position after a capture or a pawn move. A win that the
/// fifty-move rule turns into a draw counts as a draw.
pub fn by_tablebase(tablebase: &Tablebase, position: &Position) -> Option<KnownOutcome> {
    let men = position.board().occupied().count();
    if men > tablebase.largest() || position.halfmoves() > 0 {
        return None;
    }
    let winner = match tablebase.wdl(position)? {
        Wdl::Win => Some(position.turn()),
        Wdl::Loss => Some(!position.turn()),
        Wdl::CursedWin | Wdl::Draw | Wdl::BlessedLoss => None,
    };
    Some(KnownOutcome::from_winner(winner))
}

/// Adjudicates a game by its scores.
pub struct Adjudicator {
    /// Score of a win.
    win_score: Score,
    /// The winning side, and the number of plies for which it has been winning.
    winning: Option<(Color, u32)>,
    /// Plies with drawish scores in a row.
    drawn: u32,
}

impl Adjudicator {
    /// Starts a game. A side wins with `win_score` for [`WIN_PLIES`] plies.
    pub const fn new(win_score: Score) -> Adjudicator {
        Adjudicator { win_score, winning: None, drawn: 0 }
    }

    /// Records White's score of the position after `ply` plies. Returns the result once it is
    /// decided.
    pub fn add(&mut self, ply: usize, score: Score) -> Option<KnownOutcome> {
        let ahead = (score.abs() >= self.win_score).then(|| Color::from_white(score > DRAW));
        self.winning = ahead.map(|winner| match self.winning {
            Some((before, plies)) if before == winner => (winner, plies + 1),
            _ => (winner, 1),
        });
        let even = score.abs() <= DRAW_SCORE && ply >= DRAW_FROM_PLY;
        self.drawn = if even { self.drawn + 1 } else { 0 };
        match self.winning {
            Some((winner, WIN_PLIES..)) => Some(KnownOutcome::Decisive { winner }),
            _ => (self.drawn >= DRAW_PLIES).then_some(KnownOutcome::Draw),
        }
    }
}

#[cfg(test)]
mod tests {
    use brudno::{chess::Game, eval::wdl::win_draw_loss};

    use super::*;

    #[test]
    fn the_thresholds_fit_the_evaluation() {
        assert_eq!(win_draw_loss(WIN_SCORE), [1000, 0, 0]);
        let [win, _, loss] = win_draw_loss(DRAW_SCORE);
        assert!((100..=120).contains(&(win + loss)), "{win} + {loss}");
    }

    #[test]
    fn tables_end_games() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/syzygy");
        let (tables, problems) = Tablebase::open(&[folder.into()]);
        assert!(problems.is_empty(), "{problems:?}");
        let white = Some(KnownOutcome::Decisive { winner: Color::White });
        for (fen, expected) in [
            ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", white),
            ("8/8/4k3/8/4K3/4P3/8/8 w - - 0 1", Some(KnownOutcome::Draw)),
            ("8/8/8/4k3/8/8/8/KQ6 b - - 0 1", white),
            ("8/8/8/4k3/8/8/8/KQ6 b - - 1 1", None),
            ("8/8/8/4k1p1/6P1/8/6PP/4K3 w - - 0 1", None),
        ] {
            let game = Game::from_fen(fen, false).unwrap();
            assert_eq!(by_tablebase(&tables, game.position()), expected, "{fen}");
        }
    }

    fn first(scores: impl IntoIterator<Item = Score>) -> Option<(usize, KnownOutcome)> {
        let mut adjudicator = Adjudicator::new(WIN_SCORE);
        scores
            .into_iter()
            .enumerate()
            .find_map(|(ply, score)| Some((ply, adjudicator.add(ply, score)?)))
    }

    #[test]
    fn scores_end_games() {
        let white = KnownOutcome::Decisive { winner: Color::White };
        let black = KnownOutcome::Decisive { winner: Color::Black };
        assert_eq!(first([0, WIN_SCORE, 3000, 31_990, WIN_SCORE]), Some((4, white)));
        assert_eq!(first([-WIN_SCORE; 9]), Some((3, black)));
        assert_eq!(first([3000, 3000, 3000, -3000, 3000, 3000, 3000, WIN_SCORE - 1]), None);
        let drawn = DRAW_FROM_PLY + DRAW_PLIES as usize - 1;
        assert_eq!(first([DRAW_SCORE; 200]), Some((drawn, KnownOutcome::Draw)));
        assert_eq!(
            first((0..400).map(|ply| if ply % 11 == 0 { DRAW_SCORE + 1 } else { -DRAW_SCORE })),
            None
        );
    }
}
