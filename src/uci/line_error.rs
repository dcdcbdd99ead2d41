//! Errors of a line in a conversation.

use std::{io, path::PathBuf};

use thiserror::Error;

use super::{
    background::StartError, command::CommandError, debug_log::LogError, help::UnknownCommand,
    options::OptionError, own_book::LoadBookError,
};
use crate::{
    chess::{PositionError, perft::TooDeep},
    eval::nnue::NetworkError,
    tools::openings::OpeningsError,
};

/// A line that is invalid or cannot be carried out.
#[derive(Debug, Error)]
pub enum LineError {
    #[error(transparent)]
    Command(#[from] CommandError),
    #[error(transparent)]
    Help(#[from] UnknownCommand),
    #[error(transparent)]
    Option(#[from] OptionError),
    #[error(transparent)]
    Position(#[from] PositionError),
    #[error("bench: {0}")]
    Bench(#[from] OpeningsError),
    #[error(transparent)]
    Perft(#[from] TooDeep),
    #[error(transparent)]
    Start(#[from] StartError),
    #[error(transparent)]
    Book(#[from] LoadBookError),
    #[error("cannot use the network '{path}': {error}; keeping {kept}")]
    Network {
        path: PathBuf,
        error: NetworkError,
        /// Name of the network that stays in use.
        kept: String,
    },
    #[error(transparent)]
    Encode(NetworkError),
    #[error("cannot write '{path}': {error}")]
    Write { path: PathBuf, error: io::Error },
    #[error("cannot log to '{path}': {error}")]
    Log { path: PathBuf, error: LogError },
}
