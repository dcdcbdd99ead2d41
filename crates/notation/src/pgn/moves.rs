//! Words of the movetext as moves.

use brudno::{
    chess::{Game, PositionError},
    notation::movetext,
};
use shakmaty::Move;

use super::language::Language;

/// What people write to pass the turn.
const NULL_MOVES: [&str; 8] = ["--", "Z0", "0000", "@@@@", "<>", "null", "pass", "NULL"];

/// Reads a move; `None` passes the turn.
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
