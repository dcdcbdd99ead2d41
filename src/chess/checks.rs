//! Which moves of a position give check.

use shakmaty::{Bitboard, Role, Square, attacks};

use super::{
    Position,
    moves::{PIECES, SearchMove},
};

/// From where the moves of one position give check: computed once, asked for each move.
pub struct Checks {
    king: Square,
    pub(super) blockers: Bitboard,
    /// From where each piece gives check, by its number: those of either side alike, as only one moves.
    direct: [Bitboard; PIECES],
}

impl Checks {
    /// The checks that the side to move can give.
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

    /// From where a piece of the side to move gives check, but for a king.
    #[inline]
    pub(super) fn direct_by(&self, role: Role) -> Bitboard {
        self.direct[role as usize - 1]
    }

    /// Whether a legal move gives check. The rare checks by a castling rook, a promoted piece
    /// through its own origin or an en-passant capture that opens a line are not seen.
    #[inline]
    pub fn gives(&self, m: SearchMove) -> bool {
        // A promoted piece counts as Black's, as that is all one here.
        let piece = m.promotion().map_or(m.piece(), |role| role as usize - 1);
        self.direct[piece].contains(m.to())
            || self.blockers.contains(m.from()) && !attacks::aligned(m.from(), m.to(), self.king)
    }

    /// Whether a legal move may give check: one that does not, surely gives none.
    #[inline]
    pub fn may_give(&self, m: SearchMove) -> bool {
        self.gives(m) || m.is_special()
    }
}
