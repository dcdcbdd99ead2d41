//! Null-window tests with memory that converge on the value (Plaat, Schaeffer, Pijls & de Bruin
//! 1996). They differ in the tested bounds: MTD(f) starts at a guess, MT-SSS* from above, MT-Dual*
//! from below.

use brudno::chess::score::{INFINITE, Score};

use super::{game::Game, memory, memory::Memory, walk::Walk};

/// MTD(f): the value of the root, with the first test at `guess`.
pub fn mtd_f<G: Game>(walk: &mut Walk<G>, guess: Score) -> Score {
    mtd(walk, guess)
}

/// MT-SSS*: visits the same leaves as [SSS*](super::sss), in the same order.
pub fn mt_sss<G: Game>(walk: &mut Walk<G>) -> Score {
    mtd(walk, INFINITE)
}

/// MT-Dual*: visits the same leaves as [Dual*](super::sss), in the same order.
pub fn mt_dual<G: Game>(walk: &mut Walk<G>) -> Score {
    mtd(walk, -INFINITE)
}

fn mtd<G: Game>(walk: &mut Walk<G>, first: Score) -> Score {
    let root = walk.root();
    let mut memory = Memory::default();
    let (mut lower, mut upper) = (-INFINITE, INFINITE);
    let mut value = first;
    while lower < upper {
        let beta = if value == lower { value + 1 } else { value };
        value = memory::search(walk, &mut memory, &root, beta - 1, beta);
        if value < beta {
            upper = value;
        } else {
            lower = value;
        }
        if lower < upper {
            walk.count_research();
        }
    }
    value
}
