//! The vote of the threads for the line to play.

use shakmaty::Move;

use crate::{
    chess::score::{Score, is_decisive},
    params,
    search::{node::worker::Worker, root::root_move::RootMove},
};

/// The result of one thread's search.
pub(in crate::search) struct ThreadResult {
    best: RootMove,
    score: Score,
    depth: i32,
}

impl Worker<'_> {
    /// Returns the best line of this thread, `None` before it has a score.
    pub(in crate::search) fn result(&self) -> Option<ThreadResult> {
        let best = self.root.moves.first()?.clone();
        let score = best.known_score()?;
        Some(ThreadResult { best, score, depth: self.root.completed_depth })
    }

    /// Puts the line of another thread first, if the vote is for it. Returns true if it is.
    pub(in crate::search) fn adopt_vote(&mut self, others: Vec<ThreadResult>) -> bool {
        let limits = &self.shared.limits;
        if self.shared.multi_pv > 1 || limits.depth.is_some() || limits.mate.is_some() {
            return false;
        }
        let mut results: Vec<ThreadResult> = self.result().into_iter().chain(others).collect();
        let Some(index) = vote(&results).filter(|&index| index > 0) else { return false };
        self.root.moves.insert(0, results.swap_remove(index).best);
        true
    }
}

/// Returns the index of the best result. Each thread votes for its move with a weight that grows
/// with score and depth; a proven win outvotes all (Stockfish's `get_best_thread`).
fn vote(results: &[ThreadResult]) -> Option<usize> {
    let lowest = results.iter().map(|result| result.score).min()?;
    let weight = |result: &ThreadResult| {
        i64::from(result.score - lowest + params::vote_offset()) * i64::from(result.depth)
    };
    let votes = |m: Move| -> i64 {
        results.iter().filter(|result| result.best.first() == m).map(weight).sum()
    };
    (0..results.len()).rev().max_by_key(|&index| {
        let result = &results[index];
        let proven = if is_decisive(result.score) { result.score } else { 0 };
        (proven, votes(result.best.first()), weight(result))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Position, score::MATE};

    fn result(m: &str, score: Score, depth: i32) -> ThreadResult {
        let m = Position::startpos().parse_uci(m).unwrap();
        let best = RootMove { score, ..RootMove::new(m) };
        ThreadResult { best, score, depth }
    }

    #[test]
    fn the_vote_follows_score_depth_and_majority() {
        for (results, expected) in [
            (vec![result("e2e4", 20, 10)], 0),
            (vec![result("e2e4", 20, 10), result("e2e4", 20, 10)], 0),
            (vec![result("e2e4", 20, 10), result("d2d4", 120, 11)], 1),
            (vec![result("e2e4", 120, 10), result("d2d4", 40, 10), result("d2d4", 40, 10)], 0),
            (vec![result("e2e4", 40, 10), result("d2d4", 40, 10), result("d2d4", 40, 9)], 1),
            (vec![result("e2e4", 1800, 30), result("d2d4", MATE - 9, 3)], 1),
            (vec![result("e2e4", 9 - MATE, 30), result("d2d4", -1000, 3)], 1),
        ] {
            assert_eq!(vote(&results), Some(expected));
        }
        assert_eq!(vote(&[]), None);
    }
}
