//! Names of pieces and sides in explanations.

use shakmaty::{Bitboard, Color, Square};

use crate::{
    chess::Position,
    terminal::display::{role_name, side},
};

/// Names the piece on a square: `the bishop on b4`.
pub fn piece(position: &Position, square: Square) -> String {
    let role = position.board().role_at(square).map_or("piece", role_name);
    format!("the {role} on {square}")
}

/// Names pieces: `the bishop on b4 and the queen on h4`.
pub fn all(position: &Position, squares: Bitboard) -> String {
    let pieces: Vec<String> = squares.into_iter().map(|square| piece(position, square)).collect();
    pieces.join(" and ")
}

/// Names the role of an own piece on a square.
pub fn by_own(position: &Position, square: Square) -> Option<&'static str> {
    let found = position.board().piece_at(square)?;
    (found.color == position.turn()).then(|| role_name(found.role))
}

/// Joins alternatives: `Nbd2 or Nfd2`.
pub fn list(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [word] => word.clone(),
        [words @ .., last] => format!("{} or {last}", words.join(", ")),
    }
}

/// Returns `White's` or `Black's`.
pub fn owner(color: Color) -> String {
    format!("{}'s", side(color))
}

/// Returns `it is White's move`.
pub fn side_to_move(color: Color) -> String {
    format!("it is {} move", owner(color))
}
