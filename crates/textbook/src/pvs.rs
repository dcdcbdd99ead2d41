//! Principal variation search (Marsland & Campbell 1982): the first move with the full window,
//! the others with a null window at alpha, and a re-search with the full window after a fail high.

use brudno::chess::score::Score;

use super::{
    game::{Game, TreeNode},
    walk::Walk,
};

/// The value of a position for the side to move: exact inside the window, an upper bound at alpha
/// and below, a lower bound at beta and above.
pub fn search<G: Game>(
    walk: &mut Walk<G>,
    node: &TreeNode<G>,
    mut alpha: Score,
    beta: Score,
) -> Score {
    let Some(moves) = walk.enter(node, alpha, beta) else { return walk.leaf(node) };
    let mut moves = moves.into_iter();
    // A position without moves is a leaf, so there is a first move.
    let mut best = match moves.next() {
        Some(first) => {
            let child = walk.play(node, first);
            -search(walk, &child, -beta, -alpha)
        }
        None => alpha,
    };
    for m in moves {
        if best >= beta {
            break;
        }
        alpha = alpha.max(best);
        let child = walk.play(node, m);
        let mut value = -search(walk, &child, -alpha - 1, -alpha);
        if value > alpha && value < beta {
            walk.count_research();
            value = -search(walk, &child, -beta, -alpha);
        }
        best = best.max(value);
    }
    walk.exit(node, best)
}
