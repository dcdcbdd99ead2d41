//! Converts words of the movetext to moves.

use brudno::{
    chess::{Game, PositionError},
    notation::movetext,
};
use shakmaty::Move;

use super::language::Language;

/// Notations of a null move.
const NULL_MOVES: [&str; 8] = ["--", "Z0", "0000", "@@@@", "<>", "null", "pass", "NULL"];

/// A move of the movetext.
pub(super) struct ReadMove {
    /// `None` is a null move.
    pub m: Option<Move>,
    /// Whether it has a piece letter that is no English one.
    pub is_foreign: bool,
}

/// Parses a move.
pub(super) fn read_move(
    game: &Game,
    word: &str,
    language: &Language,
) -> Result<ReadMove, PositionError> {
    if is_null_move(word) {
        return Ok(ReadMove { m: None, is_foreign: false });
    }
    if let Some(uci) = iccf(word) {
        let m = Some(game.position().parse_uci(&uci)?);
        return Ok(ReadMove { m, is_foreign: false });
    }
    let Some(read) = language.translate(word) else {
        return Err(PositionError::Notation(word.to_owned()));
    };
    let m = Some(movetext::read_move(game.position(), &read.word)?);
    Ok(ReadMove { m, is_foreign: read.is_foreign })
}

/// Returns true for a notation of a null move.
pub(super) fn is_null_move(word: &str) -> bool {
    NULL_MOVES.contains(&word)
}

/// Returns true if a word has the form of a move in ICCF's numeric notation: file and rank of both
/// squares, and the piece of a promotion.
pub(super) fn is_iccf(word: &str) -> bool {
    let (squares, piece) = word.as_bytes().split_at(word.len().min(4));
    squares.len() == 4
        && squares.iter().all(|digit| (b'1'..=b'8').contains(digit))
        && matches!(piece, [] | [b'1'..=b'4'])
}

/// Converts ICCF's numeric notation to UCI notation.
fn iccf(word: &str) -> Option<String> {
    if !is_iccf(word) {
        return None;
    }
    let letters = word.bytes().enumerate().map(|(at, digit)| match at {
        0 | 2 => (b'a' + digit - b'1') as char,
        4 => ['q', 'r', 'b', 'n'][usize::from(digit - b'1')],
        _ => digit as char,
    });
    Some(letters.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_of_digits_are_squares() {
        for (word, uci) in
            [("5254", Some("e2e4")), ("71831", Some("g1h3q")), ("17184", Some("a7a8n"))]
        {
            assert_eq!(iccf(word).as_deref(), uci, "{word}");
        }
        for word in ["", "525", "5294", "0000", "52545", "525411", "5254e"] {
            assert_eq!(iccf(word), None, "{word}");
        }
    }
}
