//! Reads the games of a file.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read},
    path::{Path, PathBuf},
};

use thiserror::Error;
use viriformat::dataformat::Game as Stored;

use super::{
    error::{DataError, Location, Unit},
    packed::PackedPosition,
    position_file::POSITIONS_HEADER,
    record::{HEADER, Record},
};

/// Reads the games of a file. A game reuses the memory of the previous one.
pub struct Reader<R> {
    input: R,
    path: PathBuf,
    games: u64,
    offset: u64,
    record: Option<Record>,
}

impl Reader<BufReader<File>> {
    /// Opens a file.
    ///
    /// # Errors
    ///
    /// I/O errors.
    pub fn open(path: &Path) -> Result<Self, DataError> {
        let file = File::open(path).map_err(DataError::io(path))?;
        Ok(Reader::new(BufReader::with_capacity(1 << 20, file), path))
    }
}

impl<R: BufRead> Reader<R> {
    /// Reads `input`, named `path` in error messages.
    pub fn new(input: R, path: &Path) -> Reader<R> {
        Reader { input, path: path.to_owned(), games: 0, offset: 0, record: None }
    }

    /// Returns the number of games read.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Returns the number of bytes of the games read.
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns the next game. `None` at the end. Do not continue after an error.
    ///
    /// # Errors
    ///
    /// [`DataError::Truncated`] if the file ends within a game, [`DataError::Damaged`] for invalid data,
    /// [`DataError::Io`].
    pub fn next_game(&mut self) -> Result<Option<(Location, &Record)>, DataError> {
        let (number, offset) = (self.games + 1, self.offset);
        let place = Location { path: self.path.clone(), unit: Unit::Game, number, offset };
        let fail = |error: io::Error| match error.kind() {
            io::ErrorKind::UnexpectedEof => DataError::Truncated(place.clone()),
            io::ErrorKind::InvalidData => place.damaged(&error),
            _ => DataError::Io(place.path.clone(), error),
        };
        if self.input.fill_buf().map_err(fail)?.is_empty() {
            return Ok(None);
        }
        let mut header = [0; HEADER];
        self.input.read_exact(&mut header).map_err(fail)?;
        check(&header).map_err(|reason| place.damaged(reason))?;
        let moves = self.record.take().map(|record| record.0.into_move_buffer());
        let mut bytes = header.chain(&mut self.input);
        let stored =
            Stored::deserialise_from(&mut bytes, moves.unwrap_or_default()).map_err(fail)?;
        let record = self.record.insert(Record(stored));
        self.games += 1;
        self.offset += record.size() as u64;
        Ok(Some((place, record)))
    }
}

/// Errors of a game's start position.
#[derive(Debug, Error)]
enum HeaderError {
    #[error("a file of single positions, not of games")]
    Positions,
    #[error("not a game: the start position has {0}")]
    Start(&'static str),
    #[error("not a game: the result is unknown")]
    Result,
}

/// Checks that viriformat can unpack a start position, since it panics otherwise.
fn check(header: &[u8; HEADER]) -> Result<(), HeaderError> {
    if *header == POSITIONS_HEADER {
        return Err(HeaderError::Positions);
    }
    let start: PackedPosition = bytemuck::cast(*header);
    start.check().map_err(HeaderError::Start)?;
    start.result().map(|_| ()).ok_or(HeaderError::Result)
}
