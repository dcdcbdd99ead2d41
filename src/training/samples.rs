//! The positions to learn from: read, filtered, split and shuffled.

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

use super::{
    TrainError,
    batch::PART,
    source::{PositionsFile, Source},
};
use crate::data::{self, Candidate, Filter, PackedPosition, is_positions_file};

/// One game, or block of positions, in so many is kept for validation.
const VALIDATION_SHARE: usize = 100;
/// More blocks of positions than these are not kept for validation.
const VALIDATION_BLOCKS: usize = 128;

/// What was read.
pub struct Samples {
    /// To learn from, in random order.
    pub training: Source,
    /// Of other games or blocks, to judge what was learnt.
    pub validation: Vec<PackedPosition>,
}

impl Samples {
    /// Opens the data: games in viriformat, which are filtered and whose positions are shuffled in
    /// memory, since neighbours in a game are so much alike that a network learns nothing from
    /// them in sequence; or files of positions, which are learnt from as they stand there. `read`
    /// hears how many more bytes have been read.
    ///
    /// # Errors
    ///
    /// A file cannot be read, there are both kinds, or too few positions.
    pub fn read(
        files: &[PathBuf],
        filter: &Filter,
        seed: u64,
        read: impl FnMut(u64) + Send,
    ) -> Result<Samples, TrainError> {
        let kinds = files.iter().map(|file| is_positions_file(file));
        let kinds = kinds.collect::<Result<Vec<_>, _>>()?;
        let samples = if kinds.iter().all(|&positions| positions) {
            Samples::of_positions(files, seed)
        } else if kinds.contains(&true) {
            Err(TrainError::Mixed)
        } else {
            Samples::of_games(files, filter, seed, read)
        }?;
        if samples.training.len() == 0 || samples.validation.is_empty() {
            return Err(TrainError::NoData);
        }
        Ok(samples)
    }

    fn of_positions(files: &[PathBuf], seed: u64) -> Result<Samples, TrainError> {
        let files = files.iter().map(|path| PositionsFile::open(path));
        let files = files.collect::<Result<Vec<_>, _>>()?;
        let (mut blocks, mut validation, mut kept) = (Vec::new(), Vec::new(), Vec::new());
        for (number, file) in files.iter().enumerate() {
            for (place, offset) in file.blocks()?.enumerate() {
                let keep = place % VALIDATION_SHARE == VALIDATION_SHARE / 2;
                if keep && validation.len() < VALIDATION_BLOCKS * PART {
                    file.read_block(offset, &mut kept)?;
                    validation.append(&mut kept);
                } else {
                    blocks.push((number, offset));
                }
            }
        }
        Ok(Samples { training: Source::of_files(files, blocks, seed), validation })
    }

    fn of_games(
        files: &[PathBuf],
        filter: &Filter,
        seed: u64,
        read: impl FnMut(u64) + Send,
    ) -> Result<Samples, TrainError> {
        let read = Mutex::new(read);
        let read = |bytes| read.lock().unwrap_or_else(PoisonError::into_inner)(bytes);
        let parts = files
            .par_iter()
            .enumerate()
            .map(|(number, file)| read_file(file, filter, seed + number as u64, &read))
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

/// The positions of a file of games.
#[derive(Default)]
struct OfGames {
    training: Vec<PackedPosition>,
    validation: Vec<PackedPosition>,
}

fn read_file(
    path: &PathBuf,
    filter: &Filter,
    seed: u64,
    read: &impl Fn(u64),
) -> Result<OfGames, TrainError> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut samples = OfGames::default();
    let mut games = 0;
    let before = Cell::new(0);
    let count = |bytes| read(bytes - before.replace(bytes));
    // The last game of a generation of data that was killed is half written: nothing to report.
    data::visit_games(slice::from_ref(path), &count, |_, record| {
        let part = if games % VALIDATION_SHARE == VALIDATION_SHARE / 2 {
            &mut samples.validation
        } else {
            &mut samples.training
        };
        take_game(record.stored(), filter, &mut random, part);
        games += 1;
        Ok(())
    })?;
    Ok(samples)
}

/// Keeps the quiet positions of a game: the network is asked where no capture is at hand.
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
