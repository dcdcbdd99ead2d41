//! Some neurons of the accumulators with all that belongs to them. A thread owns its tiles, so that
//! threads share nothing but what the tiles add to L2, and a tile's weights stay in its core's cache.

use std::ops::Range;

use brudno::eval::nnue::{
    Network,
    features::{KING_BUCKETS, L1, L2, OUTPUT_BUCKETS, PAIRS, PIECE_SQUARES, QA, QB, THREATS},
    file::MAX_L2_WEIGHT,
};
use pulp::{Arch, Simd, WithSimd};
use rand::Rng;
use serde::{Deserialize, Serialize};

use super::{
    batch::Part,
    parameters::{Factorised, GROUP, Parameters, Row, Step, TILE, add_scaled},
};

/// Pairs of neurons of a tile: the neurons k and k + `PAIRS` of the network.
pub const TILE_PAIRS: usize = TILE / 2;
/// Rows of the weights from a tile's pairs on one side to L2.
const L2_ROWS: usize = TILE_PAIRS * L2 / TILE;

/// Input weights begin within this range.
const INPUT_WEIGHTS: f32 = 0.06;
/// Neurons begin a little switched on, so that all of them learn.
const INPUT_BIAS: f32 = 0.25;
/// Weights to L2 begin within this range.
const L2_WEIGHTS: f32 = 0.1;
/// The largest weight of a piece: even 32 of them leave an accumulator of 16 bits room for the threats.
const INPUT_RANGE: f32 = 1.98;
/// The largest weight of a threat: one byte has room for it.
const THREAT_RANGE: f32 = i8::MAX as f32 / QA as f32;
/// The largest weight to L2.
const L2_RANGE: f32 = MAX_L2_WEIGHT as f32 / QB as f32;
/// A neuron of 1.0, as it is kept from the way forward to the way back.
const KEPT_UNIT: f32 = u16::MAX as f32;

/// What a tile adds to the neurons of L2.
pub type L2Sums = [f32; L2];

/// The clipped neurons of a tile, kept for the way back.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub struct Kept([u16; TILE]);

impl Kept {
    /// Neurons of zero.
    pub const ZERO: Kept = Kept([0; TILE]);

    #[inline(always)]
    fn new(clipped: &Row) -> Kept {
        let mut kept = Kept::ZERO;
        // With 2²³ added, a float's last bits are its integer part.
        const MAGIC: f32 = (1 << 23) as f32;
        for (kept, neuron) in kept.0.iter_mut().zip(clipped.0.as_flattened()) {
            *kept = (neuron * KEPT_UNIT + MAGIC).to_bits() as u16;
        }
        kept
    }
}

/// A tile.
#[derive(Serialize, Deserialize)]
pub struct Tile {
    inputs: Factorised,
    biases: Parameters,
    /// By output bucket, side, pair and neuron of L2.
    l2: Parameters,
    /// The same by output bucket, side, neuron of L2 and pair.
    #[serde(skip)]
    l2_by_neuron: Vec<[[f32; TILE_PAIRS]; L2]>,
}

/// The weights of an output bucket and side, by pair and neuron of L2.
#[inline(always)]
fn l2_weights(rows: &[Row], output_bucket: u8, side: u8) -> &[L2Sums] {
    let start = (2 * usize::from(output_bucket) + usize::from(side)) * L2_ROWS;
    bytemuck::cast_slice(&rows[start..start + L2_ROWS])
}

impl Tile {
    /// A tile that knows nothing.
    pub fn new(random: &mut impl Rng) -> Tile {
        const { assert!(L2_ROWS * TILE == TILE_PAIRS * L2) };
        let mut weight = || random.random_range(-INPUT_WEIGHTS..INPUT_WEIGHTS);
        let inputs = Factorised::new(KING_BUCKETS, PIECE_SQUARES, THREATS, &mut weight);
        let biases = Parameters::new(1, || INPUT_BIAS);
        // All output buckets begin alike.
        let l2 = Parameters::new(2 * L2_ROWS, || random.random_range(-L2_WEIGHTS..L2_WEIGHTS))
            .repeated(OUTPUT_BUCKETS);
        let mut tile = Tile { inputs, biases, l2, l2_by_neuron: Vec::new() };
        tile.turn();
        tile
    }

    /// The tile with this number of a network.
    pub fn of(network: &Network, number: usize) -> Tile {
        let pairs = number * TILE_PAIRS..(number + 1) * TILE_PAIRS;
        fn tile_row<T: Copy + Into<f32>>(weights: &[T; L1], pairs: &Range<usize>) -> Row {
            let (first, second) = weights.split_at(PAIRS);
            let mut weights = first[pairs.clone()].iter().chain(&second[pairs.clone()]);
            let mut next = || weights.next().map_or(0.0, |&weight| weight.into());
            Row::filled(|| next() / QA as f32)
        }
        let rows = network.feature_weights.iter().map(|row| tile_row(row, &pairs));
        let threats = network.threat_weights.iter().map(|row| tile_row(row, &pairs));
        let rows = rows.chain(threats).collect();
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
        let mut tile = Tile { inputs, biases, l2, l2_by_neuron: Vec::new() };
        tile.turn();
        tile
    }

    /// Gives back what a checkpoint leaves out.
    pub fn restore(&mut self) {
        self.inputs.own.restore();
        self.biases.restore();
        self.l2.restore();
        self.turn();
    }

    /// Brings the second order of the weights to L2 up to the first.
    fn turn(&mut self) {
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

    /// Input weights by input, those of pieces first.
    pub fn input_weights(&self) -> &[Row] {
        &self.inputs.own.values
    }

    /// What the neurons begin with.
    pub fn biases(&self) -> &Row {
        &self.biases.values[0]
    }

    /// Weights to L2 by pair, of an output bucket and side.
    pub fn l2_weights(&self, output_bucket: usize, side: usize) -> &[L2Sums] {
        l2_weights(&self.l2.values, output_bucket as u8, side as u8)
    }

    /// Computes the accumulators of a part in a king bucket, and adds what their pairs give to the
    /// part's `sums`, by sample. `kept` has room for as many.
    pub fn forward(&self, part: &Part, king_bucket: usize, kept: &mut [Kept], sums: &mut [L2Sums]) {
        Arch::new().dispatch(Forward { tile: self, part, king_bucket, kept, sums });
    }

    /// Adds the gradients of the same accumulators up. `slopes`, the derivatives of the loss by
    /// the neurons of L2, are by sample of the part.
    pub fn backward(&mut self, part: &Part, king_bucket: usize, kept: &[Kept], slopes: &[L2Sums]) {
        Arch::new().dispatch(Backward { tile: self, part, king_bucket, kept, slopes });
    }

    /// Takes a step along the gradients, which are then zero.
    pub fn step(&mut self, step: Step) {
        Arch::new().dispatch(Update { tile: self, step });
    }
}

/// What begins anew with each whole accumulator and is then changed by the rows of each.
#[inline(always)]
fn accumulate<S: Simd>(
    simd: S,
    start: &Row,
    weights: &[Row],
    [added, removed]: [&[u16]; 2],
) -> Row {
    let mut row = Row::ZERO;
    for (group, neurons) in row.groups_mut::<S>().iter_mut().enumerate() {
        let mut sums = start.groups::<S>()[group];
        for &input in added {
            let weights = &weights[usize::from(input)].groups::<S>()[group];
            for index in 0..GROUP {
                sums[index] = simd.add_f32s(sums[index], weights[index]);
            }
        }
        for &input in removed {
            let weights = &weights[usize::from(input)].groups::<S>()[group];
            for index in 0..GROUP {
                sums[index] = simd.sub_f32s(sums[index], weights[index]);
            }
        }
        *neurons = sums;
    }
    row
}

struct Forward<'a> {
    tile: &'a Tile,
    part: &'a Part,
    king_bucket: usize,
    kept: &'a mut [Kept],
    sums: &'a mut [L2Sums],
}

impl WithSimd for Forward<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        /// Sums that are added to in turn, so that an addition need not wait for the last.
        const CHAINS: usize = 4;
        let Forward { tile, part, king_bucket, kept, sums } = self;
        let mut head = Row::ZERO;
        for (accumulator, kept) in part.accumulators(king_bucket).iter().zip(kept) {
            let start = if accumulator.whole { tile.biases() } else { &head };
            let inputs = part.inputs(accumulator);
            let mut row = accumulate(simd, start, tile.input_weights(), inputs);
            if accumulator.whole {
                head = row;
            }
            for neuron in row.0.as_flattened_mut() {
                *neuron = neuron.clamp(0.0, 1.0);
            }
            *kept = Kept::new(&row);
            let (first, second) = row.0.as_flattened().split_at(TILE_PAIRS);
            let weights = l2_weights(&tile.l2.values, accumulator.output_bucket, accumulator.side);
            let mut chains = [[0.0; L2]; CHAINS];
            let pairs = first.as_chunks::<CHAINS>().0.iter().zip(second.as_chunks::<CHAINS>().0);
            for ((first, second), weights) in pairs.zip(weights.as_chunks::<CHAINS>().0) {
                for chain in 0..CHAINS {
                    let product = first[chain] * second[chain];
                    add_scaled(simd, &mut chains[chain], product, &weights[chain]);
                }
            }
            let [a, b, c, d] = chains;
            let sums = &mut sums[usize::from(accumulator.sample)];
            for neuron in 0..L2 {
                sums[neuron] += (a[neuron] + b[neuron]) + (c[neuron] + d[neuron]);
            }
        }
    }
}

struct Backward<'a> {
    tile: &'a mut Tile,
    part: &'a Part,
    king_bucket: usize,
    kept: &'a [Kept],
    slopes: &'a [L2Sums],
}

impl WithSimd for Backward<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Backward { tile, part, king_bucket, kept, slopes } = self;
        let Tile { inputs, biases, l2, l2_by_neuron } = tile;
        let gradients = &mut inputs.own.gradients;
        let mut bias_gradient = biases.gradients[0];
        let mut accumulators = part.accumulators(king_bucket).iter().zip(kept).peekable();
        while let Some((head, kept)) = accumulators.next() {
            // What the whole family does to the rows that all of it has.
            let mut total = back(simd, head, kept, slopes, l2, l2_by_neuron);
            while let Some((derived, kept)) = accumulators.next_if(|(next, _)| !next.whole) {
                let change = back(simd, derived, kept, slopes, l2, l2_by_neuron);
                total.add(simd, &change);
                let [added, removed] = part.inputs(derived);
                for &input in added {
                    gradients[usize::from(input)].add(simd, &change);
                }
                for &input in removed {
                    gradients[usize::from(input)].subtract(simd, &change);
                }
            }
            for &input in part.inputs(head)[0] {
                gradients[usize::from(input)].add(simd, &total);
            }
            bias_gradient.add(simd, &total);
        }
        biases.gradients[0] = bias_gradient;
    }
}

/// The way back from L2 to the neurons of an accumulator: the derivatives of the loss by them.
/// Those by the weights in between are added up.
#[inline(always)]
fn back<S: Simd>(
    simd: S,
    accumulator: &super::batch::Accumulator,
    kept: &Kept,
    slopes: &[L2Sums],
    l2: &mut Parameters,
    l2_by_neuron: &[[[f32; TILE_PAIRS]; L2]],
) -> Row {
    let layer = 2 * usize::from(accumulator.output_bucket) + usize::from(accumulator.side);
    let slopes = &slopes[usize::from(accumulator.sample)];
    let mut row = Row::ZERO;
    let (first, second) = row.0.as_flattened_mut().split_at_mut(TILE_PAIRS);
    for pair in 0..TILE_PAIRS {
        first[pair] = f32::from(kept.0[pair]) * (1.0 / KEPT_UNIT);
        second[pair] = f32::from(kept.0[TILE_PAIRS + pair]) * (1.0 / KEPT_UNIT);
    }
    let gradients: &mut [L2Sums] =
        bytemuck::cast_slice_mut(&mut l2.gradients[layer * L2_ROWS..(layer + 1) * L2_ROWS]);
    for ((gradients, first), second) in gradients.iter_mut().zip(&*first).zip(&*second) {
        add_scaled(simd, gradients, first * second, slopes);
    }
    let mut products = [0.0; TILE_PAIRS];
    for (&slope, weights) in slopes.iter().zip(&l2_by_neuron[layer]) {
        add_scaled(simd, &mut products, slope, weights);
    }
    for ((first, second), slope) in first.iter_mut().zip(second).zip(products) {
        // Where a neuron is clipped, nothing comes through.
        let through = |neuron: f32, other: f32| {
            if neuron > 0.0 && neuron < 1.0 { slope * other } else { 0.0 }
        };
        (*first, *second) = (through(*first, *second), through(*second, *first));
    }
    row
}

struct Update<'a> {
    tile: &'a mut Tile,
    step: Step,
}

impl WithSimd for Update<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Update { tile, step } = self;
        tile.inputs.update(simd, step, INPUT_RANGE, THREAT_RANGE);
        tile.biases.update(simd, step, INPUT_RANGE);
        tile.l2.update(simd, step, L2_RANGE);
        tile.turn();
    }
}

#[cfg(test)]
mod tests {
    use brudno::eval::nnue::features::INPUTS;
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::trainer::batch::tests::{TARGET, families, slope};

    fn part() -> Part {
        let mut part = Part::default();
        part.fill(&families(), TARGET);
        part
    }

    fn forward(tile: &Tile, part: &Part) -> (Vec<Vec<Kept>>, Vec<L2Sums>) {
        let mut sums = vec![[0.0; L2]; part.targets().len()];
        let kept = (0..KING_BUCKETS).map(|bucket| {
            let mut kept = vec![Kept::ZERO; part.accumulators(bucket).len()];
            tile.forward(part, bucket, &mut kept, &mut sums);
            kept
        });
        let kept = kept.collect();
        (kept, sums)
    }

    /// The sums by definition, in double precision.
    fn reference(tile: &Tile, part: &Part) -> Vec<[f64; L2]> {
        let mut sums = vec![[0.0; L2]; part.targets().len()];
        for bucket in 0..KING_BUCKETS {
            let mut head = [0.0; TILE];
            for accumulator in part.accumulators(bucket) {
                let at = |row: &Row, neuron: usize| f64::from(row.0.as_flattened()[neuron]);
                let mut neurons: [f64; TILE] = std::array::from_fn(|neuron| {
                    if accumulator.whole { at(tile.biases(), neuron) } else { head[neuron] }
                });
                for (inputs, sign) in part.inputs(accumulator).into_iter().zip([1.0, -1.0]) {
                    for &input in inputs {
                        let row = &tile.input_weights()[usize::from(input)];
                        for (neuron, value) in neurons.iter_mut().enumerate() {
                            *value += sign * at(row, neuron);
                        }
                    }
                }
                if accumulator.whole {
                    head = neurons;
                }
                let clip = |neuron: f64| neuron.clamp(0.0, 1.0);
                let side = usize::from(accumulator.side);
                let weights = tile.l2_weights(usize::from(accumulator.output_bucket), side);
                for (pair, weights) in weights.iter().enumerate() {
                    let product = clip(neurons[pair]) * clip(neurons[TILE_PAIRS + pair]);
                    let sums = &mut sums[usize::from(accumulator.sample)];
                    for (sum, &weight) in sums.iter_mut().zip(weights) {
                        *sum += product * f64::from(weight);
                    }
                }
            }
        }
        sums
    }

    /// A tile that has learnt something of threats, too.
    fn tile(seed: u64) -> Tile {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut tile = Tile::new(&mut random);
        for row in &mut tile.inputs.own.values[INPUTS..] {
            *row = Row::filled(|| random.random_range(-THREAT_RANGE..THREAT_RANGE) / 8.0);
        }
        tile
    }

    #[test]
    fn the_sums_are_those_of_the_definition() {
        let tile = tile(1);
        let part = part();
        for (sums, reference) in forward(&tile, &part).1.iter().zip(reference(&tile, &part)) {
            for (sum, reference) in sums.iter().zip(reference) {
                assert!((f64::from(*sum) - reference).abs() < 1e-5, "{sum} {reference}");
            }
        }
    }

    #[test]
    fn the_gradients_are_the_slopes() {
        const NUDGE: f32 = 1.0 / 4096.0;
        let mut random = ChaCha8Rng::seed_from_u64(3);
        let mut tile = tile(2);
        let part = part();
        let slopes: Vec<L2Sums> = (0..part.targets().len())
            .map(|_| std::array::from_fn(|_| random.random_range(-1.0..1.0)))
            .collect();
        let total = |tile: &Tile| -> f64 {
            let sums = reference(tile, &part);
            let pairs = sums.as_flattened().iter().zip(slopes.as_flattened());
            pairs.map(|(sum, &slope)| sum * f64::from(slope)).sum()
        };
        let (kept, _) = forward(&tile, &part);
        for (bucket, kept) in kept.iter().enumerate() {
            tile.backward(&part, bucket, kept, &slopes);
        }
        type Choice = fn(&mut Tile) -> &mut Parameters;
        let kinds: [Choice; 3] = [|t| &mut t.inputs.own, |t| &mut t.biases, |t| &mut t.l2];
        for parameters in kinds {
            let mut moved = 0;
            let gradients = parameters(&mut tile).gradients.clone();
            let used = gradients.iter().enumerate();
            for (row, gradient) in used.filter(|(_, row)| row.0.as_flattened() != [0.0; TILE]) {
                for neuron in (row % 7..TILE).step_by(29) {
                    let gradient = f64::from(gradient.0.as_flattened()[neuron]);
                    let slope = slope(NUDGE, |by| {
                        let value = &mut parameters(&mut tile).values[row];
                        value.0.as_flattened_mut()[neuron] += by;
                        total(&tile)
                    });
                    assert!((slope - gradient).abs() < 2e-3, "{slope} {gradient}");
                    moved += usize::from(gradient != 0.0);
                }
            }
            assert!(moved > 0);
        }
    }
}
