//! Converts boards and moves between viriformat and the engine.

use brudno::chess::{Game, Position, PositionError, from_square};
use shakmaty::{CastlingSide, Color, Move, Role, Square, uci::UciMove};
use viriformat::chess::{
    board::Board,
    chessmove::{Move as Packed, MoveFlags},
    piece::{Colour, Piece, PieceType},
    types::Square as BoardSquare,
};

const fn to_board_square(square: Square) -> BoardSquare {
    BoardSquare::new_clamped(square as u8)
}

fn to_piece_type(role: Role) -> PieceType {
    PieceType::new(role as u8 - 1).expect("roles count from 1 to 6, piece types from 0 to 5")
}

/// Converts a position to viriformat's board. Clamps the clocks to their maximum.
pub fn to_board(position: &Position) -> Board {
    let colour = |color: Color| Colour::new(color.is_black());
    let chess = shakmaty::Position::castles(position.chess());
    let mut board = Board::new();
    for (square, piece) in position.board().iter() {
        let piece = Piece::new(colour(piece.color), to_piece_type(piece.role));
        board.add_piece(to_board_square(square), piece);
    }
    for color in Color::ALL {
        let rook = |side| chess.rook(color, side).map(to_board_square);
        let rights = board.castling_rights_mut();
        *rights.kingside_mut(colour(color)) = rook(CastlingSide::KingSide);
        *rights.queenside_mut(colour(color)) = rook(CastlingSide::QueenSide);
    }
    *board.ep_sq_mut() = position.en_passant().map(to_board_square);
    *board.turn_mut() = colour(position.turn());
    *board.halfmove_clock_mut() = position.halfmoves().min(u8::MAX.into()) as u8;
    let move_number = shakmaty::Position::fullmoves(position.chess()).get();
    board.set_fullmove_clock(move_number.min(u16::MAX.into()) as u16);
    board.regenerate_zobrist();
    board.regenerate_threats();
    board
}

/// Converts a viriformat board to a position.
///
/// # Errors
///
/// [`PositionError::Position`] if it is not legal.
pub fn from_board(board: &Board) -> Result<Position, PositionError> {
    // The board prints castling rights as KQkq even if another rook is further outside.
    let text = board.to_string();
    let mut fields: Vec<&str> = text.split(' ').collect();
    let rights = board.castling_rights().display(true).to_string();
    fields[2] = if rights.is_empty() { "-" } else { &rights };
    Ok(Game::from_fen(&fields.join(" "), false)?.position().clone())
}

/// Packs a move for viriformat. Castling is king takes rook.
pub fn to_packed(m: Move) -> Packed {
    let (from, to) = (to_board_square(from_square(m)), to_board_square(m.to()));
    match (m, m.promotion()) {
        (Move::Castle { .. }, _) => Packed::new_with_flags(from, to, MoveFlags::Castle),
        (Move::EnPassant { .. }, _) => Packed::new_with_flags(from, to, MoveFlags::EnPassant),
        (_, Some(role)) => Packed::new_with_promo(from, to, to_piece_type(role)),
        (_, None) => Packed::new(from, to),
    }
}

/// Unpacks a move if it is legal in `position`.
pub fn from_packed(position: &Position, packed: Packed) -> Option<Move> {
    let square = |square: BoardSquare| Square::new(u32::from(square.inner()));
    let promotion = packed.promotion_type().map(|piece_type| Role::ALL[piece_type.index()]);
    let uci = UciMove::Normal { from: square(packed.from()), to: square(packed.to()), promotion };
    // Compare the packed forms, which distinguish castling from king moves and en passant from captures.
    uci.to_move(position.chess()).ok().filter(|&m| to_packed(m) == packed)
}
