//! Arguments of the benchmarks: words in a fixed order, each with a default (Stockfish). A word with
//! spaces, such as a path, stands in quotation marks.

use thiserror::Error;

use crate::chess::perft::TooDeep;

#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ArgumentError {
    /// A number is out of its range, or not a number.
    #[error("{name}: expected a number from 1 to {max}, not '{given}'")]
    Number { name: &'static str, max: u64, given: String },
    /// There is no such type of limit.
    #[error("limit type: expected depth, nodes, movetime, perft or eval, not '{0}'")]
    LimitType(String),
    /// The depth of perft is too large.
    #[error(transparent)]
    Perft(#[from] TooDeep),
    #[error("unexpected argument '{0}'")]
    Extra(String),
}

/// The arguments of a line.
pub(super) struct Arguments<'a>(&'a str);

impl<'a> Arguments<'a> {
    pub fn new(text: &'a str) -> Arguments<'a> {
        Arguments(text)
    }

    pub fn word(&mut self) -> Option<&'a str> {
        let rest = self.0.trim_start();
        if rest.is_empty() {
            return None;
        }
        let (word, rest) = match rest.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => rest.split_once(char::is_whitespace).unwrap_or((rest, "")),
        };
        self.0 = rest;
        Some(word)
    }

    /// Parses the next word as a number from 1 to `max`. Returns `None` at the end of the line.
    ///
    /// # Errors
    ///
    /// [`ArgumentError::Number`].
    pub fn number(&mut self, name: &'static str, max: u64) -> Result<Option<u64>, ArgumentError> {
        let number = |word: &str| {
            let number = word.parse().ok().filter(|number| (1..=max).contains(number));
            number.ok_or_else(|| ArgumentError::Number { name, max, given: word.to_owned() })
        };
        self.word().map(number).transpose()
    }

    /// Checks that no word is left.
    ///
    /// # Errors
    ///
    /// [`ArgumentError::Extra`].
    pub fn end(mut self) -> Result<(), ArgumentError> {
        self.word().map_or(Ok(()), |word| Err(ArgumentError::Extra(word.to_owned())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_with_spaces_are_quoted() {
        let mut arguments = Arguments::new("  1 \"my file.epd\" depth \"open end");
        let words: Vec<&str> = std::iter::from_fn(|| arguments.word()).collect();
        assert_eq!(words, ["1", "my file.epd", "depth", "open end"]);
        assert_eq!(Arguments::new("  ").word(), None);
    }
}
