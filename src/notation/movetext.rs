//! Parses movetext: the moves of one game as people type or paste them.
//!
//! Reads the main line, in English SAN, long algebraic or UCI notation. Skips comments, variations,
//! glyphs, move numbers, tags and results.

use std::{borrow::Cow, fmt};

use shakmaty::{Color, File, Move, Rank, Role};
use thiserror::Error;

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
    /// The word and what is wrong with it.
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

/// Follows comments and variations through the lines of a game.
#[derive(Clone, Copy, Default)]
pub struct MainLine {
    is_comment: bool,
    /// Depth of variations.
    depth: usize,
}

impl MainLine {
    /// Returns true inside a comment in braces.
    pub const fn is_comment(self) -> bool {
        self.is_comment
    }

    /// Returns true inside a comment or a variation.
    pub const fn is_open(self) -> bool {
        self.is_comment || self.depth > 0
    }

    /// Returns the words of the main line in the next line of the text, each with its first byte.
    pub fn words<'a>(&mut self, line: &'a str) -> Vec<(usize, &'a str)> {
        let mut words = Vec::new();
        // The standard leaves lines that begin with `%` to programs.
        if !self.is_comment && (line.starts_with('%') || is_tag_line(line)) {
            return words;
        }
        let mut at = 0;
        while let Some(letter) = line[at..].chars().next() {
            let rest = &line[at..];
            let end_of = |bracket| rest.find(bracket).map_or(rest.len(), |end| end + 1);
            at += match letter {
                _ if self.is_comment => {
                    self.is_comment = !rest.contains('}');
                    end_of('}')
                }
                ';' => rest.len(),
                // A command such as `[%clk 0:01:00]` without braces.
                '[' => end_of(']'),
                '{' => {
                    self.is_comment = true;
                    1
                }
                '(' => {
                    self.depth += 1;
                    1
                }
                ')' => {
                    self.depth = self.depth.saturating_sub(1);
                    1
                }
                '}' | ']' => 1,
                _ if is_space(letter) => letter.len_utf8(),
                _ => {
                    let length = word_length(rest);
                    if self.depth == 0 {
                        words.push((at, &rest[..length]));
                    }
                    length
                }
            };
        }
        words
    }
}

/// Returns the length in bytes of the word at the start of a text.
pub fn word_length(text: &str) -> usize {
    let ends_word = |(at, letter): (usize, char)| {
        // `e8(Q)` is a move.
        let promotes = letter == '('
            && text[..at].ends_with(['1', '8'])
            && text[at..].chars().nth(1).is_some_and(char::is_uppercase)
            && text[at..].chars().nth(2) == Some(')');
        let closes = letter == ')' && text[..at].contains('(');
        let is_bracket = "{}()[];".contains(letter) && !promotes && !closes;
        // The standard lets a glyph and `*` follow a move without a space.
        is_space(letter) || is_bracket || at > 0 && "$*".contains(letter)
    };
    text.char_indices().find(|&letter| ends_word(letter)).map_or(text.len(), |(at, _)| at)
}

/// Returns true for white space, a byte order mark and zero-width spaces.
pub fn is_space(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, '\u{feff}' | '\u{200b}'..='\u{200f}' | '\u{2060}')
}

/// Returns true if a text starts with a PGN tag pair on its own line.
pub fn is_tag_line(text: &str) -> bool {
    let line = text.lines().next().unwrap_or_default().trim_matches(is_space);
    let Some((name, value)) =
        line.strip_prefix('[').and_then(|line| line.split_once(|c: char| is_space(c) || c == '"'))
    else {
        return false;
    };
    let is_name = |letter: char| letter.is_alphanumeric() || "_+#=:-".contains(letter);
    !name.is_empty() && name.chars().all(is_name) && line.ends_with(']') && value.contains('"')
}

/// Spellings of results, and their form in the PGN standard.
const RESULTS: [(&str, &str); 14] = [
    ("1-0", "1-0"),
    ("0-1", "0-1"),
    ("1/2-1/2", "1/2-1/2"),
    ("*", "*"),
    ("1/2", "1/2-1/2"),
    ("½-½", "1/2-1/2"),
    ("½", "1/2-1/2"),
    ("1–0", "1-0"),
    ("0–1", "0-1"),
    ("½–½", "1/2-1/2"),
    ("1/2–1/2", "1/2-1/2"),
    ("1:0", "1-0"),
    ("0:1", "0-1"),
    ("0.5-0.5", "1/2-1/2"),
];

/// Returns a result in the form of the PGN standard. `None` if the word is no result.
pub fn result(word: &str) -> Option<&'static str> {
    let word = word.trim_end_matches(',');
    RESULTS.iter().find(|(written, _)| *written == word).map(|&(_, result)| result)
}

/// Returns true if a word is only a move number: `1`, `1.`, `12...`.
pub fn is_move_number(word: &str) -> bool {
    !word.is_empty() && unnumbered(word).is_empty()
}

/// Returns a word without its move number: `e4` for `1.e4`, empty for `1.`.
pub fn unnumbered(word: &str) -> &str {
    split_number(word).1
}

/// Splits the move number off a word. The number is `None` if it is missing or too large.
pub fn split_number(word: &str) -> (Option<u32>, &str) {
    let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    // `0000` is a null move, `0-0` castles.
    if word.starts_with('0') {
        return (None, word);
    }
    if rest.is_empty() || rest.starts_with(['.', '…', ')']) {
        let digits = &word[..word.len() - rest.len()];
        return (digits.parse().ok(), rest.trim_start_matches(['.', '…', ')']));
    }
    (None, word)
}

/// Returns true for a word after a move that adds nothing to it, such as `e.p.` or `mate`.
pub fn is_remark(word: &str) -> bool {
    ["e.p.", "ep", "e.p", "+", "++", "#", "†", "‡", "ch", "ch.", "mate"].contains(&word)
}

/// Removes the annotation signs from a move. Returns an empty text for a word that is no move: a
/// remark, a glyph, the `N` of a novelty or the `D` of a diagram.
fn without_glyphs(word: &str) -> &str {
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
    let word = ascii(word);
    let as_written = position.parse_move(&word);
    match (as_written, pawn_capture(position, &word)) {
        (Ok(m), Some(capture)) if m != capture => Err(PositionError::Ambiguous(word.into_owned())),
        (_, Some(capture)) => Ok(capture),
        (as_written, None) => as_written,
    }
}

/// Converts a move to ASCII: figurines to letters, dashes to hyphens. Removes signs of check and of
/// en passant that SAN does not have.
fn ascii(word: &str) -> Cow<'_, str> {
    let word = word.strip_suffix("e.p.").or_else(|| word.strip_suffix("ep")).unwrap_or(word);
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

/// Parses a pawn's capture without a sign where the letter `b` may be a bishop (`bc6`), or without
/// a rank (`ed`, `exd`), if exactly one is legal.
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
        for capture in
            ["exd6", "e:d6", "e5xd6 e.p.", "exd6e.p.", "exd6ep", "e×d6!", "ed6", "ed", "exd", "e:d"]
        {
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

    #[test]
    fn words_lose_their_numbers() {
        for (word, rest) in
            [("1.e4", "e4"), ("12...e5", "e5"), ("3)", ""), ("…", ""), ("0-0", "0-0"), ("e4", "e4")]
        {
            assert_eq!(unnumbered(word), rest, "{word}");
        }
        assert!(is_move_number("7") && is_move_number("7...") && !is_move_number("0000"));
        assert!(!is_move_number("") && !is_move_number("7.e4"));
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
