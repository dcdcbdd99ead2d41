//! A middlegame and an endgame value in one integer.

use std::ops::{Add, AddAssign, Mul, Sub, SubAssign};

/// The phase of a game with all pieces on the board.
pub const MAX_PHASE: i32 = 24;

/// Two values of 16 bits, added and multiplied together (an idea of Stockfish's authors): the
/// endgame's in the upper half, the middlegame's, whose borrow it carries, in the lower.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tapered(i32);

impl Tapered {
    /// Packs a middlegame and an endgame value.
    pub const fn new(middlegame: i32, endgame: i32) -> Tapered {
        Tapered((endgame << 16) + middlegame)
    }

    /// The middlegame value.
    #[inline]
    pub const fn middlegame(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The endgame value.
    #[inline]
    pub const fn endgame(self) -> i32 {
        (self.0 + 0x8000) >> 16
    }
}

impl Add for Tapered {
    type Output = Tapered;
    #[inline]
    fn add(self, other: Tapered) -> Tapered {
        Tapered(self.0 + other.0)
    }
}

impl AddAssign for Tapered {
    #[inline]
    fn add_assign(&mut self, other: Tapered) {
        *self = *self + other;
    }
}

impl Sub for Tapered {
    type Output = Tapered;
    #[inline]
    fn sub(self, other: Tapered) -> Tapered {
        Tapered(self.0 - other.0)
    }
}

impl SubAssign for Tapered {
    #[inline]
    fn sub_assign(&mut self, other: Tapered) {
        *self = *self - other;
    }
}

impl Mul<i32> for Tapered {
    type Output = Tapered;
    #[inline]
    fn mul(self, count: i32) -> Tapered {
        Tapered(self.0 * count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_do_not_leak_into_each_other() {
        for mg in [-3000, -1, 0, 1, 2999] {
            for eg in [-2500, -1, 0, 1, 3000] {
                let pair = Tapered::new(mg, eg);
                assert_eq!((pair.middlegame(), pair.endgame()), (mg, eg));
                let sum = pair * -7 - Tapered::new(-5, 9) + pair;
                assert_eq!((sum.middlegame(), sum.endgame()), (-6 * mg + 5, -6 * eg - 9));
            }
        }
    }
}
