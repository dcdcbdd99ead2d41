//! Parses movetext: the moves of one game as people type or paste them.
//!
//! Reads the main line, in English SAN, long algebraic or UCI notation. Skips comments, variations,
//! glyphs, move numbers, tags and results.

mod words;

use std::{borrow::Cow, fmt};

use shakmaty::{Color, File, Move, Rank, Role};
use thiserror::Error;

pub use words::{
    MainLine, is_move_number, is_remark, is_space, is_tag_line, result, split_number, unnumbered,
    word_length,
};

use crate::chess::{Game, Position, PositionError};

/// The moves of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Movetext {
    /// Main line.
    pub moves: Vec<Move>,
    /// Result as in the PGN standard, if the text has one.
    pub result: Option<&'static str>,
}

/// A place in a text, from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Location {
    /// Line.
    pub line: usize,
    /// Character of the line.
    pub column: usize,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// The first word of a text that is no legal move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{location}: {error}")]
pub struct MovetextError {
    /// Place of the word.
    pub location: Location,
    /// The word, and why it is no legal move.
    pub error: MoveError,
}

/// A word of a game that is no legal move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{number}{}{word}{}", turn.fold_wb(".", "..."), describe(error))]
pub struct MoveError {
    /// Move number of the position.
    pub number: u32,
    /// Side to move.
    pub turn: Color,
    /// Word in the text.
    pub word: String,
    /// What is wrong with it.
    pub error: PositionError,
}

fn describe(error: &PositionError) -> String {
    match error {
        PositionError::Illegal(_, fen) => format!(" is not a legal move in {fen}"),
        PositionError::Notation(_) => " is not a move".to_owned(),
        error => format!(": {error}"),
    }
}

/// Parses the main line of a game from a start position.
///
/// # Errors
///
/// The first word that is no legal move.
pub fn read(start: &Game, text: &str) -> Result<Movetext, MovetextError> {
    let mut position = start.position().clone();
    let mut read = Movetext::default();
    let mut main_line = MainLine::default();
    for (line, text) in (1..).zip(text.lines()) {
        for (at, written) in main_line.words(text) {
            if let Some(result) = result(written) {
                read.result = Some(result);
                continue;
            }
            let unnumbered = unnumbered(written);
            let word = without_glyphs(unnumbered);
            if word.is_empty() {
                continue;
            }
            let m = read_move(&position, word).map_err(|error| {
                let before = &text[..at + written.len() - unnumbered.len()];
                let location = Location { line, column: before.chars().count() + 1 };
                let (number, turn) = (position.fullmoves(), position.turn());
                let error = MoveError { number, turn, word: word.to_owned(), error };
                MovetextError { location, error }
            })?;
            read.moves.push(m);
            position = position.play(m);
        }
    }
    Ok(read)
}

/// Removes the annotation signs from a move. Returns an empty text for a word that is no move: a
/// remark, a glyph, the `N` of a novelty or the `D` of a diagram.
pub(crate) fn without_glyphs(word: &str) -> &str {
    if is_remark(word) || word.starts_with('$') || matches!(word, "N" | "D") {
        return "";
    }
    word.trim_end_matches(|letter: char| !letter.is_alphanumeric() && !").".contains(letter))
}

/// Parses a move in English: SAN with letters or figurines, long algebraic or UCI notation.
///
/// # Errors
///
/// The word is no legal move.
pub fn read_move(position: &Position, word: &str) -> Result<Move, PositionError> {
    parse_ascii(position, &ascii(word)).map_err(|error| match error {
        // The word as it is written.
        PositionError::Illegal(_, fen) => PositionError::Illegal(word.to_owned(), fen),
        PositionError::Ambiguous(_) => PositionError::Ambiguous(word.to_owned()),
        error => error,
    })
}

fn parse_ascii(position: &Position, word: &str) -> Result<Move, PositionError> {
    let as_written = position.parse_move(word);
    let Some(captures) = pawn_captures(position, word) else { return as_written };
    match (as_written, captures.as_slice()) {
        (Ok(m), &[capture]) if m != capture => Err(PositionError::Ambiguous(word.to_owned())),
        (_, &[capture]) => Ok(capture),
        (Err(PositionError::Notation(word)), []) => {
            Err(PositionError::Illegal(word, position.fen()))
        }
        (Err(PositionError::Notation(word)), _) => Err(PositionError::Ambiguous(word)),
        (as_written, _) => as_written,
    }
}

/// Converts a move to ASCII: figurines to letters, dashes to hyphens. Removes signs of check and of
/// en passant that SAN does not have, and the letter of a pawn.
pub(crate) fn ascii(word: &str) -> Cow<'_, str> {
    let word = word.strip_suffix("e.p.").or_else(|| word.strip_suffix("ep")).unwrap_or(word);
    let pawn = word.strip_prefix('P').filter(|m| m.starts_with(|file| ('a'..='h').contains(&file)));
    let word = pawn.unwrap_or(word);
    let (castle, check) = word.split_at(word.trim_end_matches(['+', '#']).len());
    match castle {
        "OO" | "oo" | "00" => return Cow::Owned(format!("O-O{check}")),
        "OOO" | "ooo" | "000" => return Cow::Owned(format!("O-O-O{check}")),
        _ => {}
    }
    if word.is_ascii() && !word.contains(['(', '/']) {
        return Cow::Borrowed(word);
    }
    let letters = word.chars().filter_map(|letter| match letter {
        '♔' | '♚' => Some('K'),
        '♕' | '♛' => Some('Q'),
        '♖' | '♜' => Some('R'),
        '♗' | '♝' => Some('B'),
        '♘' | '♞' => Some('N'),
        // Pawns have no letter. The last character is the text variation selector.
        '♙' | '♟' | '\u{fe0e}' => None,
        '‐' | '‑' | '–' | '—' | '−' => Some('-'),
        '×' => Some('x'),
        '†' => Some('+'),
        '‡' => Some('#'),
        // `e8(Q)` and `e8/Q`
        '(' | '/' => Some('='),
        ')' => None,
        letter => Some(letter),
    });
    Cow::Owned(letters.collect())
}

/// Returns the legal captures of a pawn that are written without a sign where the letter `b` may be
/// a bishop (`bc6`), or without a rank (`ed`, `exd`). `None` if the word is not written so.
fn pawn_captures(position: &Position, word: &str) -> Option<Vec<Move>> {
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
    Some(position.legal_moves().into_iter().filter(is_it).collect())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Returns the moves in UCI notation and the result, or the error.
    fn read_from(fen: &str, text: &str) -> Result<(String, Option<&'static str>), String> {
        let start = Game::from_fen(fen, false).unwrap();
        let read = read(&start, text).map_err(|error| error.to_string())?;
        let mut position = start.position().clone();
        let moves = read.moves.iter().map(|&m| {
            let text = position.to_uci(m, false).to_string();
            position = position.play(m);
            text
        });
        Ok((moves.collect::<Vec<_>>().join(" "), read.result))
    }

    fn moves(text: &str) -> Result<(String, Option<&'static str>), String> {
        read_from("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", text)
    }

    #[test]
    fn moves_are_read_in_many_forms() {
        let expected = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1".to_owned();
        for (text, result) in [
            ("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O", None),
            ("1.e4 e5 2.Nf3 Nc6 3.Bc4 Bc5 4.0-0", None),
            ("e4 e5 nf3 nc6 bc4 bc5 0-0", None),
            ("e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1", None),
            ("1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 3. Bf1-c4 Bf8-c5 4. O–O", None),
            ("1 e4 e5 2 Nf3 Nc6 3 Bc4 Bc5 4 o-o", None),
            ("1. e4 1... e5 2. Nf3 2… Nc6 3) Bc4, Bc5 4 . O-O *", Some("*")),
            ("1. ♙e4 e5 2. ♘f3 ♞c6 3. ♗c4 ♝c5 4. O-O ½-½", Some("1/2-1/2")),
            (
                "1.e4 {best; by (test)} e5 (1...c5 2.Nf3 (2.c3 {x)}) d6) 2.Nf3!?$1 Nc6 ; to the {end\n\
                 3.Bc4!+- N [%clk 1:00] Bc5 +/= $14 4.O-O± 1-0,",
                Some("1-0"),
            ),
            (
                "\u{feff}[Event \"A [new] game\"]\n[Result \"0-1\"]\n\n% 1. d4\n1. e4\ne5 2. Nf3 Nc6 {one\n\
                 \n[Black \"x\"]\n%} 3. Bc4 Bc5 (3...\nd6\n) 4. O-O*",
                Some("*"),
            ),
            ("1.\u{a0}e4\u{200b} e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O", None),
        ] {
            assert_eq!(moves(text), Ok((expected.clone(), result)), "{text}");
        }
        for text in ["", "*", "1.", "[White \"A\"]\n", "(1. e4", "{1. e4", "; 1. e4", "!? $3 +"] {
            assert_eq!(moves(text).unwrap().0, "", "{text}");
        }
    }

    #[test]
    fn captures_and_promotions_are_read_in_many_forms() {
        let fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
        for capture in [
            "exd6",
            "Pexd6",
            "Pe5xd6",
            "e:d6",
            "e5xd6 e.p.",
            "exd6e.p.",
            "exd6ep",
            "e×d6!",
            "ed6",
            "ed",
            "exd",
            "e:d",
        ] {
            assert_eq!(read_from(fen, capture).unwrap().0, "e5d6", "{capture}");
        }
        let fen = "8/P3k3/8/8/8/8/8/4K3 w - - 0 1";
        for promotion in ["a8=Q+", "a7-a8Q†", "a8(Q)", "a8/Q+", "a8Q++", "a7a8q"] {
            assert_eq!(read_from(fen, promotion).unwrap().0, "a7a8q", "{promotion}");
        }
    }

    #[test]
    fn a_small_b_is_a_pawn_or_a_bishop() {
        let pawn = "4k3/8/8/8/2p5/1P6/8/4K3 w - - 0 1";
        assert_eq!(read_from(pawn, "bc4").unwrap().0, "b3c4");
        let bishop = "4k3/8/8/8/2p5/8/4B3/4K3 w - - 0 1";
        assert_eq!(read_from(bishop, "bc4").unwrap().0, "e2c4");
        let both = "4k3/8/8/8/2p5/1P6/4B3/4K3 w - - 0 1";
        assert_eq!(read_from(both, "bxc4").unwrap().0, "b3c4");
        assert!(read_from(both, "bc4").unwrap_err().contains("more than one piece"));
    }

    #[test]
    fn the_first_illegal_word_has_its_place() {
        for (text, message) in [
            ("1. e4 e4 hello", "line 1, column 7: 1...e4 is not a legal move in rnbqkbnr/"),
            ("1. e4 {é} e5\n  2.Nf6!", "line 2, column 5: 2.Nf6 is not a legal move in "),
            ("[White \"A\"]\n\n1. e4 {a\nb} hello", "line 4, column 4: 1...hello is not a move"),
            ("e4 0000", "line 1, column 4: 1...0000 is not a legal move"),
        ] {
            let error = moves(text).unwrap_err();
            assert!(error.starts_with(message), "{text}: {error}");
        }
    }

    proptest! {
        #[test]
        fn every_place_is_in_the_text(words in prop::collection::vec(
            prop::sample::select(&[
                "1.", "1...", "e4", "e5", "Nf3!?", "exd5e.p.", "{", "}", "(", ")", "[", "]", "[%clk 1]",
                "[White \"é\"]", "\n", ";", "$", "$1", "é", "½", "1-0", "*", "…", "e8(Q)", "(", "a8)",
                "\u{feff}", "\u{200b}", "ep", "%", "-", ",",
            ][..]),
            0..30,
        ), separator in prop::sample::select(&["", " "][..])) {
            let text = words.join(separator);
            if let Err(MovetextError { location: Location { line, column }, error }) =
                read(&Game::default(), &text)
            {
                let line = text.lines().nth(line - 1).expect("the line is there");
                let rest: String = line.chars().skip(column - 1).collect();
                prop_assert!(rest.starts_with(&error.word), "{rest}: {error}");
            }
        }
    }
}
