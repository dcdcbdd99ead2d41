//! Files that grow by whole games, and are continued where they end.

use std::{
    fs::{File, OpenOptions},
    io::{BufReader, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use brudno::platform::files::open_regular;

use crate::data::{
    DataError, HEADER, POSITION_SIZE, POSITIONS_HEADER, PackedPosition, Reader, Record,
};

fn open(path: &Path) -> Result<File, DataError> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    let file = open_regular(path, &mut options).map_err(DataError::io(path))?;
    file.try_lock().map_err(|error| match error {
        std::fs::TryLockError::WouldBlock => DataError::Busy(path.to_owned()),
        std::fs::TryLockError::Error(error) => DataError::Io(path.to_owned(), error),
    })?;
    Ok(file)
}

/// Cuts a file off, and writes on there.
fn cut(mut file: &File, path: &Path, end: u64) -> Result<(), DataError> {
    file.set_len(end).map_err(DataError::io(path))?;
    file.seek(SeekFrom::Start(end)).map_err(DataError::io(path))?;
    Ok(())
}

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
        let file = open(path)?;
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
        let games = reader.games();
        cut(&file, path, reader.offset())?;
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

/// A file of the positions that the searches of games evaluated: a header, which readers skip, and
/// after each game's positions another one, so that whole games can be told.
pub struct LeavesFile {
    path: PathBuf,
    file: File,
}

impl LeavesFile {
    /// Opens the file that goes with one of `games` games, or begins it where there are none yet.
    /// What follows these games is removed: leaves are written before the game.
    ///
    /// # Errors
    ///
    /// [`DataError::Leaves`] where the file does not have the leaves of these games, or more than
    /// those of one further game; [`DataError::Busy`], and the system's.
    pub fn open(path: &Path, games: u64, max_leaves: usize) -> Result<LeavesFile, DataError> {
        let mismatch = || DataError::Leaves { path: path.to_owned(), games };
        if games > 0 && !path.exists() {
            return Err(mismatch());
        }
        let mut file = open(path)?;
        let length = file.metadata().map_err(DataError::io(path))?.len();
        if games == 0 && length == 0 {
            file.write_all(&POSITIONS_HEADER).map_err(DataError::io(path))?;
            return Ok(LeavesFile { path: path.to_owned(), file });
        }
        let end = end_of(&file, games).map_err(DataError::io(path))?.ok_or_else(mismatch)?;
        let left = length - end;
        let max_left = if games == 0 { 0 } else { (max_leaves + 1) * POSITION_SIZE };
        if left > max_left as u64 {
            return Err(mismatch());
        }
        cut(&file, path, end)?;
        Ok(LeavesFile { path: path.to_owned(), file })
    }

    /// Adds the leaves of a game, which are in the system's hands when this returns.
    ///
    /// # Errors
    ///
    /// The system's.
    pub fn append(&mut self, leaves: &[PackedPosition]) -> Result<(), DataError> {
        let bytes = [bytemuck::cast_slice(leaves), &POSITIONS_HEADER[..]].concat();
        self.file.write_all(&bytes).map_err(DataError::io(&self.path))
    }
}

/// Where the leaves of so many games end in a file; `None` where it has fewer.
fn end_of(file: &File, games: u64) -> std::io::Result<Option<u64>> {
    let mut input = BufReader::with_capacity(1 << 20, file);
    let mut record = [0; POSITION_SIZE];
    let (mut headers, mut end) = (0, 0);
    while headers <= games {
        match input.read_exact(&mut record) {
            Ok(()) => {}
            Err(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => return Ok(None),
            Err(error) => return Err(error),
        }
        end += POSITION_SIZE as u64;
        headers += u64::from(record == POSITIONS_HEADER);
        if headers == 0 {
            return Ok(None);
        }
    }
    Ok(Some(end))
}
