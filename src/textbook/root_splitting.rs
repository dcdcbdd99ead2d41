//! Root splitting: the moves of the root are searched in parallel, and what one of them is found
//! to be worth narrows the window of those that begin after it.

use std::sync::atomic::{AtomicI32, Ordering};

use rayon::prelude::*;

use super::fail_soft;
use super::game::Game;
use super::walk::Walk;
use crate::score::{INFINITE, Score};

/// The value of the root.
pub fn search<G: Game>(walk: &mut Walk<G>) -> Score {
    let root = walk.root();
    let Some(moves) = walk.enter(&root, -INFINITE, INFINITE) else { return walk.leaf(&root) };
    let forks: Vec<_> = moves.into_iter().map(|m| (m, walk.fork(&root, m))).collect();
    let alpha = AtomicI32::new(-INFINITE);
    let searched: Vec<_> = forks
        .into_par_iter()
        .map(|(m, (child, mut fork))| {
            let seen = alpha.load(Ordering::Relaxed);
            let value = fail_soft::search(&mut fork, &child, -INFINITE, -seen);
            alpha.fetch_max(-value, Ordering::Relaxed);
            (m, value, fork)
        })
        .collect();
    let mut best = -INFINITE;
    for (m, value, fork) in searched {
        best = best.max(-value);
        walk.join(m, value, fork);
    }
    walk.exit(&root, best)
}
