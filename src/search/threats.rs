//! What the other side attacks: the history of quiet moves and their order depend on it.

use shakmaty::{Bitboard, Move, Role};

use crate::{
    params,
    position::{Position, attacked_by, from_square},
};

/// Squares that the side not to move attacks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Threats {
    /// By any piece.
    pub all: Bitboard,
    by_pawn: Bitboard,
    by_minor: Bitboard,
    by_rook: Bitboard,
}

impl Threats {
    /// What is attacked in a position.
    pub fn new(position: &Position) -> Threats {
        let by = |role: Role| attacked_by(position.board(), role.of(!position.turn()));
        let by_pawn = by(Role::Pawn);
        let by_minor = by_pawn | by(Role::Knight) | by(Role::Bishop);
        let by_rook = by_minor | by(Role::Rook);
        let all = by_rook | by(Role::Queen) | by(Role::King);
        Threats { all, by_pawn, by_minor, by_rook }
    }

    /// A bonus for a quiet move that leaves a square attacked by a lesser piece, a malus for one
    /// that goes there (Stockfish).
    pub fn score(&self, m: Move) -> i32 {
        let (threatened, weight) = match m.role() {
            Role::Queen => (self.by_rook, params::threat_queen()),
            Role::Rook => (self.by_minor, params::threat_rook()),
            Role::Knight | Role::Bishop => (self.by_pawn, params::threat_minor()),
            Role::Pawn | Role::King => return 0,
        };
        let leaves = threatened.contains(from_square(m)) && !matches!(m, Move::Castle { .. });
        weight * (i32::from(leaves) - i32::from(threatened.contains(m.to())))
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Square;

    use super::*;
    use crate::epd;

    #[test]
    fn a_square_is_threatened_where_an_attacker_is_found() {
        for entry in epd::parse(include_str!("../../bench.epd")).unwrap() {
            let position = entry.game.position();
            let board = position.board();
            let threats = Threats::new(position);
            let (pawns, knights, bishops, rooks) =
                (board.pawns(), board.knights(), board.bishops(), board.rooks());
            for square in Square::ALL {
                let attackers = board.attacks_to(square, !position.turn(), board.occupied());
                for (threatened, by) in [
                    (threats.all, board.occupied()),
                    (threats.by_pawn, pawns),
                    (threats.by_minor, pawns | knights | bishops),
                    (threats.by_rook, pawns | knights | bishops | rooks),
                ] {
                    let expected = (attackers & by).any();
                    assert_eq!(
                        threatened.contains(square),
                        expected,
                        "{} {square}",
                        position.fen()
                    );
                }
            }
        }
    }
}
