//! Correction history: the error of the static evaluation by side to move and a feature of the
//! position (Caissa, Stockfish).

use bytemuck::Zeroable;

use super::history_entry::{HistoryEntry, PieceTarget};
use crate::{
    chess::{Position, score::Score},
    params,
    platform::prefetch::prefetch,
};

/// Bound of the values.
const MAX: i32 = 1_024;
/// The largest update.
const UPDATE_MAX: i32 = MAX / 4;
const BUCKETS: usize = 16_384;
/// Entries indexed by four keys for each side. Those indexed by the last moves follow.
const KEY_ENTRIES: usize = 4 * 2 * BUCKETS;
const ENTRIES: usize = KEY_ENTRIES + PieceTarget::COUNT * PieceTarget::COUNT;

/// Weights of the tables: pawns, minor pieces, pieces of each side, last moves.
#[inline]
fn weights() -> [i32; 6] {
    let (pieces, moves) = (params::correction_pieces(), params::correction_moves());
    [params::correction_pawns(), params::correction_minors(), pieces, pieces, moves, moves]
}

/// Shares of an update for each table, 1/128.
#[inline]
fn shares() -> [i32; 6] {
    let pieces = params::correction_update_pieces();
    [
        params::correction_update_pawns(),
        params::correction_update_minors(),
        pieces,
        pieces,
        params::correction_update_second(),
        params::correction_update_fourth(),
    ]
}

/// Correction history. `moves` are those 1, 2 and 4 plies ago. Positions without pawns have no
/// corrections: in a deep search of a drawn ending they would add up to a score.
#[derive(Zeroable)]
pub(in crate::search) struct CorrectionHistory([HistoryEntry<MAX>; ENTRIES]);

impl CorrectionHistory {
    /// Prefetches the entries of a position: each would be a cache miss.
    #[inline]
    pub fn prefetch(&self, position: &Position, moves: [PieceTarget; 3]) {
        for index in indices(position, moves) {
            prefetch(&self.0[index]);
        }
    }

    /// Returns the correction of a position's static evaluation, internal units.
    #[inline]
    pub fn get(&self, position: &Position, moves: [PieceTarget; 3]) -> Score {
        if position.board().pawns().is_empty() {
            return 0;
        }
        let indices = indices(position, moves).into_iter();
        let sum: i32 =
            indices.zip(weights()).map(|(index, weight)| self.0[index].get() * weight).sum();
        sum / params::correction_divisor()
    }

    /// Adds a weighted error of the evaluation.
    pub fn update(&mut self, position: &Position, moves: [PieceTarget; 3], bonus: i32) {
        if position.board().pawns().is_empty() {
            return;
        }
        let bonus = bonus.clamp(-UPDATE_MAX, UPDATE_MAX);
        for (index, share) in indices(position, moves).into_iter().zip(shares()) {
            self.0[index].update(bonus * share / 128);
        }
    }
}

/// Returns the indices of a position's entries: by pawns, minor pieces, pieces of each side, and the
/// last move with those 2 and 4 plies ago.
#[inline]
fn indices(position: &Position, [last, second, fourth]: [PieceTarget; 3]) -> [usize; 6] {
    let us = position.turn() as usize;
    let keys = position.keys();
    let by_key = |table: usize, key: u64| (2 * table + us) * BUCKETS + key as usize % BUCKETS;
    let by_moves =
        |earlier: PieceTarget| KEY_ENTRIES + earlier.index() * PieceTarget::COUNT + last.index();
    [
        by_key(0, keys.pawns),
        by_key(1, keys.minors),
        by_key(2, keys.non_pawns[0]),
        by_key(3, keys.non_pawns[1]),
        by_moves(second),
        by_moves(fourth),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::memory::HugePageBox;

    #[test]
    fn corrections_follow_the_errors_of_the_evaluation() {
        let (mut table, position) =
            (HugePageBox::<CorrectionHistory>::zeroed(), Position::startpos());
        let moves = [PieceTarget::NONE; 3];
        assert_eq!(table.get(&position, moves), 0);
        let mut last = 0;
        for _ in 0..5 {
            table.update(&position, moves, 40);
            assert!(table.get(&position, moves) > last);
            last = table.get(&position, moves);
        }
        // Repeated updates keep it within its bounds.
        let largest = MAX * weights().iter().sum::<i32>() / params::correction_divisor();
        for error in [30_000, -30_000] {
            for _ in 0..1_000 {
                table.update(&position, moves, error);
            }
            let correction = table.get(&position, moves);
            assert_eq!(correction.signum(), error.signum());
            assert!(correction.abs() > largest / 2 && correction.abs() <= largest);
        }
        // Each side to move has its own corrections, except those by the last moves.
        let other = position.play_null().unwrap();
        let by_moves = MAX * 2 * params::correction_moves() / params::correction_divisor();
        assert!(table.get(&other, moves).abs() <= by_moves);
    }
}
