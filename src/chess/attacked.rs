//! Squares attacked by all pieces of a kind.

use shakmaty::{Bitboard, Board, Color, File, Piece, Role, Square, attacks};

/// Returns the squares that the pieces of a kind attack or defend.
#[inline]
pub fn attacked_by(board: &Board, kind: Piece) -> Bitboard {
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
