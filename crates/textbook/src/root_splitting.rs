//! Root splitting: the moves of the root are searched in parallel. The value of each narrows the
//! window of those that start later.

use std::sync::{
    Mutex,
    atomic::{AtomicI32, Ordering},
};

use brudno::chess::score::{INFINITE, Score};
use rayon::prelude::*;

use super::{fail_soft, game::Game, walk::Walk};

/// The value of the root.
pub fn search<G: Game>(walk: &mut Walk<G>) -> Score {
    let root = walk.root();
    let Some(moves) = walk.enter(&root, -INFINITE, INFINITE) else { return walk.leaf(&root) };
    let forks: Vec<_> = moves.into_iter().map(|m| (m, walk.fork(&root, m))).collect();
    let alpha = AtomicI32::new(-INFINITE);
    let joined = Mutex::new(&mut *walk);
    let values = forks.into_par_iter().map(|(m, (child, mut fork))| {
        let seen = alpha.load(Ordering::Acquire);
        let value = -fail_soft::search(&mut fork, &child, -INFINITE, -seen);
        // Nothing panics while the lock is held.
        joined.lock().expect("not poisoned").join(m, -value, fork);
        // After the join: a later move that fails low may return exactly this bound, and must not
        // replace the best move.
        alpha.fetch_max(value, Ordering::Release);
        value
    });
    let best = values.max().unwrap_or(-INFINITE);
    walk.exit(&root, best)
}
