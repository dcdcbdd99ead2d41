//! Brings games into a random order.

use std::{
    fs::File,
    io::{Read, Seek, SeekFrom},
    path::PathBuf,
};

use rand::{SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;

use super::{
    error::DataError,
    files::{Copied, OnProgress, visit_games},
    output::Output,
};

/// Where a game lies.
struct Extent {
    file: u32,
    size: u32,
    offset: u64,
}

/// Writes the games of all files in a random order, the same for the same files and seed. Only
/// the games' places are held in memory. `progress` hears of every byte twice: read, and written.
///
/// # Errors
///
/// Damaged files, and what the system says.
pub fn shuffle(
    inputs: &[PathBuf],
    mut output: Output,
    seed: u64,
    progress: OnProgress<'_>,
) -> Result<Copied, DataError> {
    let mut copied = Copied::default();
    let mut extents = Vec::new();
    let mut total = 0;
    for (file, path) in inputs.iter().enumerate() {
        let begin = total;
        let found = |bytes| progress(begin + bytes);
        let truncated = visit_games(std::slice::from_ref(path), &found, |place, record| {
            let size = record.size() as u32;
            extents.push(Extent { file: file as u32, size, offset: place.offset });
            total += u64::from(size);
            copied.add(record);
            Ok(())
        })?;
        copied.truncated.extend(truncated);
    }
    extents.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));

    let mut files = Vec::new();
    for path in inputs {
        files.push(File::open(path).map_err(DataError::io(path))?);
    }
    let mut bytes = Vec::new();
    for Extent { file, size, offset } in extents {
        let (input, path) = (&mut files[file as usize], &inputs[file as usize]);
        bytes.resize(size as usize, 0);
        input.seek(SeekFrom::Start(offset)).map_err(DataError::io(path))?;
        input.read_exact(&mut bytes).map_err(DataError::io(path))?;
        output.write_bytes(&bytes)?;
        total += u64::from(size);
        progress(total);
    }
    output.finish()?;
    Ok(copied)
}
