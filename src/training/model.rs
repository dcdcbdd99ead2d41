//! The network while it learns, in floating point, and how threads share a step.

use std::{
    ops::Range,
    sync::{Barrier, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard},
    thread,
};

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::{
    batch::{Order, Part, Target, sigmoid},
    parameters::{Row, Step, TILE},
    sample::Sample,
    tile::Tile,
};
use crate::nnue::{
    features::{HIDDEN, OUTPUT_BUCKETS, QA, QB, SCALE},
    network::Network,
};

/// Samples that are validated together.
const VALIDATION_BATCH: usize = 4096;

/// A network that learns.
#[derive(Serialize, Deserialize)]
pub struct Model {
    tiles: Vec<Tile>,
    output_biases: OutputBiases,
}

/// The few numbers that belong to no tile; each thread learns its own copy, which are all alike.
#[derive(Clone, Default, Serialize, Deserialize)]
struct OutputBiases {
    values: [f32; OUTPUT_BUCKETS],
    velocity: [f32; OUTPUT_BUCKETS],
}

impl OutputBiases {
    /// Momentum's decay.
    const MOMENTUM: f32 = 0.9;

    fn step(&mut self, gradients: &[f32; OUTPUT_BUCKETS], learning_rate: f32) {
        let state = self.values.iter_mut().zip(&mut self.velocity);
        for ((value, velocity), gradient) in state.zip(gradients) {
            *velocity = Self::MOMENTUM * *velocity + gradient;
            *value -= learning_rate * *velocity;
        }
    }
}

/// What all steps of a training have in common.
pub struct TrainingPlan<'a> {
    /// To learn from.
    pub samples: &'a [Sample],
    /// In which order.
    pub order: Order,
    /// Towards what.
    pub target: Target,
    /// Samples a step.
    pub batch: usize,
    /// Share of a weight lost in a step at learning rate 1.
    pub weight_decay: f32,
    /// Threads.
    pub threads: usize,
}

/// How well a network does on positions that it has not learnt from.
#[derive(Clone, Copy, Default, Debug)]
pub struct Validation {
    /// Mean squared error of the share of the point.
    pub loss: f64,
    /// Mean absolute error in units of score (SCALE), where the score is not decided.
    pub error: f64,
}

impl Model {
    /// A network that knows nothing.
    pub fn new(seed: u64) -> Model {
        const { assert!(HIDDEN.is_multiple_of(TILE)) };
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let tiles = (0..HIDDEN / TILE).map(|_| Tile::new(HIDDEN, &mut random)).collect();
        Model { tiles, output_biases: OutputBiases::default() }
    }

    /// Gives back what a checkpoint leaves out.
    pub fn restore(&mut self) {
        self.tiles.iter_mut().for_each(Tile::restore);
    }

    /// Takes the steps with these numbers, from 0, and returns their mean loss.
    ///
    /// Each thread has some of the hidden neurons. They meet once a step, to add their shares of
    /// the outputs up; while some wait, the next batch is at hand already.
    pub fn train(
        &mut self,
        plan: &TrainingPlan,
        steps: Range<u64>,
        learning_rate: impl Fn(u64) -> f32 + Sync,
    ) -> f64 {
        let tiles = self.tiles.len();
        let threads = plan.threads.clamp(1, tiles);
        let shared = Shared {
            parts: [(); 3].map(|()| (0..threads).map(|_| RwLock::default()).collect()),
            outputs: [(); 2].map(|()| (0..tiles).map(|_| RwLock::default()).collect()),
            barrier: Barrier::new(threads),
        };
        for thread in 0..threads {
            shared.fill(plan, steps.start, thread);
        }
        let mut rest = self.tiles.as_mut_slice();
        let (losses, biases) = thread::scope(|scope| {
            let mut workers = Vec::new();
            for thread in 0..threads {
                let first = thread * tiles / threads;
                let end = (thread + 1) * tiles / threads;
                let (own, others) = rest.split_at_mut(end - first);
                rest = others;
                let worker = Worker {
                    plan,
                    shared: &shared,
                    first,
                    biases: self.output_biases.clone(),
                    hidden: vec![Vec::new(); own.len()],
                    tiles: own,
                    thread,
                };
                let (steps, learning_rate) = (steps.clone(), &learning_rate);
                workers.push(scope.spawn(move || worker.run(steps, learning_rate)));
            }
            let mut results = workers.into_iter().map(|worker| worker.join());
            // They all return the same.
            let first = results.next().expect("there is a thread");
            results.for_each(drop);
            first.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        });
        self.output_biases = biases;
        losses / (steps.end - steps.start) as f64
    }

    /// What the network says of each sample, as log odds.
    pub fn outputs(&self, samples: &[Sample], target: Target) -> Vec<f32> {
        let batches = samples.par_chunks(VALIDATION_BATCH).flat_map_iter(|batch| {
            let mut part = Part::default();
            part.fill(batch.iter(), target);
            let biases = &self.output_biases.values;
            let mut sums: Vec<_> =
                part.buckets().iter().map(|&bucket| biases[usize::from(bucket)]).collect();
            for tile in &self.tiles {
                let mut outputs = Vec::with_capacity(batch.len());
                tile.forward(&part, &mut Vec::with_capacity(2 * batch.len()), &mut outputs);
                sums.iter_mut().zip(outputs).for_each(|(sum, output)| *sum += output);
            }
            sums
        });
        batches.collect()
    }

    /// How well the network does.
    pub fn validate(&self, samples: &[Sample], target: Target) -> Validation {
        let mut validation = Validation::default();
        let mut undecided = 0;
        for (sample, output) in samples.iter().zip(self.outputs(samples, target)) {
            let aim = target.of(sample);
            validation.loss += f64::from(sigmoid(output) - aim).powi(2);
            let aim = f32::from(sample.score) / target.score_scale;
            if aim.abs() < 2.0 {
                validation.error += f64::from((output - aim).abs()) * f64::from(SCALE);
                undecided += 1;
            }
        }
        validation.loss /= samples.len().max(1) as f64;
        validation.error /= f64::from(undecided.max(1));
        validation
    }

    /// Rounds the weights to what the engine computes with.
    pub fn quantise(&self) -> Box<Network> {
        let mut network = Network::zeroed();
        let round = |value: f32, unit: i32| (value * unit as f32).round();
        for (tile, number) in self.tiles.iter().zip(0..) {
            let columns = number * TILE..(number + 1) * TILE;
            let put = |to: &mut [i16; HIDDEN], from: &Row, unit| {
                for (to, &from) in to[columns.clone()].iter_mut().zip(from.0.as_flattened()) {
                    *to = round(from, unit) as i16;
                }
            };
            for (to, from) in network.feature_weights.iter_mut().zip(tile.input_weights()) {
                put(to, from, QA);
            }
            put(&mut network.feature_biases, tile.biases(), QA);
            let outputs = network.output_weights.as_flattened_mut().iter_mut();
            for (to, from) in outputs.zip(tile.output_weights()) {
                put(to, from, QB);
            }
        }
        for (to, &from) in network.output_biases.iter_mut().zip(&self.output_biases.values) {
            *to = round(from, QA * QB) as i32;
        }
        network
    }
}

/// What the threads of a training give each other.
struct Shared {
    /// Batches by number, modulo 3, in parts by thread: one is being filled while the last one
    /// is still in use.
    parts: [Vec<RwLock<Part>>; 3],
    /// What each tile adds to the outputs, by batch, modulo 2.
    outputs: [Vec<RwLock<Vec<f32>>>; 2],
    barrier: Barrier,
}

impl Shared {
    /// Prepares a thread's part of a step's batch.
    fn fill(&self, plan: &TrainingPlan, step: u64, thread: usize) {
        let parts = &self.parts[(step % 3) as usize];
        let share = |thread: usize| (plan.batch * thread / parts.len()) as u64;
        let start = step * plan.batch as u64;
        let range = start + share(thread)..start + share(thread + 1);
        let samples = plan.order.indices(range).map(|index| &plan.samples[index]);
        write(&parts[thread]).fill(samples, plan.target);
    }
}

// A thread that panics takes the training down with it; nobody looks at what it held.
fn read<T>(lock: &RwLock<T>) -> RwLockReadGuard<'_, T> {
    lock.read().unwrap_or_else(PoisonError::into_inner)
}

fn write<T>(lock: &RwLock<T>) -> RwLockWriteGuard<'_, T> {
    lock.write().unwrap_or_else(PoisonError::into_inner)
}

/// One thread of a training.
struct Worker<'a> {
    plan: &'a TrainingPlan<'a>,
    shared: &'a Shared,
    tiles: &'a mut [Tile],
    /// Number of the first of them.
    first: usize,
    biases: OutputBiases,
    /// The neurons of each tile for each sample and side.
    hidden: Vec<Vec<Row>>,
    thread: usize,
}

impl Worker<'_> {
    /// The sum of the steps' losses, and the output biases at the end.
    fn run(
        mut self,
        steps: Range<u64>,
        learning_rate: &impl Fn(u64) -> f32,
    ) -> (f64, OutputBiases) {
        let mut loss = 0.0;
        for step in steps {
            self.shared.fill(self.plan, step + 1, self.thread);
            loss += self.step(step, learning_rate(step));
        }
        (loss, self.biases)
    }

    fn step(&mut self, number: u64, learning_rate: f32) -> f64 {
        let parts = &self.shared.parts[(number % 3) as usize];
        let outputs = &self.shared.outputs[(number % 2) as usize];
        // The other threads have filled their parts before the last barrier, or before the start.
        let parts: Vec<_> = parts.iter().map(read).collect();
        for (index, tile) in self.tiles.iter().enumerate() {
            let (hidden, mut outputs) =
                (&mut self.hidden[index], write(&outputs[self.first + index]));
            hidden.clear();
            outputs.clear();
            for part in &parts {
                tile.forward(part, hidden, &mut outputs);
            }
        }
        self.shared.barrier.wait();

        let mut sums = vec![0.0; self.plan.batch];
        for output in outputs {
            sums.iter_mut().zip(read(output).iter()).for_each(|(sum, output)| *sum += output);
        }
        let mut bias_gradients = [0.0; OUTPUT_BUCKETS];
        let mut loss = 0.0;
        let samples = parts.iter().flat_map(|part| part.buckets().iter().zip(part.targets()));
        let share = 1.0 / self.plan.batch as f32;
        for (sum, (&bucket, target)) in sums.iter_mut().zip(samples) {
            let bucket = usize::from(bucket);
            let guess = sigmoid(*sum + self.biases.values[bucket]);
            let error = guess - target;
            loss += f64::from(error * error);
            // From here on the slope of the loss.
            *sum = share * 2.0 * error * guess * (1.0 - guess);
            bias_gradients[bucket] += *sum;
        }
        self.biases.step(&bias_gradients, learning_rate);
        let step = Step { number: number + 1, learning_rate, weight_decay: self.plan.weight_decay };
        for (tile, hidden) in self.tiles.iter_mut().zip(&self.hidden) {
            let (mut hidden, mut slopes) = (hidden.as_slice(), sums.as_slice());
            for part in &parts {
                let (rows, other_rows) = hidden.split_at(2 * part.len());
                let (own, others) = slopes.split_at(part.len());
                tile.backward(part, rows, own);
                (hidden, slopes) = (other_rows, others);
            }
            tile.step(step);
        }
        loss * f64::from(share)
    }
}

#[cfg(test)]
mod tests {
    use rand::Rng;

    use super::*;
    use crate::training::sample::tests::board;

    /// Positions whose score is the balance of the queens.
    fn samples() -> Vec<Sample> {
        let mut random = ChaCha8Rng::seed_from_u64(3);
        let mut sample = || {
            let mut file = || char::from(b'1' + random.random_range(0..7_u8));
            let queens = [file(), file()].map(|before| (before, u8::abs_diff(b'7', before as u8)));
            let row = |queen: char, (before, after): (char, u8)| {
                let empty = |squares: u8| if squares > 0 { squares.to_string() } else { "".into() };
                format!("{}{queen}{}", empty(before as u8 - b'0'), empty(after))
            };
            let (white, black) = (random.random_bool(0.5), random.random_bool(0.5));
            let row = |here, queen, place| if here { row(queen, place) } else { "8".into() };
            let (ours, theirs) = (row(white, 'Q', queens[0]), row(black, 'q', queens[1]));
            let fen = format!("4k3/8/{theirs}/8/8/{ours}/8/4K3 w - - 0 1");
            let score = 900 * (i16::from(white) - i16::from(black));
            Sample::new(&board(&fen), score, None)
        };
        (0..512).map(|_| sample()).collect()
    }

    fn train(threads: usize, stops: &[u64]) -> (Model, f64) {
        let samples = samples();
        let target = Target { score_scale: 400.0, lambda: 0.0 };
        let plan = TrainingPlan {
            samples: &samples,
            order: Order::new(samples.len(), 5),
            target,
            batch: 128,
            weight_decay: 0.01,
            threads,
        };
        let mut model = Model::new(9);
        let mut start = 0;
        for &stop in stops {
            model.train(&plan, start..stop, |_| 0.01);
            let bytes = postcard::to_allocvec(&model).unwrap();
            model = postcard::from_bytes(&bytes).unwrap();
            model.restore();
            start = stop;
        }
        let loss = model.validate(&samples, target).loss;
        (model, loss)
    }

    #[test]
    fn a_model_learns() {
        let (_, before) = train(1, &[]);
        let (_, after) = train(1, &[60]);
        assert!(after < before / 10.0, "{before} {after}");
    }

    #[test]
    fn neither_threads_nor_checkpoints_change_what_is_learnt() {
        let (model, loss) = train(1, &[20]);
        for (threads, stops) in [(2, &[20][..]), (3, &[20]), (2, &[7, 20])] {
            let (other, other_loss) = train(threads, stops);
            assert_eq!(loss, other_loss);
            assert!(*model.quantise() == *other.quantise());
        }
    }
}
