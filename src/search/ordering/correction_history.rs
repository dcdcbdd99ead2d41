//! How much the static evaluation has been off, by side to move and a feature of the position
//! (correction history, from Caissa and Stockfish): several tables in one.

use bytemuck::Zeroable;

use super::history_entry::{HistoryEntry, PieceTarget};
use crate::{
    chess::{Position, score::Score},
    params,
    platform::prefetch::prefetch,
};

/// Values stay within ± this.
const MAX: i32 = 1_024;
/// The largest update.
const UPDATE_MAX: i32 = MAX / 4;
const BUCKETS: usize = 16_384;
/// Those of four keys for each side; behind them stand those of the last moves.
const BY_KEYS: usize = 4 * 2 * BUCKETS;
const ALL: usize = BY_KEYS + PieceTarget::COUNT * PieceTarget::COUNT;

/// What the tables count: pawns, minor pieces, the pieces of each side, last moves.
#[inline]
fn weights() -> [i32; 6] {
    let (pieces, moves) = (params::correction_pieces(), params::correction_moves());
    [params::correction_pawns(), params::correction_minors(), pieces, pieces, moves, moves]
}

/// How much of an update each takes, 1/128.
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

/// What earlier searches have found the evaluation to lack. Moves are those 1, 2 and 4 plies ago.
/// Positions without pawns have no corrections: the network knows such endings, and in a deep search
/// of a drawn one corrections would add up to a score.
#[derive(Zeroable)]
pub(in crate::search) struct CorrectionHistory([HistoryEntry<MAX>; ALL]);

impl CorrectionHistory {
    /// Asks for what is known of a position before it is used: each would be a cache miss.
    #[inline]
    pub fn prefetch(&self, position: &Position, moves: [PieceTarget; 3]) {
        for place in places(position, moves) {
            prefetch(&self.0[place]);
        }
    }

    /// What the static evaluation has lacked in positions like this, internal units.
    #[inline]
    pub fn get(&self, position: &Position, moves: [PieceTarget; 3]) -> Score {
        if position.board().pawns().is_empty() {
            return 0;
        }
        let places = places(position, moves).into_iter();
        let sum: i32 =
            places.zip(weights()).map(|(place, weight)| self.0[place].get() * weight).sum();
        sum / params::correction_divisor()
    }

    /// Learns that a search found the evaluation off, by so much as `bonus` says.
    pub fn update(&mut self, position: &Position, moves: [PieceTarget; 3], bonus: i32) {
        if position.board().pawns().is_empty() {
            return;
        }
        let bonus = bonus.clamp(-UPDATE_MAX, UPDATE_MAX);
        for (place, share) in places(position, moves).into_iter().zip(shares()) {
            self.0[place].update(bonus * share / 128);
        }
    }
}

/// Where a position's corrections stand: by the pawns, by the minor pieces, by the pieces of each
/// side, and by the last move with the one before it and the one four plies ago.
#[inline]
fn places(position: &Position, [last, second, fourth]: [PieceTarget; 3]) -> [usize; 6] {
    let us = position.turn() as usize;
    let keys = position.keys();
    let by_key = |table: usize, key: u64| (2 * table + us) * BUCKETS + key as usize % BUCKETS;
    let by_moves =
        |earlier: PieceTarget| BY_KEYS + earlier.index() * PieceTarget::COUNT + last.index();
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
    fn corrections_follow_the_errors_that_searches_find() {
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
        // However often it is told, a correction has its bounds, either way.
        let largest = MAX * weights().iter().sum::<i32>() / params::correction_divisor();
        for error in [30_000, -30_000] {
            for _ in 0..1_000 {
                table.update(&position, moves, error);
            }
            let correction = table.get(&position, moves);
            assert_eq!(correction.signum(), error.signum());
            assert!(correction.abs() > largest / 2 && correction.abs() <= largest);
        }
        // The other side to move has corrections of its own, but for those by the last moves.
        let other = position.play_null().unwrap();
        let by_moves = MAX * 2 * params::correction_moves() / params::correction_divisor();
        assert!(table.get(&other, moves).abs() <= by_moves);
    }
}
