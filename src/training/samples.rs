//! The positions to learn from: read, filtered, split and shuffled.

use std::{cell::Cell, path::PathBuf, slice};

use clap::Args;
use indicatif::ProgressBar;
use rand::{Rng, SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use viriformat::dataformat::Game;

use super::{TrainError, sample::Sample};
use crate::data;

/// One game in so many is kept for validation.
const VALIDATION_GAMES: u64 = 100;

/// Which positions are learnt from.
#[derive(Args, Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Filter {
    /// Plies from the start of a game that are left out: random openings
    #[arg(long, default_value_t = 16)]
    min_ply: usize,
    /// With fewer men on the board the result is not believed, only the score
    #[arg(long, default_value_t = 6)]
    result_men: u32,
    /// Positions with more half moves since a capture or pawn move are left out
    #[arg(long, default_value_t = 60)]
    max_halfmoves: u8,
    /// Positions with a larger score, in the data's units, are decided
    #[arg(long, default_value_t = 1500)]
    decided: u16,
    /// The share of decided positions that is kept
    #[arg(long, default_value_t = 0.3)]
    decided_share: f64,
    /// Positions with a larger score, in the data's units, are left out
    #[arg(long, default_value_t = 6000)]
    max_score: u16,
}

/// What was read.
pub struct Samples {
    /// To learn from, in random order.
    pub training: Vec<Sample>,
    /// Of other games, to judge what was learnt.
    pub validation: Vec<Sample>,
}

impl Samples {
    /// Reads games in viriformat, all files at once, and shuffles their positions: neighbours in a
    /// game are so much alike that a network learns nothing from them in sequence.
    ///
    /// # Errors
    ///
    /// A file cannot be read, or nothing in them passes the filter.
    pub fn read(files: &[PathBuf], filter: &Filter, seed: u64) -> Result<Samples, TrainError> {
        let progress = data::reading_bar(files, 1);
        let parts = files
            .par_iter()
            .enumerate()
            .map(|(number, file)| read_file(file, filter, seed + number as u64, &progress))
            .collect::<Result<Vec<_>, _>>()?;
        progress.finish_and_clear();
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
    progress: &ProgressBar,
) -> Result<Samples, TrainError> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut samples = Samples { training: Vec::new(), validation: Vec::new() };
    let mut games = 0;
    let read = Cell::new(0);
    let count = |bytes| progress.inc(bytes - read.replace(bytes));
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
        let size = score.unsigned_abs();
        if board.ply() >= filter.min_ply
            && size <= filter.max_score
            && !board.in_check()
            && !board.is_tactical(m)
            && board.fifty_move_counter() <= filter.max_halfmoves
            && (size <= filter.decided || random.random_bool(filter.decided_share))
        {
            let believed = u32::from(board.n_men()) >= filter.result_men;
            samples.push(Sample::new(&board, score, believed.then_some(outcome)));
        }
        board.make_move_simple(m);
    }
}
