//! Converts words of the movetext to moves.

use brudno::{
    chess::{Game, PositionError},
    notation::movetext,
};
use shakmaty::Move;

use super::language::Language;

/// Notations of a null move.
const NULL_MOVES: [&str; 8] = ["--", "Z0", "0000", "@@@@", "<>", "null", "pass", "NULL"];

/// Parses a move. `None` is a null move.
pub(super) fn read_move(
    game: &Game,
    word: &str,
    language: &Language,
) -> Result<Option<Move>, PositionError> {
    if NULL_MOVES.contains(&word) {
        return Ok(None);
    }
    movetext::read_move(game.position(), &language.english(word)).map(Some)
}
