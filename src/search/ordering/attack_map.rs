//! Squares attacked by the opponent, for the history and ordering of quiet moves.

use shakmaty::{Bitboard, Role};

use crate::{
    chess::{PIECES, Position, SearchMove, attacked_by},
    params,
};

/// Squares that the side not to move attacks.
#[derive(Clone, Copy, Debug, Default)]
pub struct AttackMap {
    /// By any piece.
    pub all: Bitboard,
    by_pawn: Bitboard,
    by_minor: Bitboard,
    by_rook: Bitboard,
}

impl AttackMap {
    pub const NONE: AttackMap = AttackMap {
        all: Bitboard::EMPTY,
        by_pawn: Bitboard::EMPTY,
        by_minor: Bitboard::EMPTY,
        by_rook: Bitboard::EMPTY,
    };

    /// Returns the attacks of the side not to move.
    pub fn new(position: &Position) -> AttackMap {
        let by = |role: Role| attacked_by(position.board(), role.of(!position.turn()));
        AttackMap::of(&Role::ALL.map(by))
    }

    /// Returns the map of the squares that each role attacks, from pawn to king.
    #[inline]
    pub fn of(&[by_pawn, knight, bishop, rook, queen, king]: &[Bitboard; 6]) -> AttackMap {
        let by_minor = by_pawn | knight | bishop;
        let by_rook = by_minor | rook;
        AttackMap { all: by_rook | queen | king, by_pawn, by_minor, by_rook }
    }

    /// Returns the bonus of quiet moves by these attacks.
    #[inline]
    pub fn threat_bonus(&self) -> ThreatBonus {
        let AttackMap { by_pawn, by_minor, by_rook, .. } = *self;
        let minor = (by_pawn, params::threat_minor());
        let (rook, queen) = ((by_minor, params::threat_rook()), (by_rook, params::threat_queen()));
        let none = (Bitboard::EMPTY, 0);
        ThreatBonus([
            none, minor, minor, rook, queen, none, none, minor, minor, rook, queen, none, none,
            none, none, none,
        ])
    }
}

/// Ordering bonus of quiet moves: for each piece, the squares that a less valuable one attacks, and a
/// weight.
pub struct ThreatBonus([(Bitboard, i32); PIECES]);

impl ThreatBonus {
    /// Returns the bonus for leaving a square that a less valuable piece attacks, negative for entering
    /// one (Stockfish).
    #[inline(always)]
    pub fn score(&self, m: SearchMove) -> i32 {
        let (threatened, weight) = self.0[m.piece()];
        weight * (i32::from(threatened.contains(m.from())) - i32::from(threatened.contains(m.to())))
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Square;

    use super::*;
    use crate::notation::epd;

    #[test]
    fn attacked_squares_have_an_attacker() {
        for entry in epd::parse(include_str!("../../../bench.epd")).unwrap() {
            let position = entry.game.position();
            let board = position.board();
            let threats = AttackMap::new(position);
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
