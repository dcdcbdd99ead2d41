//! The network during training, in floating point.

use brudno::{
    eval::nnue::{
        features::{INPUTS, KING_BUCKETS, L1, L2, NARROW_FEATURES, PAIRS, QA, QB, SCALE},
        network::Network,
    },
    platform::memory::HugePageBox,
};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::{
    batch::{PART, Part, Target, side_score, sigmoid},
    output_layers::OutputLayers,
    parameters::Row,
    tile::{Kept, L2Sums, TILE_PAIRS, Tile},
};
use crate::data::PackedPosition;

/// Number of tiles of a network.
pub const TILES: usize = PAIRS / TILE_PAIRS;

/// A network during training.
#[derive(Serialize, Deserialize)]
pub struct Model {
    pub tiles: Vec<Tile>,
    pub output_layers: OutputLayers,
}

/// Errors on positions that the network is not trained on.
#[derive(Clone, Copy, Default, Debug)]
pub struct Validation {
    /// Mean squared error of the expected points.
    pub loss: f64,
    /// Mean absolute error of undecided positions, in units of score (SCALE).
    pub error: f64,
}

impl Model {
    /// Returns a randomly initialised network.
    pub fn new(seed: u64) -> Model {
        const { assert!(TILES * TILE_PAIRS == PAIRS) };
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let tiles = (0..TILES).map(|_| Tile::new(&mut random)).collect();
        Model { tiles, output_layers: OutputLayers::new(&mut random) }
    }

    /// Returns a network to continue training.
    pub fn of(network: &Network) -> Model {
        let tiles = (0..TILES).map(|number| Tile::of(network, number)).collect();
        Model { tiles, output_layers: OutputLayers::of(network) }
    }

    /// Returns the approximate memory of a training without its samples, bytes.
    pub fn memory(batch: usize, averaged: bool, rounded: bool) -> u64 {
        // A parameter has a weight, a gradient and two moments, and possibly an average, an exact
        // weight and an integer.
        let values = 4 + usize::from(averaged) + usize::from(rounded);
        let weights = values * size_of::<f32>() * L1 * (INPUTS + NARROW_FEATURES);
        let integers = usize::from(rounded) * L1 * (2 * INPUTS + NARROW_FEATURES);
        let sample = TILES * (2 * size_of::<Kept>() + size_of::<L2Sums>());
        (weights + integers + batch * sample) as u64
    }

    /// Rounds the weights as [`Model::quantise`] does from now on.
    pub fn start_rounding(&mut self) {
        self.tiles.iter_mut().for_each(Tile::start_rounding);
    }

    /// Starts a running average of the weights.
    pub fn start_average(&mut self) {
        self.tiles.iter_mut().for_each(Tile::start_average);
        self.output_layers.start_average();
    }

    /// Returns a network with the average weights. It cannot be trained.
    pub fn averaged(&self) -> Model {
        let tiles = self.tiles.iter().map(Tile::averaged).collect();
        Model { tiles, output_layers: self.output_layers.averaged() }
    }

    /// Restores the fields that a checkpoint does not store.
    pub fn restore(&mut self) {
        self.tiles.iter_mut().for_each(Tile::restore);
        self.output_layers.restore();
    }

    /// Returns the output for each sample, as log odds.
    pub fn outputs(&self, samples: &[PackedPosition], target: Target) -> Vec<f32> {
        let parts = samples.par_chunks(PART).flat_map_iter(|samples| {
            let mut part = Part::default();
            part.fill(samples, target);
            let mut sums = vec![[0.0; L2]; samples.len()];
            let mut kept = vec![Kept::ZERO; 2 * samples.len()];
            for tile in &self.tiles {
                let mut added = vec![[0.0; L2]; samples.len()];
                for bucket in 0..KING_BUCKETS {
                    tile.forward(&part, bucket, &mut kept, &mut added);
                }
                add_sums(&mut sums, &added);
            }
            self.output_layers.outputs(&part, &sums).collect::<Vec<_>>()
        });
        parts.collect()
    }

    /// Computes the errors on samples.
    pub fn validate(&self, samples: &[PackedPosition], target: Target) -> Validation {
        errors(&self.outputs(samples, target), samples, target)
    }

    /// Quantises the weights for the engine.
    pub fn quantise(&self) -> HugePageBox<Network> {
        let mut network = Network::zeroed();
        let round = |value: f32, unit: i32| (value * unit as f32).round();
        for (number, tile) in self.tiles.iter().enumerate() {
            let (pieces, narrow) = tile.input_weights().split_at(INPUTS);
            for (to, from) in network.feature_weights.iter_mut().zip(pieces) {
                put(to, number, from, |weight| round(weight, QA) as i16);
            }
            for (to, from) in network.narrow_weights.iter_mut().zip(narrow) {
                put(to, number, from, |weight| round(weight, QA) as i8);
            }
            put(&mut network.feature_biases, number, tile.biases(), |bias| round(bias, QA) as i16);
            for (bucket, to) in network.l2_weights.iter_mut().enumerate() {
                for side in 0..2 {
                    for (pair, weights) in tile.l2_weights(bucket, side).iter().enumerate() {
                        let activation = side * PAIRS + number * TILE_PAIRS + pair;
                        for (neuron, &weight) in weights.iter().enumerate() {
                            to[activation / 4][neuron][activation % 4] = round(weight, QB) as i8;
                        }
                    }
                }
            }
        }
        for (bucket, stack) in self.output_layers.stacks().iter().enumerate() {
            network.l2_biases[bucket] = stack.l2_biases;
            network.l3_weights[bucket] = stack.l3_weights;
            network.l3_biases[bucket] = stack.l3_biases;
            network.output_weights[bucket] = stack.output_weights;
            network.output_biases[bucket] = stack.output_bias;
        }
        network
    }
}

/// Computes the errors of outputs, which are log odds, on their samples.
pub fn errors(outputs: &[f32], samples: &[PackedPosition], target: Target) -> Validation {
    let mut validation = Validation::default();
    let mut undecided = 0;
    for (sample, &output) in samples.iter().zip(outputs) {
        let aim = target.of(sample);
        validation.loss += f64::from(sigmoid(output) - aim).powi(2);
        let aim = side_score(sample) / target.score_scale;
        if aim.abs() < 2.0 {
            validation.error += f64::from((output - aim).abs()) * f64::from(SCALE);
            undecided += 1;
        }
    }
    validation.loss /= samples.len().max(1) as f64;
    validation.error /= f64::from(undecided.max(1));
    validation
}

/// Copies a tile's values to the positions of its neurons.
fn put<T>(to: &mut [T; L1], number: usize, from: &Row, rounded: impl Fn(f32) -> T) {
    let (first, second) = to.split_at_mut(PAIRS);
    let pairs = number * TILE_PAIRS..(number + 1) * TILE_PAIRS;
    let to = first[pairs.clone()].iter_mut().chain(&mut second[pairs]);
    to.zip(from.0.as_flattened()).for_each(|(to, &from)| *to = rounded(from));
}

/// Adds sums of the same sample.
pub fn add_sums(to: &mut [L2Sums], from: &[L2Sums]) {
    let to = to.as_flattened_mut().iter_mut();
    to.zip(from.as_flattened()).for_each(|(to, from)| *to += from);
}

#[cfg(test)]
mod tests {
    use brudno::eval::{
        Evaluator,
        nnue::{NamedNetwork, features::output_bucket, file::floats_mut},
    };
    use rand::Rng;

    use super::*;
    use crate::trainer::{
        batch::tests::{families, sample},
        source::Source,
        steps::{AVERAGE_INTERVAL, TrainingPlan, learn},
    };

    /// Returns positions whose score is the queen balance, in families of three.
    fn samples() -> Vec<PackedPosition> {
        let mut random = ChaCha8Rng::seed_from_u64(3);
        let mut samples = Vec::new();
        for number in 0..4 * PART {
            let queens: [Option<u8>; 2] =
                std::array::from_fn(|_| random.random_bool(0.5).then(|| random.random_range(1..7)));
            let row = |queen: Option<u8>, letter: char| match queen {
                Some(file) => format!("{file}{letter}{}", 7 - file),
                None => "8".to_owned(),
            };
            let (ours, theirs) = (row(queens[0], 'Q'), row(queens[1], 'q'));
            let fen = format!("4k3/8/{theirs}/8/8/{ours}/8/4K3 w - - 0 1");
            let mut sample = sample(&fen, number % 3 != 0);
            let count = |index: usize| i16::from(queens[index].is_some());
            sample.set_score(900 * (count(0) - count(1)));
            samples.push(sample);
        }
        samples
    }

    const TARGET: Target = Target { score_scale: 400.0, lambda: 0.0 };

    fn plan(source: &Source, threads: usize) -> TrainingPlan<'_> {
        TrainingPlan {
            source,
            target: TARGET,
            batch: 2 * PART,
            weight_decay: 0.01,
            average: 0.1,
            threads,
        }
    }

    /// Trains up to each of these steps, with a checkpoint in between.
    fn train(threads: usize, stops: &[u64]) -> (Model, f64) {
        train_from(Model::new(1), threads, stops)
    }

    fn train_from(mut model: Model, threads: usize, stops: &[u64]) -> (Model, f64) {
        let samples = samples();
        let source = Source::of_memory(samples.clone(), 1);
        let plan = plan(&source, threads);
        model.start_average();
        let mut start = 0;
        for &stop in stops {
            learn(&mut model, &plan, start..stop, |_| 0.005).unwrap();
            let bytes = postcard::to_allocvec(&model).unwrap();
            model = postcard::from_bytes(&bytes).unwrap();
            model.restore();
            start = stop;
        }
        let loss = model.validate(&samples, TARGET).loss;
        (model, loss)
    }

    #[test]
    fn a_model_learns_and_its_network_agrees() {
        let (_, before) = train(1, &[]);
        let (model, after) = train(1, &[60]);
        assert!(after < before / 10.0, "{before} {after}");

        let network = model.quantise();
        let continued = Model::of(&network);
        assert!(*continued.quantise() == *network);
        let samples = samples();
        assert!(continued.validate(&samples, TARGET).loss < before / 10.0);

        let named = NamedNetwork { network, name: String::new(), note: String::new() };
        let mut evaluator = Evaluator::new(named.into());
        let unit = SCALE as f32 * brudno::params::evaluation_scale() as f32 / 100.0;
        for (sample, output) in samples.iter().zip(model.outputs(&samples, TARGET)).take(100) {
            let board: shakmaty::Board = sample.pieces().collect();
            let bucket = output_bucket(board.occupied().count());
            let score = evaluator.outputs(&board, sample.turn())[bucket] as f32;
            assert!((score - output * unit).abs() < 30.0, "{score} {}", output * unit);
        }
    }

    #[test]
    fn outputs_are_those_of_the_engine() {
        let mut random = ChaCha8Rng::seed_from_u64(7);
        let mut network = Network::zeroed();
        network.feature_weights.as_flattened_mut().fill_with(|| random.random_range(-40..=40));
        network.narrow_weights.as_flattened_mut().fill_with(|| random.random_range(-40..=40));
        network.feature_biases.fill_with(|| random.random_range(0..=200));
        let l2_weights: &mut [i8] = bytemuck::cast_slice_mut(&mut network.l2_weights);
        l2_weights.fill_with(|| random.random_range(-10..=10));
        for floats in floats_mut(&mut network) {
            floats.fill_with(|| random.random_range(-0.3..=0.3));
        }
        let model = Model::of(&network);
        assert!(*model.quantise() == *network);
        let named = NamedNetwork { network, name: String::new(), note: String::new() };
        let mut evaluator = Evaluator::new(named.into());
        let unit = SCALE as f32 * brudno::params::evaluation_scale() as f32 / 100.0;
        let samples = families();
        for (sample, output) in samples.iter().zip(model.outputs(&samples, TARGET)) {
            let board: shakmaty::Board = sample.pieces().collect();
            let bucket = output_bucket(board.occupied().count());
            let score = evaluator.outputs(&board, sample.turn())[bucket] as f32;
            // The engine rounds products to 7 bits, and scores to whole units.
            assert!((score - output * unit).abs() < 8.0, "{score} {}", output * unit);
        }
    }

    /// Trains up to the first update of the average, which moves by `share`.
    fn averaged(share: f32) -> (Model, Model) {
        let source = Source::of_memory(samples(), 1);
        let plan = TrainingPlan { average: share, ..plan(&source, 1) };
        let mut model = Model::new(1);
        model.start_average();
        learn(&mut model, &plan, 0..AVERAGE_INTERVAL, |_| 0.005).unwrap();
        let average = model.averaged();
        (model, average)
    }

    #[test]
    fn the_average_moves_from_the_start_towards_the_weights() {
        let start = Model::new(1).quantise();
        let (end, average) = averaged(0.0);
        assert!(*end.quantise() != *start && *average.quantise() == *start);
        let (end, average) = averaged(1.0);
        let outputs = [Model::new(1), end, average].map(|model| model.outputs(&samples(), TARGET));
        let distance =
            |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(distance(&outputs[0], &outputs[1]) > 0.01);
        assert!(distance(&outputs[1], &outputs[2]) < 1e-4);
        let (end, average) = averaged(0.25);
        let rows = |model: &Model| -> Vec<Row> {
            let tile = |tile: &Tile| [tile.input_weights(), &[*tile.biases()]].concat();
            model.tiles.iter().flat_map(tile).collect()
        };
        let (start, end, average) = (rows(&Model::new(1)), rows(&end), rows(&average));
        for ((start, end), average) in start.iter().zip(&end).zip(&average) {
            let weights = start.0.as_flattened().iter().zip(end.0.as_flattened());
            for ((start, end), average) in weights.zip(average.0.as_flattened()) {
                assert!((start + 0.25 * (end - start) - average).abs() < 1e-6);
            }
        }
    }

    /// Returns a new model that rounds its weights.
    fn rounded() -> Model {
        let mut model = Model::new(1);
        model.start_rounding();
        model
    }

    #[test]
    fn neither_threads_nor_checkpoints_change_what_is_learnt() {
        /// Threads and the steps to stop at.
        type Runs = &'static [(usize, &'static [u64])];
        let cases: [(fn() -> Model, Runs); 2] = [
            (|| Model::new(1), &[(2, &[10]), (5, &[10]), (2, &[3, 10])]),
            (rounded, &[(2, &[3, 10])]),
        ];
        for (start, runs) in cases {
            let (model, loss) = train_from(start(), 1, &[10]);
            for &(threads, stops) in runs {
                let (other, other_loss) = train_from(start(), threads, stops);
                assert_eq!(loss, other_loss);
                assert!(*model.quantise() == *other.quantise());
                assert!(*model.averaged().quantise() == *other.averaged().quantise());
            }
        }
    }

    #[test]
    fn rounded_weights_are_those_of_the_network_and_small_steps_add_up() {
        let outputs = |model: &Model| model.outputs(&samples(), TARGET);
        let rounding = |model: &Model| {
            let network = Model::of(&model.quantise());
            let differences = outputs(model).into_iter().zip(outputs(&network));
            differences.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
        };
        let (exact, start) = (train(1, &[10]).0, rounded());
        assert!(rounding(&start) < 1e-5 && rounding(&exact) > 1e-3);
        let source = Source::of_memory(samples(), 1);
        let plan = plan(&source, 1);
        let mut model = rounded();
        // A fifth of a step of the rounding: 0.0008 of 1 / 255.
        learn(&mut model, &plan, 0..1, |_| 0.0008).unwrap();
        let rows = |model: &Model| -> Vec<Row> {
            model.tiles.iter().flat_map(|tile| tile.input_weights().to_vec()).collect()
        };
        let moved = |model: &Model| {
            let pairs = rows(model).into_iter().zip(rows(&start));
            pairs.filter(|(a, b)| a.0 != b.0).count()
        };
        let first = moved(&model);
        learn(&mut model, &plan, 1..12, |_| 0.0008).unwrap();
        assert!(moved(&model) > first, "{} rows, then {}", first, moved(&model));
        assert!(rounding(&model) < 1e-5);
        assert!(model.validate(&samples(), TARGET).loss < start.validate(&samples(), TARGET).loss);
    }
}
