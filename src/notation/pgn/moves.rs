//! Words of the movetext as moves.

use shakmaty::{File, Move, Rank, Role};

use super::language::{Language, ascii};
use crate::chess::{Game, Position, PositionError};

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
    let english = language.english(word);
    let word = ascii(&english);
    let as_written = game.position().parse_move(&word);
    match (as_written, pawn_capture(game.position(), &word)) {
        (Ok(m), Some(capture)) if m != capture => Err(PositionError::Ambiguous(word.into_owned())),
        (_, Some(capture)) => Ok(Some(capture)),
        (as_written, None) => as_written.map(Some),
    }
}

/// Reads a pawn's capture without a sign where the letter `b` may be a bishop (`bc6`), or without a
/// rank (`ed`, `exd`), if exactly one is legal.
fn pawn_capture(position: &Position, word: &str) -> Option<Move> {
    let word = word.trim_end_matches(['+', '#']);
    let is_file = |letter: &u8| (b'a'..=b'h').contains(letter);
    let (from, to, rank) = match word.as_bytes() {
        [b'b', to @ (b'a' | b'c'), rank @ b'1'..=b'8'] => (b'b', *to, Some(*rank - b'1')),
        [from, to] | [from, b'x' | b':', to] if is_file(from) && is_file(to) => (*from, *to, None),
        _ => return None,
    };
    let [from, to] = [from, to].map(|file| File::new(u32::from(file - b'a')));
    let is_it = |m: &Move| {
        m.role() == Role::Pawn
            && m.is_capture()
            && m.from().is_some_and(|square| square.file() == from)
            && m.to().file() == to
            && rank.is_none_or(|rank| m.to().rank() == Rank::new(u32::from(rank)))
    };
    let mut moves = position.legal_moves().into_iter().filter(is_it);
    moves.next().filter(|_| moves.next().is_none())
}
