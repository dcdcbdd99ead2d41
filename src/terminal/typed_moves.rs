//! Parses a line of moves as people type it: `1.e4`, `e2-e4`, `exd`, `e4 e5`.

use crate::notation::movetext::{MainLine, result, unnumbered, without_glyphs};

/// The moves of a line, without numbers, comments, variations, glyphs and results.
pub struct TypedMoves<'a> {
    words: Vec<&'a str>,
    begins: bool,
    is_open: bool,
}

impl<'a> TypedMoves<'a> {
    /// Parses a line. Its words need not be moves.
    pub fn parse(line: &'a str) -> TypedMoves<'a> {
        let line = line.trim();
        let mut main_line = MainLine::default();
        let words = main_line.words(line).into_iter().map(|(_, word)| word);
        let moves = words.filter(|word| result(word).is_none());
        let moves = moves.map(|word| without_glyphs(unnumbered(word)));
        TypedMoves {
            words: moves.filter(|word| !word.is_empty()).collect(),
            begins: line.starts_with("1.") && !line.starts_with("1.."),
            is_open: main_line.is_open(),
        }
    }

    /// Returns the words that may be moves.
    pub fn words(&self) -> &[&'a str] {
        &self.words
    }

    /// Returns true if the line begins with White's first move.
    pub const fn begins_game(&self) -> bool {
        self.begins
    }

    /// Returns true if the line ends inside a comment or a variation.
    pub const fn is_open(&self) -> bool {
        self.is_open
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_without_what_is_around_them() {
        for (line, words) in [
            ("e4", &["e4"][..]),
            ("1.e4", &["e4"]),
            (" 12. Nf3! ", &["Nf3"]),
            ("3...exd5", &["exd5"]),
            ("1. e4 {best} e5 (1...c5) 2.Nf3 $1 1-0", &["e4", "e5", "Nf3"]),
            ("?", &[]),
            ("1.", &[]),
            ("a8 Q", &["a8", "Q"]),
        ] {
            assert_eq!(TypedMoves::parse(line).words(), words, "{line}");
        }
        assert!(TypedMoves::parse("1. e4").begins_game());
        assert!(!TypedMoves::parse("1... e5").begins_game());
        assert!(TypedMoves::parse("e4 {never closed").is_open());
    }
}
