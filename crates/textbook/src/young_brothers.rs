//! Young Brothers Wait (Feldmann, Monien, Mysliwietz & Vornberger 1989): the eldest child first,
//! then its brothers in parallel, with the bound of the eldest. After a cut-off no brother starts.

use std::sync::{
    Mutex,
    atomic::{AtomicI32, Ordering},
};

use brudno::chess::score::{INFINITE, Score};
use rayon::prelude::*;

use super::{
    fail_soft,
    game::{Game, TreeNode},
    walk::Walk,
};

/// Below this many plies to the horizon, a subtree is not worth a thread.
const SPLIT_DEPTH: u32 = 2;

/// The value of a position for the side to move: exact inside the window, an upper bound at alpha
/// and below, a lower bound at beta and above.
pub fn search<G: Game>(walk: &mut Walk<G>, node: &TreeNode<G>, alpha: Score, beta: Score) -> Score {
    if node.depth < SPLIT_DEPTH {
        return fail_soft::search(walk, node, alpha, beta);
    }
    let Some(moves) = walk.enter(node, alpha, beta) else { return walk.leaf(node) };
    // A position without moves is a leaf, so there is an eldest.
    let Some((&eldest, brothers)) = moves.split_first() else { return walk.exit(node, alpha) };
    let child = walk.play(node, eldest);
    let mut best = -search(walk, &child, -beta, -alpha);
    if best < beta {
        let forks: Vec<_> = brothers.iter().map(|&m| (m, walk.fork(node, m))).collect();
        let bound = AtomicI32::new(alpha.max(best));
        let walk = Mutex::new(&mut *walk);
        let values = forks.into_par_iter().map(|(m, (child, mut fork))| {
            let seen = bound.load(Ordering::Acquire);
            if seen >= beta {
                return -INFINITE;
            }
            let value = -search(&mut fork, &child, -beta, -seen);
            // Nothing panics while the lock is held.
            walk.lock().expect("not poisoned").join(m, -value, fork);
            // After the join: a later brother that fails low may return exactly this bound, and
            // must not replace the best move.
            bound.fetch_max(value, Ordering::Release);
            value
        });
        best = best.max(values.max().unwrap_or(-INFINITE));
    }
    walk.exit(node, best)
}
