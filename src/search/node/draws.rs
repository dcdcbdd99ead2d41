//! Draws: repetition, fifty-move rule, insufficient material, wrong bishop.

use super::{node_type::SearchMode, worker::Worker};
use crate::{
    chess::{
        Position, reversal,
        score::{DRAW, Score},
    },
    eval::endgames,
};

impl Worker<'_> {
    /// Returns the score of a draw, with a random unit against threefold blindness (Stockfish).
    #[inline]
    pub(in crate::search) fn draw<M: SearchMode>(&self) -> Score {
        if M::SELECTIVE { DRAW - 1 + (self.nodes & 2) as Score } else { DRAW }
    }

    /// Returns the plies since the last null move, or since the start of the game.
    pub(in crate::search) fn since_null(&self) -> usize {
        self.keys.len() - self.repetition_floor
    }

    /// Returns the keys of the earlier positions since the last pawn move, capture or null move.
    #[inline]
    fn reversible_keys(&self, position: &Position) -> &[u64] {
        let plies = (position.halfmoves() as usize).min(self.since_null());
        &self.keys[self.keys.len() - plies..]
    }

    /// Returns true if the side to move can repeat an earlier position (upcoming repetition,
    /// Stockfish).
    pub(in crate::search) fn is_repetition_near(&self, position: &Position, ply: usize) -> bool {
        let keys = self.reversible_keys(position);
        let Some((&last, earlier)) = keys.split_last() else { return false };
        let now = position.key();
        // Zero if the other side's pieces are where they were.
        let mut theirs = reversal::other_side_moved(now, last);
        let (_, pairs) = earlier.as_rchunks::<2>();
        for (index, &[key, next]) in pairs.iter().rev().enumerate() {
            let back = 3 + 2 * index;
            theirs ^= reversal::other_side_moved(next, key);
            if theirs == 0
                && reversal::is_one_move(position, now ^ key)
                && (back < ply || keys[..keys.len() - back].contains(&key))
            {
                return true;
            }
        }
        false
    }

    /// Returns true for a draw by rule or by the wrong bishop. In the latter, corrections of the
    /// evaluation would add up to a score.
    #[inline]
    pub(in crate::search) fn is_draw(&self, position: &Position, ply: usize) -> bool {
        self.is_repetition(position, ply)
            || position.is_insufficient_material()
            || position.is_fifty_move_draw()
            || endgames::is_wrong_bishop_draw(position.board())
    }

    /// Returns true for a repetition. One earlier occurrence below the root is enough: the best move
    /// is the same again. At and before the root two are needed.
    fn is_repetition(&self, position: &Position, ply: usize) -> bool {
        let (_, pairs) = self.reversible_keys(position).as_rchunks::<2>();
        let mut seen = false;
        // A position after two plies differs.
        for (index, [key, _]) in pairs.iter().rev().enumerate().skip(1) {
            let back = 2 + 2 * index;
            if *key == position.key() {
                if seen || back < ply {
                    return true;
                }
                seen = true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        chess::Game,
        search::{
            limits::Limits,
            threads::{shared_search::SharedSearch, thread_data::ThreadData},
            tt::TranspositionTable,
        },
    };

    #[test]
    fn nothing_repeats_across_a_null_move() {
        let game = Game::from_fen("7k/8/8/8/8/8/8/R3K3 b - - 10 40", false).unwrap();
        let shared = SharedSearch::new(game, Limits::default());
        let (tt, mut data) = (TranspositionTable::new(1).unwrap(), ThreadData::new());
        let mut search = Worker::main(&shared, &tt, &mut data, None);
        let root = shared.game.position();
        let make = |search: &mut Worker<'_>, position: &Position, m: &str, ply| {
            let mut child = position.clone();
            search.make_move(
                &mut child,
                position.search_move(position.parse_uci(m).unwrap()),
                ply,
                true,
            );
            child
        };
        let aside = make(&mut search, root, "h8g8", 0);
        let first = make(&mut search, &aside, "e1d1", 1);
        let corner = make(&mut search, &first, "g8h8", 2);
        let passed = search.after_null(&corner, 3, |search, position| {
            let back = make(search, position, "h8g8", 4);
            let away = make(search, &back, "a1a2", 5);
            search.after_null(&away, 6, |search, position| {
                let second = make(search, position, "a2a1", 7);
                assert_eq!(second.key(), first.key());
                assert!(!search.is_draw(&second, 8));
                // The same position once more, by moves alone.
                let corner = make(search, &second, "g8h8", 8);
                let away = make(search, &corner, "a1a2", 9);
                let back = make(search, &away, "h8g8", 10);
                let third = make(search, &back, "a2a1", 11);
                assert_eq!(third.key(), first.key());
                assert!(search.is_draw(&third, 12));
            })
        });
        assert!(passed.flatten().is_some());
    }
}
