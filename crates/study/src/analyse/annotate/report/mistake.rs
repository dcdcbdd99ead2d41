//! Finds the kind of a mistake, from the sentence about the move, or from the exchange that the
//! best reply or the better move begins.

use brudno::chess::{
    Position,
    score::Score,
    see::{captured_value, see_ge},
};
use serde::Serialize;
use shakmaty::Move;

use super::phase::Phase;
use crate::shared::review::Review;

/// Minimum gain of an exchange that wins a piece, internal units. It is the gain of a minor piece
/// for a pawn.
const PIECE: Score = 300;
/// Minimum gain of an exchange that wins a pawn, internal units.
const PAWN: Score = 100;

/// Kind of a judged move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MistakeKind {
    /// The move misses a forced mate.
    MissedMate,
    /// The move allows a forced mate.
    AllowedMate,
    /// The best reply takes a piece.
    HungPiece,
    /// The move loses one or two pawns.
    LostPawn,
    /// The move loses other material by force.
    LostMaterial,
    /// The move misses a capture that wins material.
    MissedCapture,
    /// The move misses a quiet win of material.
    MissedTactic,
    /// The move stalemates the opponent.
    Stalemate,
    /// Neither mate nor material explains the mistake, in a pawn endgame.
    PawnEndgame,
    /// Neither mate nor material explains the mistake, in another endgame.
    Endgame,
    /// Neither mate nor material explains the mistake, in the middlegame.
    Middlegame,
    /// Neither mate nor material explains the mistake, in the opening.
    Opening,
}

impl MistakeKind {
    /// All kinds.
    pub const ALL: [MistakeKind; 12] = [
        MistakeKind::MissedMate,
        MistakeKind::AllowedMate,
        MistakeKind::HungPiece,
        MistakeKind::LostPawn,
        MistakeKind::LostMaterial,
        MistakeKind::MissedCapture,
        MistakeKind::MissedTactic,
        MistakeKind::Stalemate,
        MistakeKind::PawnEndgame,
        MistakeKind::Endgame,
        MistakeKind::Middlegame,
        MistakeKind::Opening,
    ];

    /// Returns the name for people.
    pub const fn name(self) -> &'static str {
        match self {
            MistakeKind::MissedMate => "misses a mate",
            MistakeKind::AllowedMate => "allows a mate",
            MistakeKind::HungPiece => "leaves a piece to be taken",
            MistakeKind::LostPawn => "loses a pawn",
            MistakeKind::LostMaterial => "loses material by force",
            MistakeKind::MissedCapture => "misses a winning capture",
            MistakeKind::MissedTactic => "misses a quiet win of material",
            MistakeKind::Stalemate => "stalemates",
            MistakeKind::PawnEndgame => "no single cause, pawn endgame",
            MistakeKind::Endgame => "no single cause, endgame",
            MistakeKind::Middlegame => "no single cause, middlegame",
            MistakeKind::Opening => "no single cause, opening",
        }
    }

    /// Returns true if a mate, material or a stalemate explains the mistake.
    pub const fn is_explained(self) -> bool {
        !matches!(
            self,
            MistakeKind::PawnEndgame
                | MistakeKind::Endgame
                | MistakeKind::Middlegame
                | MistakeKind::Opening
        )
    }

    /// Returns the kind of a judged move. `None` if it has no sentence.
    pub fn of(review: &Review, ply: usize, phase: Phase) -> Option<MistakeKind> {
        let sentence = review.moves[ply].sentence.as_deref()?;
        let by_exchange = || {
            let played = review.game.main.moves[ply].m?;
            let first = |ply: usize| review.evaluations[ply].as_ref()?.best.pv.first().copied();
            let [position, next] = [ply, ply + 1].map(|ply| review.position(ply));
            MistakeKind::of_exchange(position, played, first(ply), next, first(ply + 1))
        };
        let kind = MistakeKind::of_sentence(sentence).or_else(by_exchange);
        Some(kind.unwrap_or_else(|| MistakeKind::without_reason(review.position(ply), phase)))
    }

    /// Returns the kind that a sentence names: `Blunder: loses a rook to Rxd2; Rxd8+ was best.`
    /// Annotated files contain this sentence. `None` if it only gives the scores.
    fn of_sentence(sentence: &str) -> Option<MistakeKind> {
        let words = sentence.split_once(": ").map_or(sentence, |(_, words)| words);
        let (what, _) = words.split_once("; ").unwrap_or((words, ""));
        if what.starts_with("misses mate") {
            return Some(MistakeKind::MissedMate);
        }
        if what.starts_with("allows mate") {
            return Some(MistakeKind::AllowedMate);
        }
        if what.starts_with("stalemate") {
            return Some(MistakeKind::Stalemate);
        }
        if let Some(lost) = what.strip_prefix("loses ") {
            let split = lost.rsplit_once(" to ").or_else(|| lost.rsplit_once(" after "));
            return Some(match split.map_or(lost, |(lost, _)| lost) {
                "a pawn" | "two pawns" => MistakeKind::LostPawn,
                _ if lost.contains(" to ") => MistakeKind::HungPiece,
                _ => MistakeKind::LostMaterial,
            });
        }
        let missed = what.strip_prefix("misses a chance to win ")?;
        let best = missed.rsplit(' ').next().unwrap_or_default();
        Some(if best.contains('x') {
            MistakeKind::MissedCapture
        } else {
            MistakeKind::MissedTactic
        })
    }

    /// Returns the kind if the best reply wins more material in an exchange than the move took, or
    /// if the best move would have won material.
    fn of_exchange(
        position: &Position,
        played: Move,
        best: Option<Move>,
        next: &Position,
        reply: Option<Move>,
    ) -> Option<MistakeKind> {
        let taken = captured_value(position.search_move(played));
        let gains = |position: &Position, m: Option<Move>, gain: Score| {
            let m = m.filter(|m| m.is_capture());
            m.is_some_and(|m| see_ge(position, position.search_move(m), taken + gain))
        };
        if gains(next, reply, PIECE) {
            Some(MistakeKind::HungPiece)
        } else if gains(position, best, PAWN) {
            Some(MistakeKind::MissedCapture)
        } else if gains(next, reply, PAWN) {
            Some(MistakeKind::LostPawn)
        } else {
            None
        }
    }

    fn without_reason(position: &Position, phase: Phase) -> MistakeKind {
        let board = position.board();
        match phase {
            Phase::Opening => MistakeKind::Opening,
            Phase::Middlegame => MistakeKind::Middlegame,
            Phase::Endgame if board.occupied() == board.kings() | board.pawns() => {
                MistakeKind::PawnEndgame
            }
            Phase::Endgame => MistakeKind::Endgame,
        }
    }
}

#[cfg(test)]
mod tests {
    use brudno::chess::Game;

    use super::*;

    #[test]
    fn sentences_have_kinds() {
        for (sentence, kind) in [
            ("Blunder: misses mate with Ra8#.", Some(MistakeKind::MissedMate)),
            ("Mistake: misses mate in 2, beginning with Rb1.", Some(MistakeKind::MissedMate)),
            ("Blunder: allows mate with Qh4#; e4 was best.", Some(MistakeKind::AllowedMate)),
            ("Blunder: stalemate; Kf7 was best.", Some(MistakeKind::Stalemate)),
            ("Blunder: loses a rook to Rxd2; Rxd8+ was best.", Some(MistakeKind::HungPiece)),
            (
                "Blunder: loses a knight for a pawn to Bxe5; a3 was best.",
                Some(MistakeKind::HungPiece),
            ),
            (
                "Mistake: loses the exchange after Nc7+; Kd8 was best.",
                Some(MistakeKind::LostMaterial),
            ),
            ("Mistake: loses a bishop after Qa4+; c6 was best.", Some(MistakeKind::LostMaterial)),
            ("Mistake: loses a pawn to Nxb5; Na6 was best.", Some(MistakeKind::LostPawn)),
            ("Inaccuracy: loses two pawns after Qb3; Na6 was best.", Some(MistakeKind::LostPawn)),
            ("Mistake: misses a chance to win a pawn with Rxd5.", Some(MistakeKind::MissedCapture)),
            ("Mistake: misses a chance to win a knight with d5.", Some(MistakeKind::MissedTactic)),
            ("Mistake: from +0.35 to -1.20; e5 was best.", None),
        ] {
            assert_eq!(MistakeKind::of_sentence(sentence), kind, "{sentence}");
        }
    }

    #[test]
    fn exchanges_explain_what_the_sentence_does_not() {
        let fen = "3qk3/4p3/3p4/4n3/3P4/8/4P3/3QK2B w - - 0 1";
        let game = Game::from_fen(fen, false).unwrap();
        let kind = |played: &str, best: &str, reply: &str| {
            let position = game.position();
            let [played, best] = [played, best].map(|text| position.parse_move(text).unwrap());
            let next = position.play(played);
            let reply = (!reply.is_empty()).then(|| next.parse_move(reply).unwrap());
            MistakeKind::of_exchange(position, played, Some(best), &next, reply)
        };
        // The knight stays.
        assert_eq!(kind("e3", "dxe5", "Nf7"), Some(MistakeKind::MissedCapture));
        assert_eq!(kind("e3", "Qd3", "Nf7"), None);
        assert_eq!(kind("e3", "Qd3", ""), None);
        // The bishop takes nothing, and the recapture of the pawn is an exchange.
        assert_eq!(kind("Bc6+", "Qd3", "Nxc6"), Some(MistakeKind::HungPiece));
        assert_eq!(kind("dxe5", "Qd3", "dxe5"), None);
    }

    #[test]
    fn what_nothing_explains_belongs_to_its_phase() {
        let kind = |fen: &str, phase| {
            let game = Game::from_fen(fen, false).unwrap();
            MistakeKind::without_reason(game.position(), phase)
        };
        let [pawns, rook] = ["8/8/4k3/4p3/4P3/4K3/8/8 w - -", "8/8/4k3/4p3/4P3/4K3/8/R7 w - -"];
        assert_eq!(kind(pawns, Phase::Endgame), MistakeKind::PawnEndgame);
        assert_eq!(kind(rook, Phase::Endgame), MistakeKind::Endgame);
        assert_eq!(kind(rook, Phase::Opening), MistakeKind::Opening);
    }
}
