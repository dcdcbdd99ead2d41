//! What is learnt from in one step, as the inputs that each position switches on.

use std::ops::Range;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::sample::Sample;

/// What the network is to say of a position.
#[derive(Clone, Copy)]
pub struct Target {
    /// Units of the data's scores in a log odds of 1.
    pub score_scale: f32,
    /// Weight of the game's result, that of the score being the rest.
    pub lambda: f32,
}

impl Target {
    /// The share of the point that the side to move can hope for.
    pub fn of(&self, sample: &Sample) -> f32 {
        let score = sigmoid(f32::from(sample.score) / self.score_scale);
        let result = sample.result().unwrap_or(score);
        score + self.lambda * (result - score)
    }
}

/// The share of the point at given log odds.
pub fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Neighbours in memory that are learnt from together: they lie in random order already, and a
/// jump to another place costs as much as learning a sample does.
const BLOCK: u64 = 64;

/// The order in which samples are learnt from: each once an epoch, in an order of the epoch's own.
pub struct Order {
    blocks: u64,
    /// Samples of a block.
    block: u64,
    seed: u64,
}

impl Order {
    /// An order of so many samples; at most 63 of them are left out.
    pub fn new(samples: usize, seed: u64) -> Order {
        let block = BLOCK.min(samples as u64);
        Order { blocks: samples as u64 / block, block, seed }
    }

    /// The indices of the samples that come as number `range.start` and on, counted through all
    /// epochs.
    pub fn indices(&self, range: Range<u64>) -> impl Iterator<Item = usize> + '_ {
        let mut epoch = u64::MAX;
        let (mut stride, mut offset) = (0, 0);
        range.map(move |number| {
            let (block, place) = (number / self.block, number % self.block);
            if block / self.blocks != epoch {
                epoch = block / self.blocks;
                (stride, offset) = self.walk(epoch);
            }
            let block = (block % self.blocks * stride + offset) % self.blocks;
            (block * self.block + place) as usize
        })
    }

    /// A walk that meets each block once.
    fn walk(&self, epoch: u64) -> (u64, u64) {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed.wrapping_add(epoch));
        let stride = loop {
            let stride = random.random_range(1..=self.blocks);
            if greatest_common_divisor(stride, self.blocks) == 1 {
                break stride;
            }
        };
        (stride, random.random_range(0..self.blocks))
    }
}

fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

/// A part of a batch.
#[derive(Default)]
pub struct Part {
    inputs: Vec<u16>,
    /// Where the inputs of each sample end.
    ends: Vec<usize>,
    buckets: Vec<u8>,
    targets: Vec<f32>,
}

/// A position of a part.
pub struct Active<'a> {
    /// The inputs that are on, seen by the side to move and by the other.
    pub inputs: [&'a [u16]; 2],
    /// Its output layer.
    pub bucket: usize,
}

impl Part {
    /// Replaces what is in the part.
    pub fn fill<'a>(&mut self, samples: impl Iterator<Item = &'a Sample>, target: Target) {
        self.inputs.clear();
        self.ends.clear();
        self.buckets.clear();
        self.targets.clear();
        for sample in samples {
            sample.append_inputs(&mut self.inputs);
            self.ends.push(self.inputs.len());
            self.buckets.push(sample.bucket() as u8);
            self.targets.push(target.of(sample));
        }
    }

    /// How many samples there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// What the network is to say, by sample.
    pub fn targets(&self) -> &[f32] {
        &self.targets
    }

    /// Output layers by sample.
    pub fn buckets(&self) -> &[u8] {
        &self.buckets
    }

    /// The samples.
    #[inline(always)]
    pub fn samples(&self) -> impl Iterator<Item = Active<'_>> {
        let mut start = 0;
        self.ends.iter().zip(&self.buckets).map(move |(&end, &bucket)| {
            let (us, them) = self.inputs[start..end].split_at((end - start) / 2);
            start = end;
            Active { inputs: [us, them], bucket: usize::from(bucket) }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::training::sample::tests::board;

    #[test]
    fn each_epoch_meets_every_sample_once_in_its_own_order() {
        let order = Order::new(700, 7);
        let epoch =
            |number: u64| order.indices(640 * number..640 * (number + 1)).collect::<Vec<_>>();
        let mut first = epoch(0);
        assert_ne!(first, epoch(1));
        first.sort_unstable();
        assert!(first.into_iter().eq(0..640));
        assert!(
            order.indices(600..700).eq(epoch(0).into_iter().chain(epoch(1)).skip(600).take(100))
        );
    }

    #[test]
    fn the_result_is_weighed_by_lambda() {
        let board = board("4k3/8/8/8/8/8/8/4K2R w - - 0 1");
        let target = Target { score_scale: 400.0, lambda: 0.25 };
        let won = Sample::new(&board, 0, Some(viriformat::dataformat::WDL::Win));
        assert_eq!(target.of(&won), 0.625);
        assert_eq!(target.of(&Sample::new(&board, 0, None)), 0.5);
    }
}
