//! Samples the positions that a search evaluates.

use std::mem;

use brudno::chess::Position;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Added to a game's number for the random stream of its leaves, which differs from that of its
/// opening.
const LEAF_STREAM: u64 = 1 << 63;

/// Keeps some of the given positions, each with the same probability (Vitter's algorithm R).
pub(crate) struct LeafSampler {
    size: usize,
    random: ChaCha8Rng,
    count: usize,
    sample: Vec<Position>,
}

impl LeafSampler {
    /// Returns a sampler that keeps `size` positions, or all if there are fewer.
    pub(crate) const fn new(size: usize, random: ChaCha8Rng) -> LeafSampler {
        LeafSampler { size, random, count: 0, sample: Vec::new() }
    }

    /// Returns the sampler of a game's searches. Its sample depends on the seed and the game's number.
    pub(crate) fn of_game(size: usize, seed: u64, number: u64) -> LeafSampler {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(number | LEAF_STREAM);
        LeafSampler::new(size, random)
    }

    /// Keeps or drops a position. A position that is kept may replace another one.
    pub(crate) fn add(&mut self, position: &Position) {
        self.count += 1;
        if self.sample.len() < self.size {
            self.sample.push(position.clone());
            return;
        }
        let slot = self.random.random_range(0..self.count);
        if let Some(kept) = self.sample.get_mut(slot) {
            *kept = position.clone();
        }
    }

    /// Returns the sample and starts a new one.
    pub(crate) fn take(&mut self) -> Vec<Position> {
        self.count = 0;
        mem::take(&mut self.sample)
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn every_position_has_the_same_chance() {
        let mut positions = vec![Position::startpos()];
        for _ in 0..9 {
            let last = positions.last().unwrap();
            let next = last.play(last.legal_moves()[0]);
            positions.push(next);
        }
        let mut sampler = LeafSampler::new(3, ChaCha8Rng::seed_from_u64(1));
        let mut kept = [0; 10];
        for _ in 0..10_000 {
            positions.iter().for_each(|position| sampler.add(position));
            let sample = sampler.take();
            assert_eq!(sample.len(), 3);
            for position in sample {
                kept[positions.iter().position(|other| other.key() == position.key()).unwrap()] +=
                    1;
            }
        }
        assert!(kept.iter().all(|count| (2850..3150).contains(count)), "{kept:?}");
        sampler.add(&positions[0]);
        assert_eq!(sampler.take().len(), 1);
    }
}
