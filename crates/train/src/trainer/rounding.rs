//! Measures the errors from rounding the weights.

use std::fmt;

use brudno::{
    eval::{
        Evaluator,
        nnue::features::{SCALE, output_bucket},
    },
    params,
};
use shakmaty::Board;

use super::{batch::Target, model::Model};
use crate::data::PackedPosition;

/// Maximum number of positions to compare.
const POSITIONS: usize = 50_000;

/// Differences between the trained and the quantised network, internal units.
#[derive(Clone, Copy, Debug)]
pub struct Rounding {
    /// Number of compared positions.
    positions: usize,
    mean: f64,
    largest: f64,
}

impl fmt::Display for Rounding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rounding { positions, mean, largest } = self;
        write!(
            f,
            "rounding the weights changes the score of {positions} positions by {mean:.2} units on \
             average, {largest:.0} at most"
        )
    }
}

/// Compares a model with its quantised network, which `evaluator` uses.
pub fn measure(
    model: &Model,
    evaluator: &mut Evaluator,
    samples: &[PackedPosition],
    target: Target,
) -> Rounding {
    let samples = &samples[..samples.len().min(POSITIONS)];
    let unit = f64::from(SCALE * params::evaluation_scale()) / 100.0;
    let (mut sum, mut largest) = (0.0, 0.0_f64);
    for (sample, output) in samples.iter().zip(model.outputs(samples, target)) {
        let board: Board = sample.pieces().collect();
        let rounded =
            evaluator.outputs(&board, sample.turn())[output_bucket(board.occupied().count())];
        let exact = f64::from(output) * unit;
        let difference = (exact - f64::from(rounded)).abs();
        sum += difference;
        largest = largest.max(difference);
    }
    Rounding { positions: samples.len(), mean: sum / samples.len().max(1) as f64, largest }
}
