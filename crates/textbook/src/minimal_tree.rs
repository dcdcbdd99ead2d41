//! Sizes of whole trees and of minimal trees, which alpha-beta visits at least (Slagle & Dixon
//! 1969, who credit Levin; Knuth & Moore 1975).

use super::{counters::TypeCounts, game::Game};

/// The size of a tree that minimax visits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TreeSize {
    /// All nodes, leaves among them.
    pub nodes: u64,
    /// Nodes at the horizon or at the end of the game.
    pub leaves: u64,
}

/// The size of the tree to a horizon of `depth` plies.
pub fn count_tree<G: Game>(game: &G, state: &G::State, depth: u32) -> TreeSize {
    let moves = if depth == 0 { Vec::new() } else { game.moves(state) };
    let children = moves.len() as u64;
    if moves.is_empty() {
        return TreeSize { nodes: 1, leaves: 1 };
    }
    if depth == 1 {
        return TreeSize { nodes: 1 + children, leaves: children };
    }
    let mut size = TreeSize { nodes: 1, leaves: 0 };
    for m in moves {
        let child = count_tree(game, &game.play(state, m), depth - 1);
        size.nodes += child.nodes;
        size.leaves += child.leaves;
    }
    size
}

/// Leaves of the minimal tree of uniform branching: b^⌈n/2⌉ + b^⌊n/2⌋ − 1. The branching may be
/// an average.
pub fn minimal_leaves(branching: f64, depth: u32) -> f64 {
    let power = |plies: u32| branching.powf(f64::from(plies));
    power(depth.div_ceil(2)) + power(depth / 2) - 1.0
}

/// Leaves of the uniform tree, b^n; `None` beyond 64 bits.
pub fn all_leaves(branching: u64, depth: u32) -> Option<u64> {
    branching.checked_pow(depth)
}

/// [`minimal_leaves`] in whole numbers; `None` beyond 64 bits.
pub fn exact_minimal_leaves(branching: u64, depth: u32) -> Option<u64> {
    let longer = all_leaves(branching, depth.div_ceil(2))?;
    let shorter = all_leaves(branching, depth / 2)?;
    longer.checked_add(shorter).map(|sum| sum - 1)
}

/// Nodes of the minimal tree of uniform branching by type, leaves included, by Knuth's rules.
pub fn minimal_types(branching: u64, depth: u32) -> TypeCounts {
    let mut level = TypeCounts { pv: 1, cut: 0, all: 0 };
    let mut total = level;
    for _ in 0..depth {
        level = TypeCounts {
            pv: level.pv,
            cut: level.pv * (branching - 1) + level.all * branching,
            all: level.cut,
        };
        total.pv += level.pv;
        total.cut += level.cut;
        total.all += level.all;
    }
    total
}
