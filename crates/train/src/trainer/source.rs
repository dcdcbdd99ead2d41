//! Sources of samples, which are in memory or in files of any size.

use std::{
    fs::{File, OpenOptions},
    io::{self, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use brudno::platform::files::open_regular;
use bytemuck::Zeroable;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::batch::PART;
use crate::{
    data::{POSITIONS_HEADER, PackedPosition, UNLABELLED},
    trainer::TrainError,
};

/// Number of bytes of a block.
const BLOCK_SIZE: usize = PART * size_of::<PackedPosition>();

/// Samples in blocks of [`PART`]. They are already shuffled, so only the order of the blocks is
/// random.
pub struct Source {
    store: Store,
    blocks: u64,
    seed: u64,
}

enum Store {
    Memory(Vec<PackedPosition>),
    /// Files of positions, and for each block its file and offset, bytes.
    Files(Vec<PositionsFile>, Vec<(usize, u64)>),
}

impl Source {
    /// Returns a source of samples in memory. Drops an incomplete last block.
    pub fn of_memory(samples: Vec<PackedPosition>, seed: u64) -> Source {
        let blocks = (samples.len() / PART) as u64;
        Source { store: Store::Memory(samples), blocks, seed }
    }

    /// Returns a source of blocks of files, each given by a file number and an offset.
    pub fn of_files(files: Vec<PositionsFile>, blocks: Vec<(usize, u64)>, seed: u64) -> Source {
        let count = blocks.len() as u64;
        Source { store: Store::Files(files, blocks), blocks: count, seed }
    }

    /// Returns the number of samples of an epoch.
    pub const fn len(&self) -> u64 {
        self.blocks * PART as u64
    }

    /// Returns the memory of the samples, bytes.
    pub const fn memory(&self) -> u64 {
        match &self.store {
            Store::Memory(_) => self.len() * size_of::<PackedPosition>() as u64,
            Store::Files(..) => 0,
        }
    }

    /// Reads a block of at most [`PART`] samples by its number over all epochs. Each epoch has all
    /// blocks in an order of its own.
    ///
    /// # Errors
    ///
    /// I/O errors.
    pub fn read(&self, number: u64, samples: &mut Vec<PackedPosition>) -> Result<(), TrainError> {
        let block = self.walk(number) as usize;
        match &self.store {
            Store::Memory(all) => {
                samples.clear();
                samples.extend_from_slice(&all[block * PART..(block + 1) * PART]);
                Ok(())
            }
            Store::Files(files, blocks) => {
                let (file, offset) = blocks[block];
                files[file].read_block(offset, samples)
            }
        }
    }

    /// Returns the index of a block. Each epoch has a permutation of the blocks.
    fn walk(&self, number: u64) -> u64 {
        let (epoch, place) = (number / self.blocks, number % self.blocks);
        let mut random = ChaCha8Rng::seed_from_u64(self.seed.wrapping_add(epoch));
        let stride = loop {
            let stride = random.random_range(1..=self.blocks);
            if greatest_common_divisor(stride, self.blocks) == 1 {
                break stride;
            }
        };
        let offset = random.random_range(0..self.blocks);
        (place * stride + offset) % self.blocks
    }
}

fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

/// A file shared by several threads.
pub struct PositionsFile {
    path: PathBuf,
    file: Mutex<File>,
}

impl PositionsFile {
    /// Opens a file.
    ///
    /// # Errors
    ///
    /// I/O errors.
    pub fn open(path: &Path) -> Result<PositionsFile, TrainError> {
        let path = path.to_owned();
        match open_regular(&path, OpenOptions::new().read(true)) {
            Ok(file) => Ok(PositionsFile { path, file: Mutex::new(file) }),
            Err(error) => Err(TrainError::File(path, error)),
        }
    }

    /// Returns the offsets of the complete blocks after the header.
    ///
    /// # Errors
    ///
    /// I/O errors.
    pub fn blocks(&self) -> Result<impl Iterator<Item = u64> + use<>, TrainError> {
        let metadata = self.file().metadata();
        let length = metadata.map_err(|error| self.fail(error))?.len();
        let first = size_of::<PackedPosition>() as u64;
        Ok((first..)
            .step_by(BLOCK_SIZE)
            .take_while(move |start| start + BLOCK_SIZE as u64 <= length))
    }

    /// Reads the block at `offset`, without positions that have no score.
    ///
    /// # Errors
    ///
    /// I/O errors.
    pub fn read_block(
        &self,
        offset: u64,
        samples: &mut Vec<PackedPosition>,
    ) -> Result<(), TrainError> {
        samples.resize(PART, PackedPosition::zeroed());
        let mut file = self.file();
        file.seek(SeekFrom::Start(offset))
            .and_then(|_| file.read_exact(bytemuck::cast_slice_mut(samples)))
            .map_err(|error| self.fail(error))?;
        // Concatenated files have further headers.
        samples.retain(|sample| {
            sample.score() != UNLABELLED && *bytemuck::bytes_of(sample) != POSITIONS_HEADER
        });
        Ok(())
    }

    fn file(&self) -> MutexGuard<'_, File> {
        self.file.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn fail(&self, error: io::Error) -> TrainError {
        TrainError::File(self.path.clone(), error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trainer::batch::tests::sample;

    fn numbered(count: i16) -> Vec<PackedPosition> {
        let mut one = sample("4k3/8/8/8/8/8/8/4K3 w - - 0 1", false);
        let mut next = |number| {
            one.set_score(number);
            one
        };
        (0..count).map(&mut next).collect()
    }

    fn epoch(source: &Source, number: u64) -> Vec<PackedPosition> {
        let (mut all, mut block) = (Vec::new(), Vec::new());
        for place in 0..source.blocks {
            source.read(number * source.blocks + place, &mut block).unwrap();
            all.append(&mut block);
        }
        all
    }

    #[test]
    fn each_epoch_meets_every_sample_once_in_its_own_order() {
        let samples = numbered(11 * PART as i16 + 100);
        let source = Source::of_memory(samples.clone(), 7);
        assert_eq!(source.len(), 11 * PART as u64);
        let mut first = epoch(&source, 0);
        assert_ne!(first, epoch(&source, 1));
        first.sort_by_key(PackedPosition::score);
        assert!(first == samples[..11 * PART]);
    }

    #[test]
    fn files_are_read_as_memory_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("positions");
        let mut samples = numbered(5 * PART as i16);
        let mut bytes = POSITIONS_HEADER.to_vec();
        bytes.extend(bytemuck::cast_slice(&samples));
        bytes.extend([1; 40]);
        std::fs::write(&path, &bytes).unwrap();
        let open = || {
            let file = PositionsFile::open(&path).unwrap();
            let blocks = file.blocks().unwrap().map(|offset| (0, offset)).collect();
            Source::of_files(vec![file], blocks, 3)
        };
        let (files, memory) = (open(), Source::of_memory(samples.clone(), 3));
        assert_eq!(files.len(), memory.len());
        assert!(epoch(&files, 2) == epoch(&memory, 2));

        // Headers and positions without a score are skipped.
        samples[100].set_score(UNLABELLED);
        bytes[32..][..32 * samples.len()].copy_from_slice(bytemuck::cast_slice(&samples));
        bytes[32 * 50..][..32].copy_from_slice(&POSITIONS_HEADER);
        std::fs::write(&path, &bytes).unwrap();
        assert_eq!(epoch(&open(), 0).len(), samples.len() - 2);

        std::fs::write(&path, &bytes[..32 * 600]).unwrap();
        let mut errors = (0..5).filter_map(|block| files.read(block, &mut Vec::new()).err());
        let error = errors.next().unwrap().to_string();
        assert!(error.contains("positions"), "{error}");
    }
}
