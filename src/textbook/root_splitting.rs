//! Root splitting: the moves of the root are searched in parallel, and what one of them is found
//! to be worth narrows the window of those that begin after it.

use std::sync::{
    Mutex,
    atomic::{AtomicI32, Ordering},
};

use rayon::prelude::*;

use super::{fail_soft, game::Game, walk::Walk};
use crate::chess::score::{INFINITE, Score};

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
        // The lock is only ever held for this line, which does not panic.
        joined.lock().expect("not poisoned").join(m, -value, fork);
        // Only now: a move that fails low on this bound may be said to equal it, and must come too
        // late to be taken for the best.
        alpha.fetch_max(value, Ordering::Release);
        value
    });
    let best = values.max().unwrap_or(-INFINITE);
    walk.exit(&root, best)
}
