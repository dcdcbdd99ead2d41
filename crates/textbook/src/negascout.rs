//! NegaScout (Reinefeld 1983): Scout's test as an alpha-beta search with a null window. Its
//! result is a bound for the re-search.

use brudno::chess::score::{INFINITE, Score};

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
    let mut best = -INFINITE;
    let mut upper = beta; // alpha + 1 from the second move on
    for (i, m) in moves.into_iter().enumerate() {
        let child = walk.play(node, m);
        let mut value = -search(walk, &child, -upper, -alpha);
        // Two plies from the horizon a fail-soft bound is exact already (Reinefeld 1983).
        if i > 0 && value > alpha && value < beta && node.depth > 2 {
            walk.count_research();
            value = -search(walk, &child, -beta, -value);
        }
        best = best.max(value);
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
        upper = alpha + 1;
    }
    walk.exit(node, best)
}
