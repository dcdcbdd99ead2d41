//! What the history tables are made of: values that forget, and the moves that they go by.

use bytemuck::Zeroable;

use crate::position::{ListedMove, PIECE_TARGETS};

/// A bounded value that forgets: each update also shrinks it in proportion to its size, so that
/// it stays within ± `MAX` (the "gravity" of Stockfish's `StatsEntry`).
#[derive(Clone, Copy, Default, Zeroable)]
#[repr(transparent)]
pub(super) struct Entry<const MAX: i32>(pub i16);

impl<const MAX: i32> Entry<MAX> {
    #[inline]
    pub fn update(&mut self, bonus: i32) {
        let bonus = bonus.clamp(-MAX, MAX);
        let value = i32::from(self.0);
        self.0 = (value + bonus - value * bonus.abs() / MAX) as i16;
    }

    #[inline]
    pub fn get(self) -> i32 {
        i32::from(self.0)
    }
}

/// A (piece, target) pair: what histories know of an earlier move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceTarget(u16);

impl PieceTarget {
    /// No move: before the root, or a null move.
    pub const NONE: PieceTarget = PieceTarget(PIECE_TARGETS as u16 - 1);

    /// The pair of a move.
    #[inline]
    pub const fn new(m: ListedMove) -> PieceTarget {
        PieceTarget(m.piece_target() as u16)
    }

    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_bounded_and_follow_their_updates() {
        let mut entry = Entry::<7_183>::default();
        for _ in 0..1_000 {
            entry.update(3_000);
        }
        assert!(entry.get() > 7_183 * 9 / 10 && entry.get() <= 7_183);
        for _ in 0..1_000 {
            entry.update(-100_000);
        }
        assert_eq!(entry.get(), -7_183);
    }
}
