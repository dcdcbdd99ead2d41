//! Errors of reading games.

use std::{fmt, ops::Range};

use brudno::{
    chess::PositionError,
    notation::movetext::{Location, MoveError},
};
use thiserror::Error;

use crate::variant::UnknownVariant;

/// A remark of the reader on a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// Position.
    pub location: Location,
    /// Remark.
    pub text: String,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.location, self.text)
    }
}

/// A game that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{location}: {why}")]
pub struct BrokenGame {
    /// Number of the game in the file, from 1.
    pub number: usize,
    /// Players as `White - Black`.
    pub players: String,
    /// Position of the error.
    pub location: Location,
    /// Error.
    pub why: GameError,
    /// Byte range of the game in the text.
    pub range: Range<usize>,
}

/// Errors of a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum GameError {
    /// The start position is invalid.
    #[error("tag FEN: {0}")]
    Start(PositionError),
    /// The variant is not supported.
    #[error(transparent)]
    Variant(UnknownVariant),
    /// A move is invalid.
    #[error(transparent)]
    Move(MoveError),
    /// A null move in check. Contains the move number.
    #[error("move {0}: null move in check")]
    PassInCheck(u32),
    /// The game has words, but none of them is a move.
    #[error("no word is a move")]
    NoMoves,
    /// Variations within variations, more than this number.
    #[error("more than {0} variations within each other")]
    Nesting(usize),
    /// A variation before the first move.
    #[error("a variation before the first move")]
    Variation,
}
