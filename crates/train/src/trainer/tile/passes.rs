//! The forward pass, the backward pass and the optimiser step of a tile.

use brudno::eval::nnue::features::{KING_BUCKETS, L2, QA, QB};
use pulp::{Simd, WithSimd};

use super::{
    INPUT_RANGE, KEPT_UNIT, Kept, L2_RANGE, L2_ROWS, L2Sums, NARROW_RANGE, TILE_PAIRS, Tile,
    l2_weights, rounded,
};
use crate::trainer::{
    batch::{Accumulator, Part},
    parameters::{GROUP, Parameters, Row, Step, TILE, add_scaled},
};

/// Returns `start` plus the rows with the numbers `added`, minus those with the numbers `removed`.
#[inline(always)]
fn accumulate<S: Simd>(simd: S, start: &Row, rows: &[Row], [added, removed]: [&[u16]; 2]) -> Row {
    let mut row = Row::ZERO;
    for (group, neurons) in row.groups_mut::<S>().iter_mut().enumerate() {
        let mut sums = start.groups::<S>()[group];
        for &number in added {
            let row = &rows[usize::from(number)].groups::<S>()[group];
            for index in 0..GROUP {
                sums[index] = simd.add_f32s(sums[index], row[index]);
            }
        }
        for &number in removed {
            let row = &rows[usize::from(number)].groups::<S>()[group];
            for index in 0..GROUP {
                sums[index] = simd.sub_f32s(sums[index], row[index]);
            }
        }
        *neurons = sums;
    }
    row
}

pub(super) struct Forward<'a> {
    pub(super) tile: &'a Tile,
    pub(super) part: &'a Part,
    pub(super) king_bucket: usize,
    pub(super) kept: &'a mut [Kept],
    pub(super) sums: &'a mut [L2Sums],
}

impl WithSimd for Forward<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        /// Partial sums, which shorten the dependency chain.
        const CHAINS: usize = 4;
        let Forward { tile, part, king_bucket, kept, sums } = self;
        let mut head = Row::ZERO;
        let mut rounded_head = [0; TILE];
        let kept = &mut kept[part.first(king_bucket)..];
        for (accumulator, kept) in part.accumulators(king_bucket).iter().zip(kept) {
            let inputs = part.inputs(accumulator);
            let row = match &tile.rounded {
                Some(weights) => {
                    let start = if accumulator.whole { &weights.biases } else { &rounded_head };
                    let units = weights.accumulate(start, inputs);
                    if accumulator.whole {
                        rounded_head = units;
                    }
                    rounded::clip(&units)
                }
                None => {
                    let start = if accumulator.whole { tile.biases() } else { &head };
                    let mut row = accumulate(simd, start, tile.input_weights(), inputs);
                    if accumulator.whole {
                        head = row;
                    }
                    for neuron in row.0.as_flattened_mut() {
                        *neuron = neuron.clamp(0.0, 1.0);
                    }
                    row
                }
            };
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

pub(super) struct Backward<'a> {
    pub(super) tile: &'a mut Tile,
    pub(super) part: &'a Part,
    pub(super) kept: &'a [Kept],
    pub(super) slopes: &'a [L2Sums],
    pub(super) changes: &'a mut [Row],
}

impl WithSimd for Backward<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Backward { tile, part, kept, slopes, changes } = self;
        let Tile { inputs, biases, l2, l2_by_neuron, .. } = tile;
        let mut bias_gradient = biases.gradients[0];
        let accumulators = (0..KING_BUCKETS).flat_map(|bucket| part.accumulators(bucket));
        let mut head = 0;
        for (number, (accumulator, kept)) in accumulators.zip(kept).enumerate() {
            let change = back(simd, accumulator, kept, slopes, l2, l2_by_neuron);
            changes[number] = change;
            if accumulator.whole {
                head = number;
            } else {
                // The gradient of the rows that the whole family shares.
                changes[head].add(simd, &change);
            }
            bias_gradient.add(simd, &change);
        }
        biases.gradients[0] = bias_gradient;
        let gradients = &mut inputs.own.gradients;
        for (input, users) in part.users().iter() {
            let gradient = &mut gradients[usize::from(input)];
            *gradient = accumulate(simd, gradient, changes, users);
        }
    }
}

/// Runs the backward pass from L2 to the neurons of an accumulator. Returns the derivatives of the
/// loss by the neurons, and adds the derivatives by the weights to their gradients.
#[inline(always)]
fn back<S: Simd>(
    simd: S,
    accumulator: &Accumulator,
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
        // The gradient of a clipped neuron is zero.
        let through = |neuron: f32, other: f32| {
            if neuron > 0.0 && neuron < 1.0 { slope * other } else { 0.0 }
        };
        (*first, *second) = (through(*first, *second), through(*second, *first));
    }
    row
}

pub(super) struct Update<'a> {
    pub(super) tile: &'a mut Tile,
    pub(super) step: Step,
}

impl WithSimd for Update<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Update { tile, step } = self;
        tile.inputs.update(simd, step, INPUT_RANGE, NARROW_RANGE);
        tile.biases.update(simd, step, INPUT_RANGE);
        tile.l2.update(simd, step, L2_RANGE);
        tile.derive();
    }
}

pub(super) struct StartRounding<'a> {
    pub(super) tile: &'a mut Tile,
}

impl WithSimd for StartRounding<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Tile { inputs, biases, l2, .. } = self.tile;
        inputs.own.start_rounding(simd, QA as f32);
        biases.start_rounding(simd, QA as f32);
        l2.start_rounding(simd, QB as f32);
        self.tile.derive();
    }
}
