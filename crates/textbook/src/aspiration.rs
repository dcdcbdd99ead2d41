//! Aspiration search (Brudno 1963; Baudet 1978): a narrow window around the expected value,
//! and a re-search if the value lies outside.

use brudno::chess::score::{INFINITE, Score};

use super::{fail_soft, game::Game, walk::Walk};

/// Distance of either bound from the guess.
const HALF_WINDOW: Score = 50;

/// The value of the root, expected near `guess`.
pub fn search<G: Game>(walk: &mut Walk<G>, guess: Score) -> Score {
    let root = walk.root();
    let alpha = (guess - HALF_WINDOW).clamp(-INFINITE, INFINITE - 1);
    let beta = (guess + HALF_WINDOW).clamp(alpha + 1, INFINITE);
    let value = fail_soft::search(walk, &root, alpha, beta);
    if value <= alpha && alpha > -INFINITE {
        walk.count_research();
        fail_soft::search(walk, &root, -INFINITE, value + 1)
    } else if value >= beta && beta < INFINITE {
        walk.count_research();
        fail_soft::search(walk, &root, value - 1, INFINITE)
    } else {
        value
    }
}
