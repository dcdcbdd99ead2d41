//! Detection of moves that give check.

use shakmaty::{Bitboard, Role, Square, attacks};

use super::{
    Position,
    moves::{PIECES, SearchMove},
};

/// Check squares of a position, computed once for all its moves.
pub struct Checks {
    king: Square,
    pub(super) blockers: Bitboard,
    /// Check squares by piece number. Both colours share them, since only one side moves.
    direct: [Bitboard; PIECES],
}

impl Checks {
    /// Computes the check squares of the side to move.
    pub fn new(position: &Position) -> Checks {
        let them = !position.turn();
        let king = position.king(them);
        let occupied = position.board().occupied();
        let pawn = attacks::pawn_attacks(them, king);
        let knight = attacks::knight_attacks(king);
        let bishop = attacks::bishop_attacks(king, occupied);
        let rook = attacks::rook_attacks(king, occupied);
        let queen = bishop | rook;
        let none = Bitboard::EMPTY;
        Checks {
            king,
            blockers: position.blockers(them),
            direct: [
                pawn, knight, bishop, rook, queen, none, pawn, knight, bishop, rook, queen, none,
                none, none, none, none,
            ],
        }
    }

    /// Returns the check squares of a role other than the king.
    #[inline]
    pub(super) fn direct_by(&self, role: Role) -> Bitboard {
        self.direct[role as usize - 1]
    }

    /// Returns true if a legal move gives check. Misses the rare checks by a castling rook, by a
    /// promoted piece through its origin, and by an en-passant capture that opens a line.
    #[inline]
    pub fn gives(&self, m: SearchMove) -> bool {
        // The colour of the promoted piece does not matter.
        let piece = m.promotion().map_or(m.piece(), |role| role as usize - 1);
        self.direct[piece].contains(m.to())
            || self.blockers.contains(m.from()) && !attacks::aligned(m.from(), m.to(), self.king)
    }

    /// Returns false only if a legal move certainly gives no check.
    #[inline]
    pub fn may_give(&self, m: SearchMove) -> bool {
        self.gives(m) || m.is_special()
    }
}
