//! Synthetic trees of uniform branching and depth, computed on demand.

use brudno::chess::score::{MAX_EVALUATION, Score};
use thiserror::Error;

use super::game::{Game, LeafValue};

/// The deepest tree: paths fit in 64 bits with the ply beside them.
const MAX_DEPTH: u32 = 48;

/// The order of the leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeafOrder {
    /// The first move is the best, everywhere: alpha-beta visits the minimal tree.
    Best,
    /// Each move is better than all before it, everywhere: alpha-beta visits every leaf.
    Worst,
    /// Leaves have independent random values from this seed.
    Random(u64),
}

/// An invalid tree.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum UniformError {
    /// Branching or depth are out of bounds.
    #[error(
        "no tree of branching {0} and depth {1}: branching is at least 2, depth at most {MAX_DEPTH}"
    )]
    Shape(u32, u32),
    /// The order needs more values than scores have.
    #[error("this order of branching {0} and depth {1} needs more values than scores have")]
    Values(u32, u32),
}

/// A tree in which every inner node has the same number of moves and every leaf the same depth.
///
/// In best and worst order the value of a leaf is a sum over its path. Each move adds, for its
/// mover, its number times a weight. In best order the weight is −1. In worst order it is 1 for a
/// player's last move, and grows by a factor of the branching for each earlier one.
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
pub struct UniformState {
    ply: u32,
    /// The number of the node within its level, from the left.
    path: u64,
    /// The sum of the path, for the first player.
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

    fn value(&self, state: &UniformState) -> Score {
        let for_first = match self.order {
            LeafOrder::Random(seed) => (mix(mix(seed) ^ self.key(state)) % 2001) as Score - 1000,
            LeafOrder::Best | LeafOrder::Worst => state.sum,
        };
        if state.ply.is_multiple_of(2) { for_first } else { -for_first }
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
    type State = UniformState;
    type Move = u32;

    fn root(&self) -> UniformState {
        UniformState { ply: 0, path: 0, sum: 0 }
    }

    fn moves(&self, state: &UniformState) -> Vec<u32> {
        if state.ply == self.depth { Vec::new() } else { (0..self.branching).collect() }
    }

    fn play(&self, state: &UniformState, m: u32) -> UniformState {
        UniformState {
            ply: state.ply + 1,
            path: state.path.wrapping_mul(u64::from(self.branching)).wrapping_add(u64::from(m)),
            sum: state.sum + m as Score * self.weights[state.ply as usize],
        }
    }

    fn terminal(&self, state: &UniformState, _ply: u32) -> Score {
        self.value(state)
    }

    fn leaf(&self, state: &UniformState, _ply: u32) -> LeafValue {
        LeafValue { score: self.value(state), evaluations: 1 }
    }

    fn key(&self, state: &UniformState) -> u64 {
        state.path.wrapping_mul(64).wrapping_add(u64::from(state.ply))
    }

    fn label(&self, _state: &UniformState, m: u32) -> String {
        (m + 1).to_string()
    }
}
