//! Training steps on several threads.
//!
//! Each thread owns some of the tiles. The threads synchronise twice per step, for the sums of L2
//! and for the gradients of the output layers. They prepare the next batch in the meantime. The
//! order of additions does not depend on the number of threads.

use std::{
    ops::Range,
    sync::{Barrier, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard},
    thread,
};

use brudno::eval::nnue::features::{KING_BUCKETS, L2};

use super::{
    batch::{PART, Part, Target},
    model::{Model, TILES, add_sums},
    output_layers::{OutputGradients, OutputLayers},
    parameters::{Row, Step},
    source::Source,
    tile::{Kept, L2Sums, Tile},
};
use crate::trainer::TrainError;

/// Number of parts that the forward pass processes together by king bucket. It is large enough to
/// reuse a bucket's weights, and small enough for the second-level cache.
const PARTS_TOGETHER: usize = 8;

/// Number of steps between updates of the running average. An update reads and writes all weights.
pub const AVERAGE_INTERVAL: u64 = 8;

/// The constant settings of a training's steps.
pub struct TrainingPlan<'a> {
    /// Training samples.
    pub source: &'a Source,
    /// Training targets.
    pub target: Target,
    /// Samples per step, a multiple of [`PART`].
    pub batch: usize,
    /// Weight decay per step at learning rate 1.
    pub weight_decay: f32,
    /// Share by which the running average of the weights moves every [`AVERAGE_INTERVAL`] steps.
    pub average: f32,
    /// Threads.
    pub threads: usize,
}

/// Runs the steps with these numbers, counted from 0, and returns their mean loss.
///
/// # Errors
///
/// The data cannot be read.
pub fn learn(
    model: &mut Model,
    plan: &TrainingPlan,
    steps: Range<u64>,
    learning_rate: impl Fn(u64) -> f32 + Sync,
) -> Result<f64, TrainError> {
    let parts = plan.batch / PART;
    let threads = plan.threads.clamp(1, TILES);
    let shared = Shared {
        parts: [(); 3].map(|()| (0..parts).map(|_| RwLock::default()).collect()),
        sums: (0..TILES).map(|_| RwLock::new(vec![[0.0; L2]; plan.batch])).collect(),
        learnt: (0..parts).map(|_| RwLock::new(Learnt::new())).collect(),
        output_layers: RwLock::new(&mut model.output_layers),
        barrier: Barrier::new(threads),
        error: RwLock::default(),
    };
    for thread in 0..threads {
        shared.fill(plan, steps.start, shared.share(thread, threads));
    }
    let mut rest = model.tiles.as_mut_slice();
    let loss = thread::scope(|scope| {
        let mut workers = Vec::new();
        for thread in 0..threads {
            let first = thread * TILES / threads;
            let end = (thread + 1) * TILES / threads;
            let (own, others) = rest.split_at_mut(end - first);
            rest = others;
            let worker = Worker {
                plan,
                shared: &shared,
                first,
                kept: vec![vec![Kept::ZERO; 2 * plan.batch]; own.len()],
                changes: vec![Row::ZERO; 2 * PART],
                tiles: own,
                own_parts: shared.share(thread, threads),
            };
            let (steps, learning_rate) = (steps.clone(), &learning_rate);
            workers.push(scope.spawn(move || worker.run(steps, learning_rate)));
        }
        let results = workers.into_iter().map(|worker| worker.join());
        let losses =
            results.map(|loss| loss.unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        // All threads return the same loss.
        losses.fold(0.0, f64::max)
    });
    match write(&shared.error).take() {
        Some((_, error)) => Err(error),
        None => Ok(loss / (steps.end - steps.start) as f64),
    }
}

/// State shared by the threads.
struct Shared<'h> {
    /// Batches by number modulo 3, in parts. One is filled while the last one is still in use.
    parts: [Vec<RwLock<Part>>; 3],
    /// Contributions of each tile to the sums of L2, by sample.
    sums: Vec<RwLock<Vec<L2Sums>>>,
    /// The gradients of the output layers, by part.
    learnt: Vec<RwLock<Learnt>>,
    output_layers: RwLock<&'h mut OutputLayers>,
    barrier: Barrier,
    /// Step whose batch could not be read, and the error. All threads stop before the step.
    error: RwLock<Option<(u64, TrainError)>>,
}

/// The gradients of the output layers from a part.
struct Learnt {
    gradients: Box<OutputGradients>,
    /// Derivatives of the loss by the sums of L2.
    slopes: Vec<L2Sums>,
    loss: f64,
}

impl Learnt {
    fn new() -> Learnt {
        Learnt { gradients: OutputLayers::no_gradients(), slopes: vec![[0.0; L2]; PART], loss: 0.0 }
    }
}

impl Shared<'_> {
    /// The parts of each batch that a thread prepares and passes through the output layers.
    fn share(&self, thread: usize, threads: usize) -> Range<usize> {
        let parts = self.learnt.len();
        parts * thread / threads..parts * (thread + 1) / threads
    }

    /// Prepares a thread's parts of a step's batch.
    fn fill(&self, plan: &TrainingPlan, step: u64, own: Range<usize>) {
        let mut samples = Vec::new();
        for number in own {
            let block = step * self.learnt.len() as u64 + number as u64;
            match plan.source.read(block, &mut samples) {
                Ok(()) => {
                    write(&self.parts[(step % 3) as usize][number]).fill(&samples, plan.target)
                }
                Err(error) => _ = write(&self.error).get_or_insert((step, error)),
            }
        }
    }
}

// A panic of a thread ends the training, so poisoned data is never used.
fn read<T>(lock: &RwLock<T>) -> RwLockReadGuard<'_, T> {
    lock.read().unwrap_or_else(PoisonError::into_inner)
}

fn write<T>(lock: &RwLock<T>) -> RwLockWriteGuard<'_, T> {
    lock.write().unwrap_or_else(PoisonError::into_inner)
}

/// One training thread.
struct Worker<'a, 'h> {
    plan: &'a TrainingPlan<'a>,
    shared: &'a Shared<'h>,
    tiles: &'a mut [Tile],
    /// Number of the first tile.
    first: usize,
    /// The neurons of each tile for each sample and side.
    kept: Vec<Vec<Kept>>,
    /// Derivatives of the loss by the neurons of a tile in a part.
    changes: Vec<Row>,
    /// The parts that the thread prepares and passes through the output layers.
    own_parts: Range<usize>,
}

impl Worker<'_, '_> {
    /// The sum of the steps' losses.
    fn run(mut self, steps: Range<u64>, learning_rate: &impl Fn(u64) -> f32) -> f64 {
        let mut loss = 0.0;
        for step in steps {
            self.shared.fill(self.plan, step + 1, self.own_parts.clone());
            loss += self.step(step, learning_rate(step));
            // The error was set before the last barrier, so all threads see it. A thread that is
            // ahead may have failed at a later step.
            if read(&self.shared.error).as_ref().is_some_and(|(failed, _)| *failed <= step + 1) {
                break;
            }
        }
        loss
    }

    fn step(&mut self, number: u64, learning_rate: f32) -> f64 {
        let shared = self.shared;
        let parts: Vec<_> = shared.parts[(number % 3) as usize].iter().map(read).collect();
        for (index, (tile, kept)) in self.tiles.iter().zip(&mut self.kept).enumerate() {
            let mut sums = write(&shared.sums[self.first + index]);
            sums.fill([0.0; L2]);
            let parts = parts.chunks(PARTS_TOGETHER);
            let kept = kept.chunks_mut(PARTS_TOGETHER * 2 * PART);
            let sums = sums.chunks_mut(PARTS_TOGETHER * PART);
            for ((parts, kept), sums) in parts.zip(kept).zip(sums) {
                for bucket in 0..KING_BUCKETS {
                    let kept = kept.chunks_mut(2 * PART);
                    for ((part, kept), sums) in parts.iter().zip(kept).zip(sums.chunks_mut(PART)) {
                        tile.forward(part, bucket, kept, sums);
                    }
                }
            }
        }
        shared.barrier.wait();

        let share = 1.0 / self.plan.batch as f32;
        for number in self.own_parts.clone() {
            let learnt = &mut *write(&shared.learnt[number]);
            learnt.slopes.fill([0.0; L2]);
            for sums in &shared.sums {
                add_sums(&mut learnt.slopes, &read(sums)[number * PART..(number + 1) * PART]);
            }
            let (slopes, gradients) = (&mut learnt.slopes, &mut learnt.gradients);
            learnt.loss =
                read(&shared.output_layers).learn(&parts[number], slopes, share, gradients);
        }
        shared.barrier.wait();

        let TrainingPlan { weight_decay, average, .. } = *self.plan;
        let number = number + 1;
        let average = if number.is_multiple_of(AVERAGE_INTERVAL) { average } else { 0.0 };
        let step = Step { number, learning_rate, weight_decay, average };
        let loss: f64 = shared.learnt.iter().map(|learnt| read(learnt).loss).sum();
        for (tile, kept) in self.tiles.iter_mut().zip(&self.kept) {
            let parts = parts.iter().zip(kept.chunks(2 * PART)).zip(&shared.learnt);
            for ((part, kept), learnt) in parts {
                tile.backward(part, kept, &read(learnt).slopes, &mut self.changes);
            }
            tile.step(step);
        }
        if self.first == 0 {
            self.step_output_layers(step);
        }
        loss * f64::from(share)
    }

    /// One thread updates the output layers with the gradients of all threads. The others need the
    /// layers after the next barrier.
    fn step_output_layers(&self, step: Step) {
        let mut learnt: Vec<_> = self.shared.learnt.iter().map(write).collect();
        let gradients = learnt.iter_mut().map(|learnt| &mut *learnt.gradients);
        write(&self.shared.output_layers).step(step, gradients);
    }
}
