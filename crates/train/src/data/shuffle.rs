//! Shuffles games or positions that do not fit in memory.

use std::{
    fs::File,
    io::{self, BufWriter, Read, Seek, Write},
    path::{Path, PathBuf},
};

use rand::{Rng, SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;

use super::{
    error::{DataError, Unit},
    files::{Copied, OnProgress, visit_families, visit_games},
    output::Output,
    position_file::POSITIONS_HEADER,
};

/// Maximum number of chunks, because the number of open files is limited.
const MAX_CHUNKS: u64 = 500;
/// Bytes of the length before each item of a chunk.
const PREFIX: usize = size_of::<u32>();

/// Shuffles the games or families of all files. Items are distributed at random to chunks, which
/// are temporary files beside the output. Each chunk is then shuffled in `memory` bytes. The order
/// depends on the files, the seed and the memory. `progress` counts every byte twice.
///
/// # Errors
///
/// Damaged files, mixed kinds, and I/O errors.
pub fn shuffle(
    inputs: &[PathBuf],
    mut output: Output,
    seed: u64,
    memory: u64,
    progress: OnProgress<'_>,
) -> Result<Copied, DataError> {
    let unit = Unit::of(inputs)?;
    let mut bytes = 0;
    for path in inputs {
        bytes += path.metadata().map_err(DataError::io(path))?.len();
    }
    // Lengths and indices of items also need memory, and chunks differ in size.
    let count = (2 * bytes).div_ceil(memory).clamp(1, MAX_CHUNKS) as usize;
    let folder = output.folder().to_owned();
    let mut chunks = Vec::new();
    for _ in 0..count {
        chunks.push(Chunk::new(&folder)?);
    }

    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut copied = Copied::default();
    copied.truncated = match unit {
        Unit::Game => {
            let mut bytes = Vec::new();
            visit_games(inputs, progress, |place, record| {
                copied.add(record);
                bytes.clear();
                record.write_to(&mut bytes).map_err(DataError::io(&place.path))?;
                chunks[random.random_range(0..count)].add(&bytes)
            })?
        }
        Unit::Position => visit_families(inputs, progress, |family| {
            copied.positions += family.len() as u64;
            chunks[random.random_range(0..count)].add(bytemuck::cast_slice(family))
        })?,
    };

    if unit == Unit::Position {
        output.write_bytes(&POSITIONS_HEADER)?;
    }
    for chunk in chunks {
        chunk.drain(&mut random, |item| {
            bytes += item.len() as u64;
            output.write_bytes(item)
        })?;
        progress(bytes);
    }
    output.finish()?;
    Ok(copied)
}

/// Items in a temporary file, which the system removes with the process.
struct Chunk<'a> {
    folder: &'a Path,
    file: BufWriter<File>,
}

impl<'a> Chunk<'a> {
    fn new(folder: &'a Path) -> Result<Chunk<'a>, DataError> {
        let file = tempfile::tempfile_in(folder).map_err(DataError::io(folder))?;
        Ok(Chunk { folder, file: BufWriter::with_capacity(1 << 16, file) })
    }

    fn add(&mut self, item: &[u8]) -> Result<(), DataError> {
        let size = (item.len() as u32).to_le_bytes();
        self.file
            .write_all(&size)
            .and_then(|()| self.file.write_all(item))
            .map_err(DataError::io(self.folder))
    }

    /// Calls `visit` for all items in random order.
    fn drain(
        self,
        random: &mut impl Rng,
        mut visit: impl FnMut(&[u8]) -> Result<(), DataError>,
    ) -> Result<(), DataError> {
        let bytes = read_back(self.file).map_err(DataError::io(self.folder))?;
        let size = |start: usize| {
            let prefix = bytes[start..][..PREFIX].try_into().expect("a prefix has this size");
            u32::from_le_bytes(prefix) as usize
        };
        let mut starts = Vec::new();
        let mut start = 0;
        while start < bytes.len() {
            starts.push(start);
            start += PREFIX + size(start);
        }
        starts.shuffle(random);
        starts.into_iter().try_for_each(|start| visit(&bytes[start + PREFIX..][..size(start)]))
    }
}

fn read_back(file: BufWriter<File>) -> io::Result<Vec<u8>> {
    let mut file = file.into_inner()?;
    let mut bytes = Vec::with_capacity(file.stream_position()? as usize);
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}
