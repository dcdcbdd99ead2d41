//! Minimax in one routine (Knuth & Moore 1975, procedure F): the value of a child is negated,
//! because the game is zero-sum.

use super::{
    game::{Game, TreeNode},
    walk::Walk,
};
use brudno::chess::score::{INFINITE, Score};

/// The value of a position for the side to move.
pub fn search<G: Game>(walk: &mut Walk<G>, node: &TreeNode<G>) -> Score {
    let Some(moves) = walk.enter(node, -INFINITE, INFINITE) else { return walk.leaf(node) };
    let mut best = -INFINITE;
    for m in moves {
        let child = walk.play(node, m);
        best = best.max(-search(walk, &child));
    }
    walk.exit(node, best)
}
