//! A sample of the positions that a search evaluates: what a network has to know.

use std::mem;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::chess::Position;

/// The leaves of a game are drawn from the stream of random numbers with its number and this bit, so
/// that they change nothing else that is drawn for it.
const LEAF_STREAM: u64 = 1 << 63;

/// Keeps some of the positions that it sees, each with the same chance (Vitter's algorithm R).
pub struct LeafSampler {
    size: usize,
    random: ChaCha8Rng,
    seen: usize,
    sample: Vec<Position>,
}

impl LeafSampler {
    /// A sampler that keeps `size` positions, or all where there are fewer.
    pub const fn new(size: usize, random: ChaCha8Rng) -> LeafSampler {
        LeafSampler { size, random, seen: 0, sample: Vec::new() }
    }

    /// A sampler for the searches of a game: its sample depends on the seed and the game's number.
    pub fn of_game(size: usize, seed: u64, number: u64) -> LeafSampler {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(number | LEAF_STREAM);
        LeafSampler::new(size, random)
    }

    /// Sees a position. Out of line: few searches sample.
    #[inline(never)]
    pub(in crate::search) fn see(&mut self, position: &Position) {
        self.seen += 1;
        if self.sample.len() < self.size {
            self.sample.push(position.clone());
            return;
        }
        let slot = self.random.random_range(0..self.seen);
        if let Some(kept) = self.sample.get_mut(slot) {
            *kept = position.clone();
        }
    }

    /// What was kept; another sample begins.
    pub(in crate::search) fn take(&mut self) -> Vec<Position> {
        self.seen = 0;
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
            positions.iter().for_each(|position| sampler.see(position));
            let sample = sampler.take();
            assert_eq!(sample.len(), 3);
            for position in sample {
                kept[positions.iter().position(|other| other.key() == position.key()).unwrap()] +=
                    1;
            }
        }
        assert!(kept.iter().all(|count| (2850..3150).contains(count)), "{kept:?}");
        sampler.see(&positions[0]);
        assert_eq!(sampler.take().len(), 1);
    }
}
