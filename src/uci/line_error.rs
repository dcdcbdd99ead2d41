//! Errors of a line in a conversation.

use std::{io, path::PathBuf};

use thiserror::Error;

use super::{
    background::StartError, command::CommandError, help::UnknownCommand, options::OptionError,
    own_book::LoadBookError,
};
use crate::{
    chess::{PositionError, perft::TooDeep},
    eval::nnue::NetworkError,
    tools::openings::OpeningsError,
};

/// A line that is invalid or cannot be carried out.
#[derive(Debug, Error)]
pub enum LineError {
    /// The line cannot be parsed.
    #[error(transparent)]
    Command(#[from] CommandError),
    /// `help` is asked for an unknown command.
    #[error(transparent)]
    Help(#[from] UnknownCommand),
    /// An option cannot be set.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// A position or a move is invalid.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The positions of the benchmark cannot be read.
    #[error("bench: {0}")]
    Bench(#[from] OpeningsError),
    /// The depth of perft is too large.
    #[error(transparent)]
    Perft(#[from] TooDeep),
    /// The system refuses a thread.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The opening book cannot be loaded.
    #[error(transparent)]
    Book(#[from] LoadBookError),
    /// The network cannot be loaded.
    #[error("cannot use the network '{path}': {error}; keeping {kept}")]
    Network {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: NetworkError,
        /// Name of the network that stays in use.
        kept: String,
    },
    /// The network cannot be encoded.
    #[error(transparent)]
    Encode(NetworkError),
    /// The network cannot be written.
    #[error("cannot write '{path}': {error}")]
    Write {
        /// The file.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// The debug log cannot be written.
    #[error("cannot log to '{path}': {error}")]
    Log {
        /// The file.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
}
