//! Minimax with a routine for each player (Shannon 1950): Max takes the greatest value, Min the
//! least. Values are those of Max. The walk takes values of the side to move, so Min's have the
//! opposite sign there.

use brudno::chess::score::{INFINITE, Score};

use super::{
    game::{Game, TreeNode},
    walk::Walk,
};

/// The value of a position where Max is to move.
pub fn max_value<G: Game>(walk: &mut Walk<G>, node: &TreeNode<G>) -> Score {
    let Some(moves) = walk.enter(node, -INFINITE, INFINITE) else { return walk.leaf(node) };
    let mut best = -INFINITE;
    for m in moves {
        let child = walk.play(node, m);
        best = best.max(min_value(walk, &child));
    }
    walk.exit(node, best)
}

/// The value of a position where Min is to move.
pub fn min_value<G: Game>(walk: &mut Walk<G>, node: &TreeNode<G>) -> Score {
    let Some(moves) = walk.enter(node, -INFINITE, INFINITE) else { return -walk.leaf(node) };
    let mut best = INFINITE;
    for m in moves {
        let child = walk.play(node, m);
        best = best.min(max_value(walk, &child));
    }
    -walk.exit(node, -best)
}
