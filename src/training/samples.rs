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

use super::{TrainError, sample::Sample};
use crate::data::{self, Candidate, Filter};

/// One game in so many is kept for validation.
const VALIDATION_GAMES: u64 = 100;

/// What was read.
pub struct Samples {
    /// To learn from, in random order.
    pub training: Vec<Sample>,
    /// Of other games, to judge what was learnt.
    pub validation: Vec<Sample>,
}

impl Samples {
    /// Reads games in viriformat, all files at once, and shuffles their positions: neighbours in a
    /// game are so much alike that a network learns nothing from them in sequence. `read` hears how
    /// many more bytes have been read.
    ///
    /// # Errors
    ///
    /// A file cannot be read, or nothing in them passes the filter.
    pub fn read(
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
        let mut samples = Samples { training: Vec::new(), validation: Vec::new() };
        for part in parts {
            samples.training.extend(part.training);
            samples.validation.extend(part.validation);
        }
        if samples.training.is_empty() || samples.validation.is_empty() {
            return Err(TrainError::NoData);
        }
        samples.training.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
        Ok(samples)
    }
}

fn read_file(
    path: &PathBuf,
    filter: &Filter,
    seed: u64,
    read: &impl Fn(u64),
) -> Result<Samples, TrainError> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut samples = Samples { training: Vec::new(), validation: Vec::new() };
    let mut games = 0;
    let before = Cell::new(0);
    let count = |bytes| read(bytes - before.replace(bytes));
    // The last game of a generation of data that was killed is half written: nothing to report.
    data::visit_games(slice::from_ref(path), &count, |_, record| {
        let part = if games % VALIDATION_GAMES == VALIDATION_GAMES / 2 {
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
fn take_game(game: &Game, filter: &Filter, random: &mut impl Rng, samples: &mut Vec<Sample>) {
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
            samples.push(Sample::new(&board, score, believed.then_some(outcome)));
        }
        board.make_move_simple(m);
    }
}
