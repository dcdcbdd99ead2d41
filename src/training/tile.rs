//! Some neurons of the hidden layer with all that belongs to them. A thread owns its tiles, so that
//! threads share nothing but the partial outputs, and a tile's weights stay in its core's cache.

use pulp::{Arch, Simd, WithSimd};
use rand::Rng;
use serde::{Deserialize, Serialize};

use super::{
    batch::Part,
    parameters::{GROUP, Parameters, Row, Step},
};
use crate::nnue::features::{INPUTS, KING_BUCKETS, OUTPUT_BUCKETS, PIECE_SQUARES};

/// Input weights begin within this range.
const INPUT_WEIGHTS: f32 = 0.08;
/// Neurons begin a little switched on, so that all of them learn.
const INPUT_BIAS: f32 = 0.1;
/// What a weight may be: quantised, 127 / QB.
const MAX_WEIGHT: f32 = 1.98;

/// A tile.
#[derive(Serialize, Deserialize)]
pub struct Tile {
    inputs: Parameters,
    /// Input weights that all king buckets share (the factoriser): what is learnt of a piece in
    /// one bucket is known in all. Empty where there is one bucket.
    shared: Parameters,
    /// Input weights with the shared ones added in; empty where there is one bucket.
    sums: Vec<Row>,
    biases: Parameters,
    /// By bucket and side.
    outputs: Parameters,
}

impl Tile {
    /// A tile that knows nothing, of a layer of `hidden` neurons.
    pub fn new(hidden: usize, random: &mut impl Rng) -> Tile {
        let mut weight = || random.random_range(-INPUT_WEIGHTS..INPUT_WEIGHTS);
        let one_bucket: Vec<_> = (0..PIECE_SQUARES).map(|_| Row::filled(&mut weight)).collect();
        let mut inputs = Parameters::new(INPUTS, || 0.0);
        let mut shared = Parameters::new(if KING_BUCKETS > 1 { PIECE_SQUARES } else { 0 }, || 0.0);
        if KING_BUCKETS > 1 { &mut shared } else { &mut inputs }.values = one_bucket;
        let reach = 1.0 / (hidden as f32).sqrt();
        let outputs = Parameters::new(2 * OUTPUT_BUCKETS, || random.random_range(-reach..reach));
        let mut tile = Tile {
            inputs,
            shared,
            sums: Vec::new(),
            biases: Parameters::new(1, || INPUT_BIAS),
            outputs,
        };
        tile.restore();
        tile
    }

    /// Gives back what a checkpoint leaves out.
    pub fn restore(&mut self) {
        for parameters in [&mut self.inputs, &mut self.shared, &mut self.biases, &mut self.outputs]
        {
            parameters.restore();
        }
        if KING_BUCKETS > 1 {
            self.sums = self.inputs.values.clone();
            for (index, sum) in self.sums.iter_mut().enumerate() {
                let shared = &self.shared.values[index % PIECE_SQUARES];
                for (sum, shared) in
                    sum.0.as_flattened_mut().iter_mut().zip(shared.0.as_flattened())
                {
                    *sum += shared;
                }
            }
        }
    }

    /// Input weights as the network uses them, by input.
    pub fn input_weights(&self) -> &[Row] {
        if KING_BUCKETS > 1 { &self.sums } else { &self.inputs.values }
    }

    /// What the neurons begin with.
    pub fn biases(&self) -> &Row {
        &self.biases.values[0]
    }

    /// Output weights by bucket and side, the side to move's first.
    pub fn output_weights(&self) -> &[Row] {
        &self.outputs.values
    }

    /// Computes the tile's neurons for a part of a batch, and what they add to its outputs.
    /// `hidden` and `outputs` are appended to.
    pub fn forward(&self, part: &Part, hidden: &mut Vec<Row>, outputs: &mut Vec<f32>) {
        Arch::new().dispatch(Forward { tile: self, part, hidden, outputs });
    }

    /// Adds a part's gradients up. `hidden` and `slopes`, the derivative of the loss by the output,
    /// belong to the part.
    pub fn backward(&mut self, part: &Part, hidden: &[Row], slopes: &[f32]) {
        Arch::new().dispatch(Backward { tile: self, part, hidden, slopes });
    }

    /// Takes a step along the gradients, which are then zero.
    pub fn step(&mut self, step: Step) {
        Arch::new().dispatch(Update { tile: self, step });
    }
}

#[inline(always)]
fn clamp<S: Simd>(simd: S, x: S::f32s) -> S::f32s {
    simd.min_f32s(simd.max_f32s(x, simd.splat_f32s(0.0)), simd.splat_f32s(1.0))
}

struct Forward<'a> {
    tile: &'a Tile,
    part: &'a Part,
    hidden: &'a mut Vec<Row>,
    outputs: &'a mut Vec<f32>,
}

impl WithSimd for Forward<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let weights = self.tile.input_weights();
        let biases = self.tile.biases().groups::<S>();
        for sample in self.part.samples() {
            let mut sum = simd.splat_f32s(0.0);
            for (side, inputs) in sample.inputs.into_iter().enumerate() {
                let output = self.tile.outputs.values[2 * sample.bucket + side].groups::<S>();
                let mut row = Row::ZERO;
                let neurons = row.groups_mut::<S>();
                for group in 0..neurons.len() {
                    let mut neuron = biases[group];
                    for &input in inputs {
                        let weight = &weights[usize::from(input)].groups::<S>()[group];
                        for (neuron, &weight) in neuron.iter_mut().zip(weight) {
                            *neuron = simd.add_f32s(*neuron, weight);
                        }
                    }
                    neurons[group] = neuron;
                    for (&neuron, &output) in neuron.iter().zip(&output[group]) {
                        let clamped = clamp(simd, neuron);
                        let square = simd.mul_f32s(clamped, clamped);
                        sum = simd.mul_add_e_f32s(square, output, sum);
                    }
                }
                self.hidden.push(row);
            }
            self.outputs.push(simd.reduce_sum_f32s(sum));
        }
    }
}

struct Backward<'a> {
    tile: &'a mut Tile,
    part: &'a Part,
    hidden: &'a [Row],
    slopes: &'a [f32],
}

impl WithSimd for Backward<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Tile { inputs: input_parameters, biases, outputs, .. } = self.tile;
        let one = simd.splat_f32s(1.0);
        let zero = simd.splat_f32s(0.0);
        let rows = self.hidden.as_chunks::<2>().0;
        for ((sample, rows), &slope) in self.part.samples().zip(rows).zip(self.slopes) {
            let slope = simd.splat_f32s(slope);
            for (side, inputs) in sample.inputs.into_iter().enumerate() {
                let layer = 2 * sample.bucket + side;
                let weights = outputs.values[layer].groups::<S>();
                let output_gradient = outputs.gradients[layer].groups_mut::<S>();
                let bias_gradient = biases.gradients[0].groups_mut::<S>();
                let neurons = rows[side].groups::<S>();
                for group in 0..neurons.len() {
                    let mut change = [zero; GROUP];
                    for index in 0..GROUP {
                        let neuron = neurons[group][index];
                        let clamped = clamp(simd, neuron);
                        let slope_here = simd.mul_f32s(slope, clamped);
                        let gradient = &mut output_gradient[group][index];
                        *gradient = simd.mul_add_e_f32s(slope_here, clamped, *gradient);
                        let slope_here = simd.add_f32s(slope_here, slope_here);
                        let through = simd.mul_f32s(slope_here, weights[group][index]);
                        // Below zero the clamped value has made it zero already.
                        change[index] =
                            simd.select_f32s(simd.less_than_f32s(neuron, one), through, zero);
                        let gradient = &mut bias_gradient[group][index];
                        *gradient = simd.add_f32s(*gradient, change[index]);
                    }
                    for &input in inputs {
                        let gradient = &mut input_parameters.gradients[usize::from(input)]
                            .groups_mut::<S>()[group];
                        for (gradient, &change) in gradient.iter_mut().zip(&change) {
                            *gradient = simd.add_f32s(*gradient, change);
                        }
                    }
                }
            }
        }
    }
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
        if KING_BUCKETS > 1 {
            for bucket in tile.inputs.gradients.chunks(PIECE_SQUARES) {
                for (gradient, part) in tile.shared.gradients.iter_mut().zip(bucket) {
                    for (gradient, part) in
                        gradient.groups_mut::<S>().iter_mut().zip(part.groups::<S>())
                    {
                        for (gradient, &part) in gradient.iter_mut().zip(part) {
                            *gradient = simd.add_f32s(*gradient, part);
                        }
                    }
                }
            }
            // Two weights are added up: each may have half the range.
            tile.inputs.update(simd, step, MAX_WEIGHT / 2.0);
            tile.shared.update(simd, step, MAX_WEIGHT / 2.0);
            let shared = tile.shared.values.iter().cycle();
            for ((sum, own), shared) in tile.sums.iter_mut().zip(&tile.inputs.values).zip(shared) {
                let parts = own.groups::<S>().iter().zip(shared.groups::<S>());
                for (sum, (own, shared)) in sum.groups_mut::<S>().iter_mut().zip(parts) {
                    for index in 0..GROUP {
                        sum[index] = simd.add_f32s(own[index], shared[index]);
                    }
                }
            }
        } else {
            tile.inputs.update(simd, step, MAX_WEIGHT);
        }
        tile.biases.update(simd, step, MAX_WEIGHT);
        tile.outputs.update(simd, step, MAX_WEIGHT);
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::training::{
        batch::Target,
        parameters::TILE,
        sample::{Sample, tests::board},
    };

    fn part() -> Part {
        let fens = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1",
            "r1bqkbnr/pp1ppppp/2n5/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 1",
        ];
        let samples = fens.map(|fen| Sample::new(&board(fen), 0, None));
        let mut part = Part::default();
        part.fill(samples.iter(), Target { score_scale: 400.0, lambda: 0.0 });
        part
    }

    fn forward(tile: &Tile, part: &Part) -> (Vec<Row>, Vec<f32>) {
        let (mut hidden, mut outputs) = (Vec::new(), Vec::new());
        tile.forward(part, &mut hidden, &mut outputs);
        (hidden, outputs)
    }

    /// The outputs by definition, in double precision.
    fn reference(tile: &Tile, part: &Part) -> Vec<f64> {
        let output = |sample: super::super::batch::Active| {
            let mut sum = 0.0;
            for (side, inputs) in sample.inputs.into_iter().enumerate() {
                for neuron in 0..TILE {
                    let at = |row: &Row| f64::from(row.0.as_flattened()[neuron]);
                    let weights =
                        inputs.iter().map(|&input| at(&tile.input_weights()[usize::from(input)]));
                    let value = (at(tile.biases()) + weights.sum::<f64>()).clamp(0.0, 1.0);
                    sum += value * value * at(&tile.output_weights()[2 * sample.bucket + side]);
                }
            }
            sum
        };
        part.samples().map(output).collect()
    }

    #[test]
    fn the_outputs_are_those_of_the_definition() {
        let tile = Tile::new(TILE, &mut rand_chacha::ChaCha8Rng::seed_from_u64(1));
        let part = part();
        for (output, reference) in forward(&tile, &part).1.iter().zip(reference(&tile, &part)) {
            assert!((f64::from(*output) - reference).abs() < 1e-5, "{output} {reference}");
        }
    }

    #[test]
    fn the_gradients_are_the_slopes() {
        // A power of two, so that the weights come back.
        const NUDGE: f32 = 1.0 / 1024.0;
        let mut tile = Tile::new(TILE, &mut rand_chacha::ChaCha8Rng::seed_from_u64(2));
        let part = part();
        let slopes = [1.0, -2.0, 0.5];
        let total = |tile: &Tile| -> f64 {
            let outputs = reference(tile, &part);
            outputs.iter().zip(slopes).map(|(output, slope)| output * f64::from(slope)).sum()
        };
        type Choice = fn(&mut Tile) -> &mut Parameters;
        let kinds: [Choice; 3] = [|t| &mut t.inputs, |t| &mut t.biases, |t| &mut t.outputs];
        let mut moved = 0;
        for parameters in kinds {
            // Restoring the tile after a nudge, so that its sums follow, forgets the gradients.
            let (hidden, _) = forward(&tile, &part);
            tile.backward(&part, &hidden, &slopes);
            let gradients = parameters(&mut tile).gradients.clone();
            for (row, gradient) in gradients.iter().enumerate() {
                for neuron in (0..TILE).step_by(13) {
                    let gradient = f64::from(gradient.0.as_flattened()[neuron]);
                    let mut nudge = |by: f32| {
                        let value = &mut parameters(&mut tile).values[row];
                        value.0.as_flattened_mut()[neuron] += by;
                        tile.restore();
                        total(&tile)
                    };
                    let slope = nudge(NUDGE) - nudge(-2.0 * NUDGE);
                    nudge(NUDGE);
                    let slope = slope / f64::from(2.0 * NUDGE);
                    assert!((slope - gradient).abs() < 2e-3, "{slope} {gradient}");
                    moved += usize::from(gradient != 0.0);
                }
            }
        }
        assert!(moved > 100, "{moved}");
    }
}
