//! Reads, filters, splits and shuffles the training data.

use std::{
    cell::Cell,
    path::PathBuf,
    slice,
    sync::{Mutex, PoisonError},
};

use rand::{Rng, SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use viriformat::dataformat::Game;

use super::source::{PositionsFile, Source};
use crate::{
    data,
    data::{Candidate, Filter, PackedPosition, is_positions_file},
    trainer::TrainError,
};

/// One in this number of games, or blocks of positions, is used for validation.
const VALIDATION_SHARE: usize = 100;
/// Maximum number of blocks of positions for validation.
const VALIDATION_BLOCKS: usize = 128;

/// Training and validation samples.
pub struct Samples {
    /// Training samples in random order.
    pub training: Source,
    /// Validation samples, from other games or blocks.
    pub validation: Vec<PackedPosition>,
}

impl Samples {
    /// Opens the data: games in viriformat, whose positions are filtered and shuffled in memory, or
    /// files of positions, which are used in their order. Calls `read` with the number of bytes read
    /// since the last call.
    ///
    /// The files of `validate` are of the same kind. Without any, a share of the games or blocks is
    /// kept for validation.
    ///
    /// # Errors
    ///
    /// A file cannot be read, the kinds are mixed, or there are too few positions.
    pub fn read(
        files: &[PathBuf],
        validate: &[PathBuf],
        filter: &Filter,
        seed: u64,
        read: impl FnMut(u64) + Send,
    ) -> Result<Samples, TrainError> {
        let kinds = files.iter().chain(validate).map(|file| is_positions_file(file));
        let kinds = kinds.collect::<Result<Vec<_>, _>>()?;
        let samples = if kinds.iter().all(|&positions| positions) {
            Samples::of_positions(files, validate, seed)
        } else if kinds.contains(&true) {
            Err(TrainError::Mixed)
        } else {
            Samples::of_games(files, validate, filter, seed, read)
        }?;
        if samples.training.len() == 0 || samples.validation.is_empty() {
            return Err(TrainError::NoData);
        }
        Ok(samples)
    }

    fn of_positions(
        files: &[PathBuf],
        validate: &[PathBuf],
        seed: u64,
    ) -> Result<Samples, TrainError> {
        let open = |path: &PathBuf| PositionsFile::open(path);
        let files = files.iter().map(open).collect::<Result<Vec<_>, _>>()?;
        let (mut blocks, mut kept) = (Vec::new(), Vec::new());
        for (number, file) in files.iter().enumerate() {
            for (place, offset) in file.blocks()?.enumerate() {
                let keep = validate.is_empty() && place % VALIDATION_SHARE == VALIDATION_SHARE / 2;
                if keep && kept.len() < VALIDATION_BLOCKS {
                    kept.push((number, offset));
                } else {
                    blocks.push((number, offset));
                }
            }
        }
        let validation = if validate.is_empty() {
            read_blocks(&files, &kept)?
        } else {
            read_validation(validate)?
        };
        Ok(Samples { training: Source::of_files(files, blocks, seed), validation })
    }

    fn of_games(
        files: &[PathBuf],
        validate: &[PathBuf],
        filter: &Filter,
        seed: u64,
        read: impl FnMut(u64) + Send,
    ) -> Result<Samples, TrainError> {
        let read = Mutex::new(read);
        let read = |bytes| read.lock().unwrap_or_else(PoisonError::into_inner)(bytes);
        let parts = files
            .par_iter()
            .chain(validate)
            .enumerate()
            .map(|(number, file)| {
                let use_for = match number {
                    number if number >= files.len() => Use::Validation,
                    _ if validate.is_empty() => Use::Both,
                    _ => Use::Training,
                };
                read_file(file, use_for, filter, seed + number as u64, &read)
            })
            .collect::<Result<Vec<_>, _>>()?;
        let (mut training, mut validation) = (Vec::new(), Vec::new());
        for part in parts {
            training.extend(part.training);
            validation.extend(part.validation);
        }
        training.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
        Ok(Samples { training: Source::of_memory(training, seed), validation })
    }
}

/// Returns samples of files of labelled positions to validate with: at most [`VALIDATION_BLOCKS`] blocks,
/// evenly spaced.
///
/// # Errors
///
/// The system's.
pub fn read_validation(paths: &[PathBuf]) -> Result<Vec<PackedPosition>, TrainError> {
    let open = |path: &PathBuf| PositionsFile::open(path);
    let files = paths.iter().map(open).collect::<Result<Vec<_>, _>>()?;
    let mut blocks = Vec::new();
    for (number, file) in files.iter().enumerate() {
        blocks.extend(file.blocks()?.map(|offset| (number, offset)));
    }
    let stride = blocks.len().div_ceil(VALIDATION_BLOCKS).max(1);
    read_blocks(&files, &blocks.into_iter().step_by(stride).collect::<Vec<_>>())
}

/// Returns the samples of blocks, each given by a file number and an offset.
fn read_blocks(
    files: &[PositionsFile],
    blocks: &[(usize, u64)],
) -> Result<Vec<PackedPosition>, TrainError> {
    let (mut all, mut samples) = (Vec::new(), Vec::new());
    for &(file, offset) in blocks {
        files[file].read_block(offset, &mut samples)?;
        all.append(&mut samples);
    }
    Ok(all)
}

/// Use of the games of a file.
#[derive(Clone, Copy)]
enum Use {
    Training,
    Validation,
    /// Some of its games are used for validation.
    Both,
}

/// Returns the positions of a file of games.
#[derive(Default)]
struct OfGames {
    training: Vec<PackedPosition>,
    validation: Vec<PackedPosition>,
}

fn read_file(
    path: &PathBuf,
    use_for: Use,
    filter: &Filter,
    seed: u64,
    read: &impl Fn(u64),
) -> Result<OfGames, TrainError> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut samples = OfGames::default();
    let mut games = 0;
    let before = Cell::new(0);
    let count = |bytes| read(bytes - before.replace(bytes));
    // A killed self-play run leaves an incomplete last game, which is ignored.
    data::visit_games(slice::from_ref(path), &count, |_, record| {
        let part = match use_for {
            Use::Both if games % VALIDATION_SHARE == VALIDATION_SHARE / 2 => {
                &mut samples.validation
            }
            Use::Training | Use::Both => &mut samples.training,
            Use::Validation => &mut samples.validation,
        };
        take_game(record.stored(), filter, &mut random, part);
        games += 1;
        Ok(())
    })?;
    Ok(samples)
}

/// Keeps the quiet positions of a game, because the search evaluates only those.
fn take_game(
    game: &Game,
    filter: &Filter,
    random: &mut impl Rng,
    samples: &mut Vec<PackedPosition>,
) {
    let outcome = game.outcome();
    let mut board = game.initial_position();
    for &(m, score) in &game.moves {
        let score = score.get();
        let candidate = Candidate {
            ply: board.ply(),
            halfmoves: board.fifty_move_counter().into(),
            score: score.into(),
            in_check: board.in_check(),
            tactical: board.is_tactical(m),
        };
        if filter.reject(candidate, |share| random.random_bool(share)).is_none() {
            let believed = usize::from(board.n_men()) >= filter.result_men;
            samples.push(PackedPosition::pack(&board, score, believed.then_some(outcome), false));
        }
        board.make_move_simple(m);
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::{
        data::POSITIONS_HEADER,
        trainer::batch::{PART, tests::sample},
    };

    fn write(path: &Path, count: usize, score: i16) -> PathBuf {
        let mut one = sample("4k3/8/8/8/8/8/8/4K3 w - - 0 1", false);
        one.set_score(score);
        let mut bytes = POSITIONS_HEADER.to_vec();
        bytes.extend(bytemuck::bytes_of(&one).repeat(count));
        std::fs::write(path, bytes).unwrap();
        path.to_owned()
    }

    #[test]
    fn a_file_to_validate_with_leaves_all_others_to_learn_from() {
        let folder = tempfile::tempdir().unwrap();
        let files = [write(&folder.path().join("all"), 200 * PART, 1)];
        let others = [write(&folder.path().join("others"), 300 * PART, 2)];
        let read = |validate| Samples::read(&files, validate, &Filter::default(), 1, |_| ());

        let kept = read(&[]).unwrap();
        assert_eq!((kept.training.len(), kept.validation.len()), (198 * PART as u64, 2 * PART));
        let apart = read(&others).unwrap();
        assert_eq!(apart.training.len(), 200 * PART as u64);
        assert!((1..=VALIDATION_BLOCKS * PART).contains(&apart.validation.len()));
        assert!(apart.validation.iter().all(|sample| sample.score() == 2));
    }
}
