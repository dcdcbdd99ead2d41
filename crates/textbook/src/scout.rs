//! Scout (Pearl 1980): evaluates the first move. Tests whether each other move is better, which is
//! cheaper, and evaluates only those that are.

use brudno::chess::score::{INFINITE, Score};

use super::{
    game::{Game, TreeNode},
    walk::Walk,
};

/// Pearl's EVAL: the value of a position for the side to move.
pub fn eval<G: Game>(walk: &mut Walk<G>, node: &TreeNode<G>) -> Score {
    let Some(moves) = walk.enter(node, -INFINITE, INFINITE) else { return walk.leaf(node) };
    let mut best = -INFINITE;
    for (i, m) in moves.into_iter().enumerate() {
        let child = walk.play(node, m);
        if i == 0 {
            best = -eval(walk, &child);
        } else if !test(walk, &child, -best) {
            walk.count_research();
            best = -eval(walk, &child);
        }
    }
    walk.exit(node, best)
}

/// Pearl's TEST: whether the value of a position for the side to move is at least `threshold`.
fn test<G: Game>(walk: &mut Walk<G>, node: &TreeNode<G>, threshold: Score) -> bool {
    let Some(moves) = walk.enter(node, threshold - 1, threshold) else {
        return walk.leaf(node) >= threshold;
    };
    for m in moves {
        let child = walk.play(node, m);
        if !test(walk, &child, 1 - threshold) {
            walk.exit(node, threshold);
            return true;
        }
    }
    walk.exit(node, threshold - 1);
    false
}
