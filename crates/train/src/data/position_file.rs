//! Files of single positions. A position has 32 bytes in the layout of viriformat's start
//! positions. A header of the same size precedes them. Files can be joined with `cat`.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read},
    path::{Path, PathBuf},
};

use super::{
    error::{DataError, Location, Unit},
    output::Output,
    packed::PackedPosition,
};

/// Bytes of a position in a file.
pub const POSITION_SIZE: usize = size_of::<PackedPosition>();
/// Header of a file of positions. Readers skip further headers within the file.
pub const POSITIONS_HEADER: [u8; POSITION_SIZE] =
    *b"BrudnoPositions1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";
/// Returns true if a file has the header of positions. Other files contain games.
///
/// # Errors
///
/// I/O errors.
pub fn is_positions_file(path: &Path) -> Result<bool, DataError> {
    let mut start = Vec::new();
    File::open(path)
        .and_then(|file| file.take(POSITION_SIZE as u64).read_to_end(&mut start))
        .map_err(DataError::io(path))?;
    Ok(start == POSITIONS_HEADER)
}

impl Unit {
    /// Returns the content of all files, which is found in their headers.
    ///
    /// # Errors
    ///
    /// [`DataError::Mixed`], and I/O errors.
    pub fn of(paths: &[PathBuf]) -> Result<Unit, DataError> {
        let mut firsts: [Option<&PathBuf>; 2] = [None; 2];
        for path in paths {
            firsts[usize::from(is_positions_file(path)?)].get_or_insert(path);
        }
        match firsts {
            [Some(games), Some(positions)] => {
                Err(DataError::Mixed { games: games.clone(), positions: positions.clone() })
            }
            [None, Some(_)] => Ok(Unit::Position),
            _ => Ok(Unit::Game),
        }
    }
}

/// Reads the positions of a file. After an error, it returns no more positions.
pub struct PositionReader<R> {
    input: R,
    path: PathBuf,
    positions: u64,
    offset: u64,
    /// Whether the last position follows a header.
    leads: bool,
    failed: bool,
}

impl PositionReader<BufReader<File>> {
    /// Opens a file.
    ///
    /// # Errors
    ///
    /// [`DataError::Damaged`] without the header, and I/O errors.
    pub fn open(path: &Path) -> Result<Self, DataError> {
        let file = File::open(path).map_err(DataError::io(path))?;
        PositionReader::new(BufReader::with_capacity(1 << 20, file), path)
    }
}

impl<R: BufRead> PositionReader<R> {
    /// Reads `input`, named `path` in error messages.
    ///
    /// # Errors
    ///
    /// [`DataError::Damaged`] without the header, and I/O errors.
    pub fn new(input: R, path: &Path) -> Result<PositionReader<R>, DataError> {
        let path = path.to_owned();
        let (positions, offset) = (0, 0);
        let mut reader =
            PositionReader { input, path, positions, offset, leads: false, failed: false };
        match reader.record() {
            Ok(Some(POSITIONS_HEADER)) => Ok(reader),
            Err(error @ DataError::Io(..)) => Err(error),
            _ => Err(reader.next_place().damaged("not a file of positions: the header is missing")),
        }
    }

    /// Returns the number of bytes read.
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns the place of the last position.
    pub fn place(&self) -> Location {
        let path = self.path.clone();
        let offset = self.offset - POSITION_SIZE as u64;
        Location { path, unit: Unit::Position, number: self.positions, offset }
    }

    /// Returns true if the last position is derived but is the first of its file or of a joined
    /// file.
    pub fn is_orphan(&self, position: &PackedPosition) -> bool {
        self.leads && position.is_derived()
    }

    fn next_place(&self) -> Location {
        let path = self.path.clone();
        Location { path, unit: Unit::Position, number: self.positions + 1, offset: self.offset }
    }

    /// Returns the next 32 bytes. `None` at the end.
    fn record(&mut self) -> Result<Option<[u8; POSITION_SIZE]>, DataError> {
        let mut record = [0; POSITION_SIZE];
        if self.input.fill_buf().map_err(DataError::io(&self.path))?.is_empty() {
            return Ok(None);
        }
        if let Err(error) = self.input.read_exact(&mut record) {
            return Err(match error.kind() {
                io::ErrorKind::UnexpectedEof => DataError::Truncated(self.next_place()),
                _ => DataError::Io(self.path.clone(), error),
            });
        }
        self.offset += POSITION_SIZE as u64;
        Ok(Some(record))
    }
}

impl<R: BufRead> Iterator for PositionReader<R> {
    type Item = Result<PackedPosition, DataError>;

    /// Returns the next position without checking it, or [`DataError::Truncated`] if the file ends
    /// within it.
    fn next(&mut self) -> Option<Self::Item> {
        self.leads = self.positions == 0;
        while !self.failed {
            match self.record() {
                Ok(Some(POSITIONS_HEADER)) => self.leads = true,
                Ok(Some(record)) => {
                    self.positions += 1;
                    return Some(Ok(bytemuck::cast(record)));
                }
                Ok(None) => return None,
                Err(error) => {
                    self.failed = true;
                    return Some(Err(error));
                }
            }
        }
        None
    }
}

/// Writes a file of positions, which gets its final name when it is complete.
pub struct PositionWriter(Output);

impl PositionWriter {
    /// Starts a file.
    ///
    /// # Errors
    ///
    /// I/O errors.
    pub fn new(mut output: Output) -> Result<PositionWriter, DataError> {
        output.write_bytes(&POSITIONS_HEADER)?;
        Ok(PositionWriter(output))
    }

    /// Appends a position.
    ///
    /// # Errors
    ///
    /// I/O errors.
    pub fn write(&mut self, position: &PackedPosition) -> Result<(), DataError> {
        self.0.write_bytes(bytemuck::bytes_of(position))
    }

    /// Completes the file, and renames it.
    ///
    /// # Errors
    ///
    /// I/O errors.
    pub fn finish(self) -> Result<(), DataError> {
        self.0.finish()
    }
}

#[cfg(test)]
mod tests {
    use brudno::chess::Position;
    use shakmaty::Color;
    use tempfile::TempDir;

    use super::*;
    use crate::data::convert::to_board;

    fn positions(count: i16) -> Vec<PackedPosition> {
        let board = to_board(&Position::startpos());
        (0..count).map(|n| PackedPosition::pack(&board, n, None, n % 3 != 0)).collect()
    }

    fn write(path: &Path, positions: &[PackedPosition]) -> Vec<u8> {
        let mut writer = PositionWriter::new(Output::create(path).unwrap()).unwrap();
        for position in positions {
            writer.write(position).unwrap();
        }
        writer.finish().unwrap();
        std::fs::read(path).unwrap()
    }

    #[test]
    fn files_are_read_as_they_were_written_and_may_be_joined() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("positions");
        let positions = positions(5);
        let bytes = write(&path, &positions);
        assert_eq!(bytes.len(), 6 * POSITION_SIZE);
        assert!(is_positions_file(&path).unwrap());
        let read: Vec<_> = PositionReader::open(&path).unwrap().map(Result::unwrap).collect();
        assert_eq!(read, positions);
        assert_eq!((read[3].score(), read[3].is_derived(), read[4].is_derived()), (3, false, true));
        assert_eq!(read[0].turn(), Color::White);

        let joined = [&bytes[..], &bytes].concat();
        let reader = PositionReader::new(&joined[..], &path).unwrap();
        let read: Vec<_> = reader.map(Result::unwrap).collect();
        assert_eq!(read, positions.repeat(2));

        // A derived position at the start of a file does not belong to a position of the previous
        // file.
        let orphan = write(&folder.path().join("orphan"), &positions[1..2]);
        let joined = [&bytes[..], &orphan].concat();
        let mut reader = PositionReader::new(&joined[..], &path).unwrap();
        let mut orphans = Vec::new();
        while let Some(position) = reader.next() {
            orphans.push(reader.is_orphan(&position.unwrap()));
        }
        assert_eq!(orphans, [false, false, false, false, false, true]);
        assert_eq!((reader.place().number, reader.place().offset), (6, 7 * 32));
    }

    #[test]
    fn a_cut_off_position_and_another_file_are_told() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("positions");
        let bytes = write(&path, &positions(2));
        for cut in 1..POSITION_SIZE {
            let cut = &bytes[..bytes.len() - cut];
            let mut reader = PositionReader::new(cut, Path::new("cut")).unwrap();
            assert!(reader.next().unwrap().is_ok());
            let error = reader.next().unwrap().unwrap_err();
            assert!(matches!(error, DataError::Truncated(_)));
            let message = "cut: position 2 (byte 64): the file ends within the position";
            assert_eq!(error.to_string(), message);
            assert!(reader.next().is_none());
        }
        for other in [&[][..], &bytes[..POSITION_SIZE - 1], &[0; 64]] {
            std::fs::write(&path, other).unwrap();
            assert!(!is_positions_file(&path).unwrap());
            let error = PositionReader::open(&path).map(|_| ()).unwrap_err();
            assert!(error.to_string().contains("not a file of positions"), "{error}");
        }
    }
}
