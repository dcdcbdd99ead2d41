//! Synthetic trees of uniform branching and depth, computed as they are walked.

use thiserror::Error;

use super::game::{Game, LeafValue};
use crate::chess::score::{MAX_EVALUATION, Score};

/// The deepest tree: paths fit in 64 bits with the ply beside them.
const MAX_DEPTH: u32 = 48;

/// In which order the leaves come, as alpha-beta sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeafOrder {
    /// The first move is the best, everywhere: alpha-beta visits the minimal tree.
    Best,
    /// Each move is better than all before it, everywhere: alpha-beta visits every leaf.
    Worst,
    /// Leaves have independent random values from this seed.
    Random(u64),
}

/// Why a tree was refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum UniformError {
    /// Branching or depth are out of bounds.
    #[error(
        "no tree of branching {0} and depth {1}: branching is at least 2, depth at most {MAX_DEPTH}"
    )]
    Shape(u32, u32),
    /// The order needs more different values than scores can take.
    #[error("this order of branching {0} and depth {1} needs more values than scores can take")]
    Values(u32, u32),
}

/// A tree in which every inner node has the same number of moves and every leaf the same depth.
///
/// In the two extreme orders a leaf's value is a sum over its path. Each move adds for its mover
/// its number times a weight: 1 in worst order for a player's last move and the branching times
/// as much for each move before; −1 throughout in best order.
#[derive(Clone, Debug)]
pub struct Uniform {
    branching: u32,
    depth: u32,
    order: LeafOrder,
    /// By ply, for the first player.
    weights: Vec<Score>,
}

/// A node of a [`Uniform`] tree.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    ply: u32,
    /// The number of the node within its level, from the left.
    path: u64,
    /// The sum so far, for the first player.
    sum: Score,
}

impl Uniform {
    /// The tree of `branching` moves at each of `depth` plies.
    ///
    /// # Errors
    ///
    /// [`UniformError`], with its reason.
    pub fn new(branching: u32, depth: u32, order: LeafOrder) -> Result<Uniform, UniformError> {
        if branching < 2 || depth > MAX_DEPTH {
            return Err(UniformError::Shape(branching, depth));
        }
        let too_many = || UniformError::Values(branching, depth);
        let mut weights = Vec::new();
        let mut range: Score = 0;
        for ply in 0..depth {
            let weight = match order {
                LeafOrder::Best => Some(-1),
                LeafOrder::Worst => (branching as Score).checked_pow((depth - 1 - ply) / 2),
                LeafOrder::Random(_) => Some(0),
            };
            let weight = weight.filter(|&w| w <= MAX_EVALUATION).ok_or_else(too_many)?;
            range = weight
                .checked_mul(branching as Score)
                .and_then(|step| range.checked_add(step.abs()))
                .filter(|&range| range <= MAX_EVALUATION)
                .ok_or_else(too_many)?;
            weights.push(if ply % 2 == 0 { weight } else { -weight });
        }
        Ok(Uniform { branching, depth, order, weights })
    }

    fn value(&self, place: &Place) -> Score {
        let for_first = match self.order {
            LeafOrder::Random(seed) => (mix(mix(seed) ^ self.key(place)) % 2001) as Score - 1000,
            LeafOrder::Best | LeafOrder::Worst => place.sum,
        };
        if place.ply.is_multiple_of(2) { for_first } else { -for_first }
    }
}

/// The finaliser of SplitMix64 (Steele, Lea & Flood 2014).
const fn mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

impl Game for Uniform {
    type State = Place;
    type Move = u32;

    fn root(&self) -> Place {
        Place { ply: 0, path: 0, sum: 0 }
    }

    fn moves(&self, place: &Place) -> Vec<u32> {
        if place.ply == self.depth { Vec::new() } else { (0..self.branching).collect() }
    }

    fn play(&self, place: &Place, m: u32) -> Place {
        Place {
            ply: place.ply + 1,
            path: place.path.wrapping_mul(u64::from(self.branching)).wrapping_add(u64::from(m)),
            sum: place.sum + m as Score * self.weights[place.ply as usize],
        }
    }

    fn terminal(&self, place: &Place, _ply: u32) -> Score {
        self.value(place)
    }

    fn leaf(&self, place: &Place, _ply: u32) -> LeafValue {
        LeafValue { score: self.value(place), evaluations: 1 }
    }

    fn key(&self, place: &Place) -> u64 {
        place.path.wrapping_mul(64).wrapping_add(u64::from(place.ply))
    }

    fn label(&self, _place: &Place, m: u32) -> String {
        (m + 1).to_string()
    }
}
