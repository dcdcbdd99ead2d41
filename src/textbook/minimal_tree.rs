//! How large trees are: all of them, and the least that alpha-beta must see (Slagle & Dixon 1969,
//! who credit Levin; Knuth & Moore 1975).

use super::counters::TypeCounts;
use super::game::Game;

/// Leaves of the tree to a horizon of `depth` plies.
pub fn count_leaves<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = game.moves(state);
    if depth == 1 || moves.is_empty() {
        return moves.len().max(1) as u64;
    }
    moves.into_iter().map(|m| count_leaves(game, &game.play(state, m), depth - 1)).sum()
}

/// Leaves of the minimal tree of uniform branching: b^⌈n/2⌉ + b^⌊n/2⌋ − 1. The branching may be
/// an average, and so broken.
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
