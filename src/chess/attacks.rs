//! Attacks: squares that pieces attack, blockers of the kings, and moves that give check.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use shakmaty::{Bitboard, Board, Color, File, Piece, Role, Square, attacks};

use super::{
    Position,
    moves::{PIECES, SearchMove},
};

/// Returns the squares that the pieces of a kind attack or defend.
#[inline]
pub(crate) fn attacked_by(board: &Board, kind: Piece) -> Bitboard {
    let (pieces, occupied) = (board.by_piece(kind), board.occupied());
    let by_each = |attacks: fn(Square, Bitboard) -> Bitboard| {
        pieces.into_iter().fold(Bitboard::EMPTY, |all, square| all | attacks(square, occupied))
    };
    match kind.role {
        Role::Pawn => {
            let west = pieces & !Bitboard::from_file(File::A);
            let east = pieces & !Bitboard::from_file(File::H);
            match kind.color {
                Color::White => west.shift(7) | east.shift(9),
                Color::Black => west.shift(-9) | east.shift(-7),
            }
        }
        Role::Knight => by_each(|square, _| attacks::knight_attacks(square)),
        Role::Bishop => by_each(attacks::bishop_attacks),
        Role::Rook => by_each(attacks::rook_attacks),
        Role::Queen => by_each(attacks::queen_attacks),
        Role::King => by_each(|square, _| attacks::king_attacks(square)),
    }
}

/// Marks blockers that are not computed: never a valid set.
const UNKNOWN: u64 = u64::MAX;

/// The blockers of both kings, computed on first use. Move generation, SEE and check detection use
/// them often; most positions of the quiescence search never need them.
///
/// Atomic because threads share positions; a race computes the same value twice.
#[derive(Debug)]
pub(super) struct Blockers([AtomicU64; 2]);

impl Default for Blockers {
    fn default() -> Blockers {
        Blockers([const { AtomicU64::new(UNKNOWN) }; 2])
    }
}

impl Clone for Blockers {
    fn clone(&self) -> Blockers {
        Blockers([0, 1].map(|side: usize| AtomicU64::new(self.0[side].load(Relaxed))))
    }
}

impl Blockers {
    #[inline]
    pub(super) fn get_or_find(&self, king: Color, find: impl FnOnce() -> Bitboard) -> Bitboard {
        let known = &self.0[king as usize];
        match known.load(Relaxed) {
            UNKNOWN => {
                let found = find();
                known.store(found.into(), Relaxed);
                found
            }
            blockers => Bitboard(blockers),
        }
    }
}

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
