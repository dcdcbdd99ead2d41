//! Iterative deepening (Scott 1969; Slate & Atkin 1977): increasing depths, each with
//! the principal variation of the previous one as the leftmost path.

use brudno::chess::score::{INFINITE, Score};

use super::{fail_soft, game::Game, walk::Walk};

/// The value of the root at the full depth.
pub fn search<G: Game>(walk: &mut Walk<G>) -> Score {
    let horizon = walk.depth();
    let mut value = 0;
    for depth in 1.min(horizon)..=horizon {
        walk.deepen(depth);
        let root = walk.root();
        value = fail_soft::search(walk, &root, -INFINITE, INFINITE);
        walk.end_iteration();
    }
    value
}
