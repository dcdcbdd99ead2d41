//! Tiles, which are groups of accumulator neurons with their weights. Each thread owns some tiles.
//! The threads exchange only the sums of L2, so a tile's weights stay in the cache of one core.

mod passes;
mod rounded;
#[cfg(test)]
mod tests;

use std::ops::Range;

use brudno::eval::nnue::{
    Network,
    features::{
        KING_BUCKETS, L1, L2, NARROW_FEATURES, OUTPUT_BUCKETS, PAIRS, PIECE_SQUARES, QA, QB,
    },
    file::MAX_L2_WEIGHT,
};
use pulp::Arch;
use rand::Rng;
use serde::{Deserialize, Serialize};

use self::{
    passes::{Backward, Forward, StartRounding, Update},
    rounded::RoundedInputs,
};
use crate::trainer::{
    batch::Part,
    parameters::{Factorised, Parameters, Row, Step, TILE},
};

/// Number of pairs of neurons of a tile. A pair is k and k + `PAIRS`.
pub const TILE_PAIRS: usize = TILE / 2;
/// Number of rows of the L2 weights of a tile and side.
const L2_ROWS: usize = TILE_PAIRS * L2 / TILE;

/// Range of the initial input weights.
const INPUT_WEIGHTS: f32 = 0.06;
/// Initial bias. It is positive, so every neuron gets gradients.
const INPUT_BIAS: f32 = 0.25;
/// Range of the initial L2 weights.
const L2_WEIGHTS: f32 = 0.1;
/// Maximum piece-square weight. A sum of 32 of them leaves room for narrow features in 16 bits.
const INPUT_RANGE: f32 = 1.98;
/// Maximum weight of a narrow feature, which fits into 8 bits.
const NARROW_RANGE: f32 = i8::MAX as f32 / QA as f32;
/// Maximum L2 weight.
const L2_RANGE: f32 = MAX_L2_WEIGHT as f32 / QB as f32;
/// A neuron of 1.0 in [`Kept`].
const KEPT_UNIT: f32 = u16::MAX as f32;

/// A tile's contribution to the sums of L2.
pub type L2Sums = [f32; L2];

/// Clipped neurons of a tile, kept for the backward pass.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub struct Kept([u16; TILE]);

impl Kept {
    /// Neurons of zero.
    pub const ZERO: Kept = Kept([0; TILE]);

    #[inline(always)]
    fn new(clipped: &Row) -> Kept {
        let mut kept = Kept::ZERO;
        // Adding 2²³ moves the integer part to the lowest bits of the float.
        const MAGIC: f32 = (1 << 23) as f32;
        for (kept, neuron) in kept.0.iter_mut().zip(clipped.0.as_flattened()) {
            *kept = (neuron * KEPT_UNIT + MAGIC).to_bits() as u16;
        }
        kept
    }
}

/// A group of accumulator neurons with their weights.
#[derive(Serialize, Deserialize)]
pub struct Tile {
    inputs: Factorised,
    biases: Parameters,
    /// L2 weights by output bucket, side, pair and neuron of L2.
    l2: Parameters,
    /// L2 weights by output bucket, side, neuron of L2 and pair.
    #[serde(skip)]
    l2_by_neuron: Vec<[[f32; TILE_PAIRS]; L2]>,
    /// The inputs and biases as integers, if they are rounded.
    #[serde(skip)]
    rounded: Option<RoundedInputs>,
}

/// Returns the L2 weights of an output bucket and side, by pair and neuron of L2.
#[inline(always)]
fn l2_weights(rows: &[Row], output_bucket: u8, side: u8) -> &[L2Sums] {
    let start = (2 * usize::from(output_bucket) + usize::from(side)) * L2_ROWS;
    bytemuck::cast_slice(&rows[start..start + L2_ROWS])
}

impl Tile {
    /// Returns a randomly initialised tile.
    pub fn new(random: &mut impl Rng) -> Tile {
        const { assert!(L2_ROWS * TILE == TILE_PAIRS * L2) };
        let mut weight = || random.random_range(-INPUT_WEIGHTS..INPUT_WEIGHTS);
        let inputs = Factorised::new(KING_BUCKETS, PIECE_SQUARES, NARROW_FEATURES, &mut weight);
        let biases = Parameters::new(1, || INPUT_BIAS);
        // All output buckets start with the same weights.
        let l2 = Parameters::new(2 * L2_ROWS, || random.random_range(-L2_WEIGHTS..L2_WEIGHTS))
            .repeated(OUTPUT_BUCKETS);
        let mut tile = Tile { inputs, biases, l2, l2_by_neuron: Vec::new(), rounded: None };
        tile.derive();
        tile
    }

    /// Returns the tile with this number of a network.
    pub fn of(network: &Network, number: usize) -> Tile {
        let pairs = number * TILE_PAIRS..(number + 1) * TILE_PAIRS;
        fn tile_row<T: Copy + Into<f32>>(weights: &[T; L1], pairs: &Range<usize>) -> Row {
            let (first, second) = weights.split_at(PAIRS);
            let mut weights = first[pairs.clone()].iter().chain(&second[pairs.clone()]);
            let mut next = || weights.next().map_or(0.0, |&weight| weight.into());
            Row::filled(|| next() / QA as f32)
        }
        let rows = network.feature_weights.iter().map(|row| tile_row(row, &pairs));
        let narrow = network.narrow_weights.iter().map(|row| tile_row(row, &pairs));
        let rows = rows.chain(narrow).collect();
        let mut l2 = Parameters::new(2 * L2_ROWS * OUTPUT_BUCKETS, || 0.0);
        let by_pair: &mut [L2Sums] = bytemuck::cast_slice_mut(&mut l2.values);
        let layers = by_pair.chunks_mut(TILE_PAIRS).enumerate();
        for (layer, weights) in layers {
            let (bucket, side) = (layer / 2, layer % 2);
            for (pair, weights) in weights.iter_mut().enumerate() {
                let activation = side * PAIRS + pairs.start + pair;
                let block = &network.l2_weights[bucket][activation / 4];
                for (weight, four) in weights.iter_mut().zip(block) {
                    *weight = f32::from(four[activation % 4]) / QB as f32;
                }
            }
        }
        let mut biases = Parameters::new(1, || 0.0);
        biases.values[0] = tile_row(&network.feature_biases, &pairs);
        let inputs = Factorised::of(KING_BUCKETS, PIECE_SQUARES, rows);
        let mut tile = Tile { inputs, biases, l2, l2_by_neuron: Vec::new(), rounded: None };
        tile.derive();
        tile
    }

    /// Restores the fields that a checkpoint does not store.
    pub fn restore(&mut self) {
        self.inputs.own.restore();
        self.biases.restore();
        self.l2.restore();
        self.derive();
    }

    /// Rounds the weights as the engine does from now on.
    pub fn start_rounding(&mut self) {
        Arch::new().dispatch(StartRounding { tile: self });
    }

    /// Starts a running average of the weights.
    pub fn start_average(&mut self) {
        self.inputs.own.start_average();
        self.biases.start_average();
        self.l2.start_average();
    }

    /// Returns a tile with the average weights.
    pub fn averaged(&self) -> Tile {
        let Tile { inputs, biases, l2, .. } = self;
        let (inputs, biases, l2) = (inputs.averaged(), biases.averaged(), l2.averaged());
        let mut tile = Tile { inputs, biases, l2, l2_by_neuron: Vec::new(), rounded: None };
        tile.derive();
        tile
    }

    /// Updates the copies of weights in other forms.
    #[inline(always)]
    fn derive(&mut self) {
        self.transpose_l2();
        if self.inputs.own.is_rounded() {
            let weights = &self.inputs.own.values;
            let zeros = || RoundedInputs::zeros(weights.len());
            let rounded = self.rounded.get_or_insert_with(zeros);
            rounded.copy_from(weights, &self.biases.values[0]);
        }
    }

    /// Updates `l2_by_neuron`.
    fn transpose_l2(&mut self) {
        self.l2_by_neuron.resize(2 * OUTPUT_BUCKETS, [[0.0; TILE_PAIRS]; L2]);
        let by_pair: &[L2Sums] = bytemuck::cast_slice(&self.l2.values);
        for (turned, weights) in self.l2_by_neuron.iter_mut().zip(by_pair.chunks(TILE_PAIRS)) {
            for (pair, weights) in weights.iter().enumerate() {
                for (neuron, &weight) in weights.iter().enumerate() {
                    turned[neuron][pair] = weight;
                }
            }
        }
    }

    /// Returns the input weights by feature. Piece-square features come first, and narrow features
    /// follow.
    pub fn input_weights(&self) -> &[Row] {
        &self.inputs.own.values
    }

    /// Returns the biases.
    pub fn biases(&self) -> &Row {
        &self.biases.values[0]
    }

    /// Returns the L2 weights of an output bucket and side, by pair.
    pub fn l2_weights(&self, output_bucket: usize, side: usize) -> &[L2Sums] {
        l2_weights(&self.l2.values, output_bucket as u8, side as u8)
    }

    /// Runs the forward pass of the accumulators of a part in a king bucket. Writes their neurons to
    /// their places in `kept`, and adds their contributions to `sums`, by sample.
    pub fn forward(&self, part: &Part, king_bucket: usize, kept: &mut [Kept], sums: &mut [L2Sums]) {
        Arch::new().dispatch(Forward { tile: self, part, king_bucket, kept, sums });
    }

    /// Runs the backward pass. Adds the gradients of all accumulators of a part. `kept` are their
    /// neurons, `slopes` the derivatives of the loss by the sums of L2, by sample. `changes` has room
    /// for the derivatives by the neurons.
    pub fn backward(&mut self, part: &Part, kept: &[Kept], slopes: &[L2Sums], changes: &mut [Row]) {
        Arch::new().dispatch(Backward { tile: self, part, kept, slopes, changes });
    }

    /// Makes an optimiser step, and clears the gradients.
    pub fn step(&mut self, step: Step) {
        Arch::new().dispatch(Update { tile: self, step });
    }
}
