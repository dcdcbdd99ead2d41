//! The input weights as integers, for trainings with rounded weights. They need a quarter of the
//! memory of the exact ones, and the forward pass mostly waits for memory.

use std::array;

use brudno::eval::nnue::features::{INPUTS, QA};

use crate::trainer::parameters::{ROUNDS, Row, TILE};

/// Neurons of a tile, in units of 1 / [`QA`].
pub type Units = [i16; TILE];

/// The rounded input weights and biases of a tile, in units of 1 / [`QA`].
pub struct RoundedInputs {
    pub biases: Units,
    pieces: Vec<Units>,
    narrow: Vec<[i8; TILE]>,
}

impl RoundedInputs {
    /// Returns zeros for this number of features.
    pub fn zeros(features: usize) -> RoundedInputs {
        RoundedInputs {
            biases: [0; TILE],
            pieces: vec![[0; TILE]; INPUTS],
            narrow: vec![[0; TILE]; features - INPUTS],
        }
    }

    /// Copies rounded weights, by feature, and biases.
    #[inline(always)]
    pub fn copy_from(&mut self, weights: &[Row], biases: &Row) {
        let (pieces, narrow) = weights.split_at(INPUTS);
        for (to, row) in self.pieces.iter_mut().zip(pieces) {
            *to = units(row);
        }
        for (to, row) in self.narrow.iter_mut().zip(narrow) {
            *to = units(row).map(|unit| unit as i8);
        }
        self.biases = units(biases);
    }

    /// Computes an accumulator, which is `start` plus the added rows minus the removed rows. Sums
    /// wrap around, as in the engine.
    #[inline(always)]
    pub fn accumulate(&self, start: &Units, [added, removed]: [&[u16]; 2]) -> Units {
        let ([added, narrow_added], [removed, narrow_removed]) = (by_kind(added), by_kind(removed));
        let mut sums = *start;
        // New arrays stay in registers, changed ones do not.
        for &input in added {
            let row = &self.pieces[usize::from(input)];
            sums = array::from_fn(|neuron| sums[neuron].wrapping_add(row[neuron]));
        }
        for &input in removed {
            let row = &self.pieces[usize::from(input)];
            sums = array::from_fn(|neuron| sums[neuron].wrapping_sub(row[neuron]));
        }
        for &input in narrow_added {
            let row = &self.narrow[usize::from(input) - INPUTS];
            sums = array::from_fn(|neuron| sums[neuron].wrapping_add(row[neuron].into()));
        }
        for &input in narrow_removed {
            let row = &self.narrow[usize::from(input) - INPUTS];
            sums = array::from_fn(|neuron| sums[neuron].wrapping_sub(row[neuron].into()));
        }
        sums
    }
}

/// Returns the clipped neurons.
#[inline(always)]
pub fn clip(units: &Units) -> Row {
    let mut row = Row::ZERO;
    for (neuron, &unit) in row.0.as_flattened_mut().iter_mut().zip(units) {
        *neuron = f32::from(unit.clamp(0, QA as i16)) * (1.0 / QA as f32);
    }
    row
}

/// Splits features into piece-square and narrow features. The former come first.
#[inline(always)]
fn by_kind(inputs: &[u16]) -> [&[u16]; 2] {
    let pieces = inputs.iter().take_while(|&&input| usize::from(input) < INPUTS).count();
    let (pieces, narrow) = inputs.split_at(pieces);
    [pieces, narrow]
}

/// Returns values, which are multiples of 1 / [`QA`], in this unit.
#[inline(always)]
fn units(row: &Row) -> Units {
    let values = row.0.as_flattened();
    array::from_fn(|neuron| (values[neuron] * QA as f32 + ROUNDS).to_bits() as i16)
}
