//! Alpha-beta with a routine for each player, fail-hard (Brudno 1963; Edwards & Hart 1961 name the
//! bounds). Max is sure of at least alpha, Min of at most beta. Where they meet, one player has a
//! better alternative earlier and avoids the position.

use brudno::chess::score::Score;

use super::{
    game::{Game, TreeNode},
    walk::Walk,
};

/// The value of a position where Max is to move, or the bound of the window that it lies beyond.
pub fn max_value<G: Game>(
    walk: &mut Walk<G>,
    node: &TreeNode<G>,
    mut alpha: Score,
    beta: Score,
) -> Score {
    let Some(moves) = walk.enter(node, alpha, beta) else { return walk.leaf(node) };
    for m in moves {
        let child = walk.play(node, m);
        alpha = alpha.max(min_value(walk, &child, alpha, beta));
        if alpha >= beta {
            return walk.exit(node, beta); // beta-cutoff
        }
    }
    walk.exit(node, alpha)
}

/// The value of a position where Min is to move, or the bound of the window that it lies beyond.
pub fn min_value<G: Game>(
    walk: &mut Walk<G>,
    node: &TreeNode<G>,
    alpha: Score,
    mut beta: Score,
) -> Score {
    let Some(moves) = walk.enter(node, -beta, -alpha) else { return -walk.leaf(node) };
    for m in moves {
        let child = walk.play(node, m);
        beta = beta.min(max_value(walk, &child, alpha, beta));
        if beta <= alpha {
            return -walk.exit(node, -alpha); // alpha-cutoff
        }
    }
    -walk.exit(node, -beta)
}
