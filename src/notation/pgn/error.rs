//! What is wrong with a game, and where.

use std::{fmt, ops::Range};

use shakmaty::Color;
use thiserror::Error;

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
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{place}: {why}")]
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
    pub range: Range<usize>,
}

/// What is wrong with a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum GameError {
    /// The start position is refused.
    #[error("tag FEN: {0}")]
    Start(PositionError),
    /// A variant of chess that the engine does not play.
    #[error(transparent)]
    Variant(UnknownVariant),
    /// A move that cannot be played.
    #[error(fmt = fmt_move_error)]
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
    #[error("move {0}: the turn cannot be passed in check")]
    PassInCheck(u32),
    /// A variation before the first move.
    #[error("a variation before the first move")]
    Variation,
}

fn fmt_move_error(
    number: &u32,
    turn: &Color,
    word: &str,
    error: &PositionError,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let dots = turn.fold_wb(".", "...");
    match error {
        PositionError::Illegal(_, fen) => {
            write!(f, "{number}{dots}{word} is no legal move in {fen}")
        }
        PositionError::Notation(_) => write!(f, "{number}{dots}{word} is not a move"),
        error => write!(f, "{number}{dots}{word}: {error}"),
    }
}
