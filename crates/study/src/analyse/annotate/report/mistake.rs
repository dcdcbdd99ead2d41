//! Kinds of mistakes.

use std::fmt;

use serde::{Serialize, Serializer};

use super::phase::Phase;
use crate::shared::review::{Review, reason::Kind};

/// Kind of a judged move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum MistakeKind {
    /// The reason is known.
    Known(Kind),
    /// Without a proved reason, in a pawn endgame.
    PawnEndgame,
    /// Without a proved reason, in another endgame.
    Endgame,
    /// Without a proved reason, in the middlegame.
    Middlegame,
    /// Without a proved reason, in the opening.
    Opening,
}

impl MistakeKind {
    /// Returns the kind of a judged move. `None` if the move is not judged.
    pub fn of(review: &Review, ply: usize, phase: Phase) -> Option<MistakeKind> {
        let reviewed = &review.moves[ply];
        reviewed.judgement?;
        let board = review.position(ply).board();
        Some(match (reviewed.kind, phase) {
            (Some(kind), _) => MistakeKind::Known(kind),
            (None, Phase::Opening) => MistakeKind::Opening,
            (None, Phase::Middlegame) => MistakeKind::Middlegame,
            (None, Phase::Endgame) if board.occupied() == board.kings() | board.pawns() => {
                MistakeKind::PawnEndgame
            }
            (None, Phase::Endgame) => MistakeKind::Endgame,
        })
    }

    /// Returns the name for people.
    pub fn words(self) -> String {
        match self {
            MistakeKind::Known(kind) => kind.words(),
            MistakeKind::PawnEndgame => "other mistakes in pawn endgames".to_owned(),
            MistakeKind::Endgame => "other mistakes in endgames".to_owned(),
            MistakeKind::Middlegame => "other mistakes in the middlegame".to_owned(),
            MistakeKind::Opening => "other mistakes in the opening".to_owned(),
        }
    }

    /// Returns true if the reason is known.
    pub const fn is_explained(self) -> bool {
        matches!(self, MistakeKind::Known(_))
    }
}

impl fmt::Display for MistakeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MistakeKind::Known(kind) => kind.fmt(f),
            MistakeKind::PawnEndgame => f.write_str("other_pawn_endgame"),
            MistakeKind::Endgame => f.write_str("other_endgame"),
            MistakeKind::Middlegame => f.write_str("other_middlegame"),
            MistakeKind::Opening => f.write_str("other_opening"),
        }
    }
}

impl Serialize for MistakeKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use brudno_notation::pgn::games;
    use shakmaty::ByColor;

    use super::*;
    use crate::shared::review::{
        Finding, Judgement, Mark, Review,
        reason::{Kind, Theme},
    };

    #[test]
    fn what_nothing_explains_belongs_to_its_phase() {
        let kind = |fen: &str, phase, kind| {
            let pgn = format!("[FEN \"{fen}\"]\n\n1. Kd3 *");
            let game = games(&pgn).next().unwrap().unwrap();
            let positions = game.positions();
            let judged = ByColor { white: true, black: true };
            let sentence = String::new();
            let finding = Finding { mark: Mark::Bad(Judgement::Mistake), kind, sentence };
            let review = Review::new(game, positions, vec![None, None], judged);
            let review = review.with_findings(vec![Some(finding)]);
            MistakeKind::of(&review, 0, phase)
        };
        let pawns = "8/8/4k3/4p3/4P3/4K3/8/8 w - - 0 1";
        let rook = "8/8/4k3/4p3/4P3/4K3/8/R7 w - - 0 1";
        let fork = Kind { theme: Theme::Fork, is_missed: false };
        for (fen, phase, known, expected) in [
            (pawns, Phase::Endgame, None, MistakeKind::PawnEndgame),
            (rook, Phase::Endgame, None, MistakeKind::Endgame),
            (rook, Phase::Opening, None, MistakeKind::Opening),
            (rook, Phase::Opening, Some(fork), MistakeKind::Known(fork)),
        ] {
            assert_eq!(kind(fen, phase, known), Some(expected), "{fen}");
        }
    }
}
