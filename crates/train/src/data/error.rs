//! Errors of files of games and positions.

use std::{
    fmt, io,
    path::{Path, PathBuf},
};

use brudno_notation::pgn::BrokenGame;
use thiserror::Error;

use super::teacher::TeacherError;

/// Content of a file.
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

/// Place of a game or a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Location {
    /// The file.
    pub path: PathBuf,
    /// Kind of the entry.
    pub unit: Unit,
    /// Number in the file, from 1.
    pub number: u64,
    /// Offset in the file, bytes.
    pub offset: u64,
}

impl Location {
    /// Returns the error of damaged data at this place.
    pub fn damaged(&self, reason: impl fmt::Display) -> DataError {
        DataError::Damaged(self.clone(), reason.to_string())
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Location { path, unit, number, offset } = self;
        write!(f, "{}: {unit} {number} (byte {offset})", path.display())
    }
}

/// Errors of reading and writing games and positions.
#[derive(Debug, Error)]
pub enum DataError {
    /// I/O error.
    #[error("{0}: {1}")]
    Io(PathBuf, io::Error),
    /// The file ends within a game or position.
    #[error("{0}: the file ends within the {unit}", unit = .0.unit)]
    Truncated(Location),
    /// Invalid data, with the reason.
    #[error("{0}: {1}")]
    Damaged(Location, String),
    /// A game of a PGN file that cannot be read.
    #[error("{path}: game {number} ({players}): {1}", path = .0.display(), number = .1.number, players = .1.players)]
    Pgn(PathBuf, Box<BrokenGame>),
    /// The files contain games and single positions.
    #[error(
        "{games} contains games, but {positions} contains single positions; give files of one kind"
    )]
    Mixed {
        /// The first file of games.
        games: PathBuf,
        /// The first file of positions.
        positions: PathBuf,
    },
    /// The teacher fails.
    #[error(transparent)]
    Teacher(#[from] TeacherError),
    /// A file of leaves does not belong to the games.
    #[error(
        "{path} does not contain the leaves of the {games} finished games; {advice}",
        advice = leaves_advice(*.games)
    )]
    Leaves {
        /// The file of leaves.
        path: PathBuf,
        /// Number of games played.
        games: u64,
    },
    /// The output exists.
    #[error("{0} already exists; remove it or choose another name")]
    Exists(PathBuf),
    /// Another process is writing the file.
    #[error("{0} is being written by another process")]
    Busy(PathBuf),
}

/// Returns advice about a file of leaves that belongs to other games.
fn leaves_advice(games: u64) -> &'static str {
    match games {
        0 => "remove it or choose another name",
        _ => "start again with new files for the games and the leaves",
    }
}

impl DataError {
    /// Returns a function that wraps an I/O error of `path`.
    pub fn io(path: &Path) -> impl FnOnce(io::Error) -> DataError {
        move |error| DataError::Io(path.to_owned(), error)
    }
}
