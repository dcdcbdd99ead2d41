//! The file that a run adds games to.

use std::{
    fs::{File, OpenOptions},
    io::{BufReader, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use crate::data::{DataError, HEADER, Reader, Record};

/// A file of whole games. No other process may add to it meanwhile.
pub struct GamesFile {
    path: PathBuf,
    file: File,
    games: u64,
    positions: u64,
    bytes: Vec<u8>,
}

impl GamesFile {
    /// Opens or begins a file; the end of a game that was cut off is removed. So short a file that
    /// nothing shows it to be one of games is refused.
    ///
    /// # Errors
    ///
    /// [`DataError::Busy`], [`DataError::Damaged`], and the system's.
    pub fn open(path: &Path) -> Result<GamesFile, DataError> {
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(DataError::io(path))?;
        file.try_lock().map_err(|error| match error {
            std::fs::TryLockError::WouldBlock => DataError::Busy(path.to_owned()),
            std::fs::TryLockError::Error(error) => DataError::Io(path.to_owned(), error),
        })?;
        let length = file.metadata().map_err(DataError::io(path))?.len();
        let mut reader = Reader::new(BufReader::new(&file), path);
        let mut positions = 0;
        loop {
            match reader.next_game() {
                Ok(Some((_, record))) => positions += record.len() as u64,
                Err(DataError::Truncated(place)) if length < HEADER as u64 => {
                    return Err(place.damaged("not a game: less than a start position"));
                }
                Ok(None) | Err(DataError::Truncated(_)) => break,
                Err(error) => return Err(error),
            }
        }
        let (games, end) = (reader.games(), reader.offset());
        file.set_len(end).map_err(DataError::io(path))?;
        file.seek(SeekFrom::Start(end)).map_err(DataError::io(path))?;
        Ok(GamesFile { path: path.to_owned(), file, games, positions, bytes: Vec::new() })
    }

    /// Games that were in the file when it was opened.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Positions that were in the file when it was opened.
    pub const fn positions(&self) -> u64 {
        self.positions
    }

    /// Adds a game, which is in the system's hands when this returns.
    ///
    /// # Errors
    ///
    /// The system's.
    pub fn append(&mut self, record: &Record) -> Result<(), DataError> {
        self.bytes.clear();
        record
            .write_to(&mut self.bytes)
            .and_then(|()| self.file.write_all(&self.bytes))
            .map_err(DataError::io(&self.path))
    }
}
