//! Bitboard helpers that see the board from one side.

use shakmaty::{Bitboard, Color, Square};

const NOT_FILE_A: Bitboard = Bitboard(!0x0101_0101_0101_0101);
const NOT_FILE_H: Bitboard = Bitboard(!0x8080_8080_8080_8080);

/// The rank from 0 (the own back rank) to 7.
#[inline(always)]
pub(super) fn relative_rank(us: Color, square: Square) -> usize {
    us.relative_rank(square.rank()).to_usize()
}

/// All squares one step towards the enemy.
#[inline(always)]
pub(super) fn forward(us: Color, squares: Bitboard) -> Bitboard {
    match us {
        Color::White => Bitboard(squares.0 << 8),
        Color::Black => Bitboard(squares.0 >> 8),
    }
}

/// All squares in front of some square, towards the enemy.
#[inline(always)]
pub(super) fn fill_forward(us: Color, squares: Bitboard) -> Bitboard {
    let mut filled = forward(us, squares).0;
    match us {
        Color::White => {
            filled |= filled << 8;
            filled |= filled << 16;
            filled |= filled << 32;
        }
        Color::Black => {
            filled |= filled >> 8;
            filled |= filled >> 16;
            filled |= filled >> 32;
        }
    }
    Bitboard(filled)
}

/// Squares that the pawns attack.
#[inline(always)]
pub(super) fn pawn_attacks(us: Color, pawns: Bitboard) -> Bitboard {
    let ahead = forward(us, pawns);
    Bitboard((ahead & NOT_FILE_H).0 << 1 | (ahead & NOT_FILE_A).0 >> 1)
}

/// The files left and right of a square.
#[inline(always)]
pub(super) fn adjacent_files(square: Square) -> Bitboard {
    let file = Bitboard::from_file(square.file());
    Bitboard((file & NOT_FILE_H).0 << 1 | (file & NOT_FILE_A).0 >> 1)
}
