//! Bisection: null-window tests in the middle of the interval that contains the value. C* is
//! Coplan's (1982); NegaC* (Weill 1992) lets the bounds of fail-soft searches narrow the interval.

use brudno::chess::score::{INFINITE, Score};

use super::{game::Game, memory, memory::Memory, walk::Walk};

/// C*: each test halves the interval.
pub fn c_star<G: Game>(walk: &mut Walk<G>) -> Score {
    bisect(walk, |middle, value| if value > middle { middle + 1 } else { middle })
}

/// NegaC*: each test gives a bound of the value.
pub fn nega_c_star<G: Game>(walk: &mut Walk<G>) -> Score {
    bisect(walk, |_, value| value)
}

fn bisect<G: Game>(walk: &mut Walk<G>, bound: impl Fn(Score, Score) -> Score) -> Score {
    let root = walk.root();
    let mut memory = Memory::default();
    let (mut lower, mut upper) = (-INFINITE, INFINITE);
    while lower < upper {
        let middle = (lower + upper).div_euclid(2);
        let value = memory::search(walk, &mut memory, &root, middle, middle + 1);
        if value > middle {
            lower = bound(middle, value);
        } else {
            upper = bound(middle, value);
        }
        if lower < upper {
            walk.count_research();
        }
    }
    lower
}
