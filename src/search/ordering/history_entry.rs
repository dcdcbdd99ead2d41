//! Entries and rows of the history tables, and the index of a move.

use bytemuck::Zeroable;

use crate::chess::{PIECE_TARGET_NUMBERS, PIECE_TARGETS, SearchMove};

/// A value within ± `MAX`. Each update also shrinks it in proportion to its size ("gravity" of
/// Stockfish's `StatsEntry`).
#[derive(Clone, Copy, Default, Zeroable)]
#[repr(transparent)]
pub(in crate::search) struct HistoryEntry<const MAX: i32>(pub i16);

impl<const MAX: i32> HistoryEntry<MAX> {
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

    /// Scales the value by `kept` / 1024, at most 1, and rounds towards zero.
    #[inline]
    pub fn scale_down(&mut self, kept: i32) {
        const { assert!(MAX < 1 << 13) };
        let sign = self.0 >> 15;
        let magnitude = ((self.0 ^ sign) - sign) as u16;
        // With both factors times 8 the result is the high half of the product: an instruction for
        // eight entries. `value * kept / 1024` takes twice the time.
        let product = u32::from(magnitude << 3) * u32::from((kept as u16) << 3);
        let scaled = (product >> 16) as i16;
        self.0 = (scaled ^ sign) - sign;
    }
}

/// The entries of one row, by (piece, target), and some of the next. The length covers every index
/// of a move, so a lookup needs no bounds check.
pub(in crate::search) type HistoryRow<const MAX: i32> = [HistoryEntry<MAX>; PIECE_TARGET_NUMBERS];

/// Contiguous rows of entries by (piece, target). `LENGTH` comes from [`entries_of_rows`].
#[derive(Zeroable)]
#[repr(transparent)]
pub(in crate::search) struct HistoryTable<const MAX: i32, const LENGTH: usize>(
    [HistoryEntry<MAX>; LENGTH],
);

/// Returns the length of a table of `rows` rows, up to the end of the last [`HistoryRow`].
pub(in crate::search) const fn entries_of_rows(rows: usize) -> usize {
    rows * PIECE_TARGETS + PIECE_TARGET_NUMBERS - PIECE_TARGETS
}

impl<const MAX: i32, const LENGTH: usize> HistoryTable<MAX, LENGTH> {
    #[inline]
    pub fn row(&self, index: usize) -> &HistoryRow<MAX> {
        let (start, length) = (index * PIECE_TARGETS, PIECE_TARGET_NUMBERS);
        self.0[start..start + length].first_chunk().expect("the slice has this length")
    }

    #[inline]
    pub fn entry(&self, row: usize, piece_target: usize) -> HistoryEntry<MAX> {
        self.0[row * PIECE_TARGETS + piece_target]
    }

    #[inline]
    pub fn entry_mut(&mut self, row: usize, piece_target: usize) -> &mut HistoryEntry<MAX> {
        &mut self.0[row * PIECE_TARGETS + piece_target]
    }

    pub fn fill(&mut self, value: i16) {
        self.0.fill(HistoryEntry(value));
    }
}

/// The (piece, target) pair of an earlier move, an index into histories.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceTarget(u16);

impl PieceTarget {
    /// No move: before the root, or a null move.
    pub const NONE: PieceTarget = PieceTarget(PIECE_TARGETS as u16);
    /// Number of pairs, including [`PieceTarget::NONE`].
    pub(in crate::search) const COUNT: usize = PIECE_TARGETS + 1;

    /// Returns the pair of a move.
    #[inline]
    pub const fn new(m: SearchMove) -> PieceTarget {
        PieceTarget(m.piece_target() as u16)
    }

    #[inline]
    pub(in crate::search) const fn index(self) -> usize {
        self.0 as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_bounded_and_follow_their_updates() {
        let mut entry = HistoryEntry::<7_183>::default();
        for _ in 0..1_000 {
            entry.update(3_000);
        }
        assert!(entry.get() > 7_183 * 9 / 10 && entry.get() <= 7_183);
        for _ in 0..1_000 {
            entry.update(-100_000);
        }
        assert_eq!(entry.get(), -7_183);
    }

    #[test]
    fn values_are_scaled_down_towards_zero() {
        for kept in [256, 723, 1_000, 1_024] {
            for value in -7_183..=7_183 {
                let mut entry = HistoryEntry::<7_183>(value);
                entry.scale_down(kept);
                assert_eq!(entry.get(), i32::from(value) * kept / 1_024, "{value} {kept}");
            }
        }
    }

    #[test]
    fn rows_do_not_overlap() {
        const ROWS: usize = 3;
        let mut rows = HistoryTable::<100, { entries_of_rows(ROWS) }>::zeroed();
        let places = || (0..ROWS).flat_map(|row| (0..PIECE_TARGETS).map(move |pair| (row, pair)));
        for (number, (row, pair)) in places().enumerate() {
            rows.entry_mut(row, pair).0 = number as i16;
        }
        for (number, (row, pair)) in places().enumerate() {
            assert_eq!(rows.row(row)[pair].0, number as i16);
        }
    }
}
