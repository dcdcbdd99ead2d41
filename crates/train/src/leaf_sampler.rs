//! Samples the positions that a search evaluates.

use std::mem;

use brudno::chess::{Position, score::Score};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Added to a game's number for the random stream of its leaves, which differs from that of its
/// opening.
const LEAF_STREAM: u64 = 1 << 63;

/// A position that a search has evaluated.
pub(crate) struct Leaf {
    pub position: Position,
    /// The static evaluation, internal units, side to move's view.
    pub evaluation: Score,
}

impl Leaf {
    /// Returns the static evaluation, White's view.
    pub(crate) fn white_evaluation(&self) -> Score {
        self.position.turn().fold_wb(self.evaluation, -self.evaluation)
    }
}

/// Keeps some of the given positions, each with the same probability (Vitter's algorithm R).
pub(crate) struct LeafSampler {
    size: usize,
    random: ChaCha8Rng,
    count: usize,
    sample: Vec<Leaf>,
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
    pub(crate) fn add(&mut self, position: &Position, evaluation: Score) {
        self.count += 1;
        if self.sample.len() < self.size {
            self.sample.push(Leaf { position: position.clone(), evaluation });
            return;
        }
        let slot = self.random.random_range(0..self.count);
        if let Some(kept) = self.sample.get_mut(slot) {
            *kept = Leaf { position: position.clone(), evaluation };
        }
    }

    /// Returns the sample and starts a new one.
    pub(crate) fn take(&mut self) -> Vec<Leaf> {
        self.count = 0;
        mem::take(&mut self.sample)
    }
}

#[cfg(test)]
mod tests {
    use brudno::{
        chess::Game,
        eval::Evaluator,
        search::{ThreadData, search_nodes_observed, tt::TranspositionTable},
    };
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn leaves_have_the_evaluation_of_the_network() {
        let game = Game::from_fen("4k3/pp6/8/8/8/8/4P3/R3K3 b Q - 40 90", false).unwrap();
        let mut sampler = LeafSampler::new(100, ChaCha8Rng::seed_from_u64(1));
        let mut observer = |leaf: &Position, score| sampler.add(leaf, score);
        let (tt, mut data) = (TranspositionTable::new(1).unwrap(), ThreadData::new());
        search_nodes_observed(&game, 100, &tt, &mut data, &mut observer);
        let mut evaluator = Evaluator::default();
        let sample = sampler.take();
        assert!(sample.len() > 50);
        for Leaf { position, evaluation } in &sample {
            assert_eq!(*evaluation, evaluator.evaluate_once(position), "{}", position.fen());
        }
        let views = sample.iter().map(|leaf| leaf.white_evaluation().signum());
        assert!(
            views.clone().filter(|&view| view > 0).count() > 45,
            "{:?}",
            views.collect::<Vec<_>>()
        );
    }

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
            positions.iter().for_each(|position| sampler.add(position, 0));
            let sample = sampler.take();
            assert_eq!(sample.len(), 3);
            for leaf in sample {
                let key = leaf.position.key();
                kept[positions.iter().position(|other| other.key() == key).unwrap()] += 1;
            }
        }
        assert!(kept.iter().all(|count| (2850..3150).contains(count)), "{kept:?}");
        sampler.add(&positions[0], 0);
        assert_eq!(sampler.take().len(), 1);
    }
}
