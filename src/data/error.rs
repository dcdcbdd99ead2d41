//! What can be wrong with a file of games.

use std::{
    error::Error,
    fmt, io,
    path::{Path, PathBuf},
};

/// Where a game stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The file.
    pub path: PathBuf,
    /// The game's number in the file, from 1.
    pub game: u64,
    /// Bytes of the file before the game.
    pub offset: u64,
}

impl Place {
    /// The error that the game here is not what it should be.
    pub fn damaged(&self, reason: impl fmt::Display) -> DataError {
        DataError::Damaged(self.clone(), reason.to_string())
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: game {} (byte {})", self.path.display(), self.game, self.offset)
    }
}

/// Why games could not be read or written.
#[derive(Debug)]
pub enum DataError {
    /// The system's refusal.
    Io(PathBuf, io::Error),
    /// The file ends within a game.
    Truncated(Place),
    /// What stands there is no game; why.
    Damaged(Place, String),
    /// A file that would be written over.
    Exists(PathBuf),
    /// Another process writes the file.
    Busy(PathBuf),
}

impl DataError {
    /// The system's refusal to do something with `path`.
    pub fn io(path: &Path) -> impl FnOnce(io::Error) -> DataError {
        move |error| DataError::Io(path.to_owned(), error)
    }
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DataError::Io(path, error) => write!(f, "{}: {error}", path.display()),
            DataError::Truncated(place) => write!(f, "{place}: the file ends within the game"),
            DataError::Damaged(place, reason) => write!(f, "{place}: {reason}"),
            DataError::Exists(path) => {
                write!(f, "{} already exists; remove it or choose another name", path.display())
            }
            DataError::Busy(path) => {
                write!(f, "{} is being written by another process", path.display())
            }
        }
    }
}

impl Error for DataError {}
