//! What is wrong with a game, and where.

use std::{error::Error, fmt, ops::Range};

use shakmaty::Color;

use crate::{chess::PositionError, notation::variant::UnknownVariant};

/// A place in a text, both counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// Line.
    pub line: usize,
    /// Character of the line.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// A remark of the reader on a game that it has read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// Where.
    pub place: Place,
    /// What.
    pub text: String,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.text)
    }
}

/// A game that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BrokenGame {
    /// Number in the file, from 1.
    pub number: usize,
    /// The players as `White - Black`.
    pub players: String,
    /// Where the error is.
    pub place: Place,
    /// What is wrong.
    pub why: GameError,
    /// The bytes of the text that hold the game.
    pub source: Range<usize>,
}

impl fmt::Display for BrokenGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.why)
    }
}

impl Error for BrokenGame {}

/// What is wrong with a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GameError {
    /// The start position is refused.
    Start(PositionError),
    /// A variant of chess that the engine does not play.
    Variant(UnknownVariant),
    /// A move that cannot be played.
    Move {
        /// Number of the move.
        number: u32,
        /// Whose move it is.
        turn: Color,
        /// The word as it is written.
        word: String,
        /// Why.
        error: PositionError,
    },
    /// The turn cannot be passed in check, at the move of this number.
    PassInCheck(u32),
    /// A variation before the first move.
    Variation,
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameError::Start(error) => write!(f, "tag FEN: {error}"),
            GameError::Variant(error) => error.fmt(f),
            GameError::Move { number, turn, word, error } => {
                let dots = turn.fold_wb(".", "...");
                match error {
                    PositionError::Illegal(_, fen) => {
                        write!(f, "{number}{dots}{word} is no legal move in {fen}")
                    }
                    PositionError::Notation(_) => write!(f, "{number}{dots}{word} is not a move"),
                    error => write!(f, "{number}{dots}{word}: {error}"),
                }
            }
            GameError::PassInCheck(number) => {
                write!(f, "move {number}: the turn cannot be passed in check")
            }
            GameError::Variation => f.write_str("a variation before the first move"),
        }
    }
}
