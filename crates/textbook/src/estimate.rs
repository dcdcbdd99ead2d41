//! Estimates of the size of a tree and the time of its search, from its first plies.

use std::time::{Duration, Instant};

use super::{
    algorithm::{Algorithm, Method, run},
    game::Game,
    minimal_tree::{TreeSize, count_tree},
    monitor::Monitor,
    ordering::Heuristics,
};

/// Leaves that are counted before the rest is extrapolated.
const COUNTED_LEAVES: u64 = 300_000;
/// Leaves that are searched to measure the time of one.
const TIMED_LEAVES: u64 = 20_000;
/// Without move ordering, alpha-beta visits about this power of the leaves (Pearl 1982: the
/// branching factor of random trees).
const ALPHA_BETA_POWER: f64 = 0.75;

/// The estimate for a tree.
#[derive(Clone, Copy, Debug)]
pub struct Estimate {
    /// Nodes of the whole tree.
    pub nodes: f64,
    /// Leaves of the whole tree.
    pub leaves: f64,
    /// Time for one leaf, moves and all.
    per_leaf: Duration,
}

impl Estimate {
    /// Counts the first plies of the tree and extrapolates to `depth`, with the growth of the last
    /// two plies: over two plies, the different numbers of moves of the sides even out.
    pub fn new<G: Game>(game: &G, depth: u32) -> Estimate {
        let root = game.root();
        let mut sizes: Vec<TreeSize> = Vec::new();
        let mut timed_depth = 0;
        for plies in 0..=depth {
            let size = count_tree(game, &root, plies);
            if size.leaves <= TIMED_LEAVES {
                timed_depth = plies;
            }
            sizes.push(size);
            if size.leaves > COUNTED_LEAVES {
                break;
            }
        }
        let counted = sizes.len() - 1;
        let growth =
            |after: usize, before: usize| sizes[after].leaves as f64 / sizes[before].leaves as f64;
        // The root is one leaf at depth 0, so each depth has leaves.
        let by_two = if counted >= 2 { growth(counted, counted - 2) } else { 1.0 };
        let by_one = by_two.sqrt();
        let factor = by_one.powf(f64::from(depth - counted as u32));
        let algorithm = Algorithm { method: Method::Negamax, heuristics: Heuristics::default() };
        let start = Instant::now();
        let timed = run(algorithm, game, timed_depth, &Monitor::default());
        Estimate {
            nodes: sizes[counted].nodes as f64 * factor,
            leaves: sizes[counted].leaves as f64 * factor,
            per_leaf: start.elapsed().div_f64(timed.counters.leaves.max(1) as f64),
        }
    }

    /// The time that a method takes, in seconds, to an order of magnitude.
    pub fn seconds(&self, method: Method) -> f64 {
        let power = match method {
            // Conspiracy search goes beyond the horizon and evaluates every child.
            Method::Minimax | Method::Negamax | Method::Conspiracy => 1.0,
            _ => ALPHA_BETA_POWER,
        };
        self.leaves.powf(power) * self.per_leaf.as_secs_f64()
    }
}
