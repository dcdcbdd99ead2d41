//! Alpha-beta in one routine, fail-hard: Knuth & Moore's procedure F2 (1975).

use brudno::chess::score::Score;

use super::{
    game::{Game, TreeNode},
    walk::Walk,
};

/// The value of a position for the side to move, or the bound of the window that it lies beyond.
pub fn search<G: Game>(
    walk: &mut Walk<G>,
    node: &TreeNode<G>,
    mut alpha: Score,
    beta: Score,
) -> Score {
    let Some(moves) = walk.enter(node, alpha, beta) else { return walk.leaf(node) };
    for m in moves {
        let child = walk.play(node, m);
        alpha = alpha.max(-search(walk, &child, -beta, -alpha));
        if alpha >= beta {
            break;
        }
    }
    walk.exit(node, alpha)
}
