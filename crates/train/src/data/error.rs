//! What can be wrong with a file of games or positions.

use std::{
    error::Error,
    fmt, io,
    path::{Path, PathBuf},
};

use super::teacher::TeacherError;

/// What a file is a sequence of.
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

/// Where a game or a position stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The file.
    pub path: PathBuf,
    /// What stands there.
    pub unit: Unit,
    /// Its number in the file, from 1.
    pub number: u64,
    /// Bytes of the file before it.
    pub offset: u64,
}

impl Place {
    /// The error that what is here is not what it should be.
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

/// Why games or positions could not be read or written.
#[derive(Debug)]
pub enum DataError {
    /// The system's refusal.
    Io(PathBuf, io::Error),
    /// The file ends within a game or position.
    Truncated(Place),
    /// What stands there is no game or position; why.
    Damaged(Place, String),
    /// A file of games and one of positions where all are to be alike.
    Mixed {
        /// The first file of games.
        games: PathBuf,
        /// The first file of positions.
        positions: PathBuf,
    },
    /// The program that is asked for scores fails.
    Teacher(TeacherError),
    /// The leaves in this file are not those of so many games.
    Leaves {
        /// The file of leaves.
        path: PathBuf,
        /// Games that are played already.
        games: u64,
    },
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
