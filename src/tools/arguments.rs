//! Arguments of the benchmarks: words in a fixed order, each with a default (Stockfish).

use std::str::SplitWhitespace;

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
pub(super) struct Arguments<'a>(SplitWhitespace<'a>);

impl<'a> Arguments<'a> {
    pub fn new(text: &'a str) -> Arguments<'a> {
        Arguments(text.split_whitespace())
    }

    pub fn word(&mut self) -> Option<&'a str> {
        self.0.next()
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
