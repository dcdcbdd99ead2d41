//! Errors of files of games and positions.

use std::{
    error::Error,
    fmt, io,
    path::{Path, PathBuf},
};

use super::teacher::TeacherError;

/// What a file contains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// Games.
    Game,
    /// Single positions.
    Position,
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unit::Game => "game",
            Unit::Position => "position",
        })
    }
}

/// The place of a game or a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The file.
    pub path: PathBuf,
    /// Kind of the entry.
    pub unit: Unit,
    /// Number in the file, from 1.
    pub number: u64,
    /// Offset in the file, bytes.
    pub offset: u64,
}

impl Place {
    /// Returns the error for damaged data at this place.
    pub fn damaged(&self, reason: impl fmt::Display) -> DataError {
        DataError::Damaged(self.clone(), reason.to_string())
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place { path, unit, number, offset } = self;
        write!(f, "{}: {unit} {number} (byte {offset})", path.display())
    }
}

/// Errors of reading and writing games and positions.
#[derive(Debug)]
pub enum DataError {
    /// I/O error.
    Io(PathBuf, io::Error),
    /// The file ends within a game or position.
    Truncated(Place),
    /// Invalid data, with the reason.
    Damaged(Place, String),
    /// A file of games together with one of positions.
    Mixed {
        /// The first file of games.
        games: PathBuf,
        /// The first file of positions.
        positions: PathBuf,
    },
    /// The teacher fails.
    Teacher(TeacherError),
    /// A file of leaves does not belong to the games.
    Leaves {
        /// The file of leaves.
        path: PathBuf,
        /// Number of games played.
        games: u64,
    },
    /// The output exists.
    Exists(PathBuf),
    /// Another process writes the file.
    Busy(PathBuf),
}

impl DataError {
    /// Returns a function that wraps an I/O error of `path`.
    pub fn io(path: &Path) -> impl FnOnce(io::Error) -> DataError {
        move |error| DataError::Io(path.to_owned(), error)
    }
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DataError::Io(path, error) => write!(f, "{}: {error}", path.display()),
            DataError::Truncated(place) => {
                write!(f, "{place}: the file ends within the {}", place.unit)
            }
            DataError::Damaged(place, reason) => write!(f, "{place}: {reason}"),
            DataError::Mixed { games, positions } => {
                let (games, positions) = (games.display(), positions.display());
                write!(f, "{games} has games and {positions} single positions: take one kind")
            }
            DataError::Teacher(error) => error.fmt(f),
            DataError::Leaves { path, games } => {
                let path = path.display();
                write!(
                    f,
                    "{path} does not have the leaves of the {games} games that are played: "
                )?;
                match games {
                    0 => f.write_str("remove it or choose another name"),
                    _ => f.write_str("play games with leaves from the first on, into new files"),
                }
            }
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

impl From<TeacherError> for DataError {
    fn from(error: TeacherError) -> DataError {
        DataError::Teacher(error)
    }
}
