//! Files to which complete games are appended.

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

/// Truncates a file, and continues there.
fn cut(mut file: &File, path: &Path, end: u64) -> Result<(), DataError> {
    file.set_len(end).map_err(DataError::io(path))?;
    file.seek(SeekFrom::Start(end)).map_err(DataError::io(path))?;
    Ok(())
}

/// A file of complete games, which is locked against other processes.
pub struct GamesFile {
    path: PathBuf,
    file: File,
    games: u64,
    positions: u64,
    bytes: Vec<u8>,
}

impl GamesFile {
    /// Opens or creates a file, and removes an incomplete last game. Rejects a file that is too short to
    /// be recognised as games.
    ///
    /// # Errors
    ///
    /// [`DataError::Busy`], [`DataError::Damaged`], and I/O errors.
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

    /// Returns the number of games at opening.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Returns the number of positions at opening.
    pub const fn positions(&self) -> u64 {
        self.positions
    }

    /// Appends a game, unbuffered.
    ///
    /// # Errors
    ///
    /// I/O errors.
    pub fn append(&mut self, record: &Record) -> Result<(), DataError> {
        self.bytes.clear();
        record
            .write_to(&mut self.bytes)
            .and_then(|()| self.file.write_all(&self.bytes))
            .map_err(DataError::io(&self.path))
    }
}

/// A file of positions that searches evaluated. A header precedes the positions of the first game,
/// and follows the positions of each game to mark its end. Readers skip these headers.
pub struct LeavesFile {
    path: PathBuf,
    file: File,
}

impl LeavesFile {
    /// Opens the file that belongs to a file of `games` games, or creates it if there are none.
    /// Removes the leaves of later games, because leaves are written before their game.
    ///
    /// # Errors
    ///
    /// [`DataError::Leaves`] if the file has fewer games, or more than one further game;
    /// [`DataError::Busy`], and I/O errors.
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

    /// Appends the leaves of a game, unbuffered.
    ///
    /// # Errors
    ///
    /// I/O errors.
    pub fn append(&mut self, leaves: &[PackedPosition]) -> Result<(), DataError> {
        let bytes = [bytemuck::cast_slice(leaves), &POSITIONS_HEADER[..]].concat();
        self.file.write_all(&bytes).map_err(DataError::io(&self.path))
    }
}

/// Returns the offset at which the leaves of `games` games end. `None` if the file has fewer games.
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
