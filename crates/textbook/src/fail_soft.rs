//! Alpha-beta, fail-soft (Fishburn 1981): outside the window the value is still a bound, and
//! tighter than the window's.

use brudno::chess::score::{INFINITE, Score};

use super::{
    game::{Game, TreeNode},
    walk::Walk,
};

/// The value of a position for the side to move: exact inside the window, an upper bound at alpha
/// and below, a lower bound at beta and above.
pub fn search<G: Game>(walk: &mut Walk<G>, node: &TreeNode<G>, alpha: Score, beta: Score) -> Score {
    let Some(moves) = walk.enter(node, alpha, beta) else { return walk.leaf(node) };
    let mut best = -INFINITE;
    for m in moves {
        let child = walk.play(node, m);
        best = best.max(-search(walk, &child, -beta, -alpha.max(best)));
        if best >= beta {
            break;
        }
    }
    walk.exit(node, best)
}
