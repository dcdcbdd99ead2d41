//! The end of a search: the line to play, chosen among those of all threads.

use shakmaty::Move;

use crate::{
    chess::score::{Score, is_decisive},
    search::{
        core::{root_move::RootMove, worker::Search},
        root::skill::Skill,
    },
};

/// What one thread's search found.
pub(in crate::search) struct ThreadResult {
    best: RootMove,
    score: Score,
    depth: i32,
}

impl Search<'_> {
    /// The best line, where an iteration has given it a score.
    pub(in crate::search) fn result(&self) -> Option<ThreadResult> {
        let best = self.root_moves.first()?.clone();
        let score = best.known_score()?;
        Some(ThreadResult { best, score, depth: self.completed_depth })
    }

    /// Chooses the line to play among those of all threads, or with a skill, and tells it where
    /// that is news. `None` where there is no legal move.
    pub(in crate::search) fn conclude(
        &mut self,
        others: Vec<ThreadResult>,
        skill: Option<&Skill>,
    ) -> Option<RootMove> {
        self.report_failure();
        if let Some(skill) = skill
            && !self.root_moves.is_empty()
        {
            return Some(self.choose(skill, &mut rand::rng()));
        }
        if self.root_moves.is_empty() {
            self.report_game_over();
            return None;
        }
        let limits = &self.job.limits;
        let may_vote = self.job.multi_pv == 1 && limits.depth.is_none() && limits.mate.is_none();
        let mut results: Vec<ThreadResult> = self.result().into_iter().chain(others).collect();
        match vote(&results) {
            Some(index) if index > 0 && may_vote => {
                self.root_moves.insert(0, results.swap_remove(index).best);
                self.report_end(1);
            }
            _ if self.completed_depth < self.root_depth || self.is_to_be_played_out() => {
                self.report_end(self.job.multi_pv);
            }
            _ => {}
        }
        let mut best = self.root_moves.first()?.clone();
        if !best.reported.is_empty() {
            best.pv.clone_from(&best.reported);
        }
        Some(best)
    }
}

/// The index of the result to trust: each thread votes for its move with a weight that grows with
/// score and depth; a proven win outvotes all (Stockfish's `get_best_thread`).
fn vote(results: &[ThreadResult]) -> Option<usize> {
    let lowest = results.iter().map(|result| result.score).min()?;
    let weight =
        |result: &ThreadResult| i64::from(result.score - lowest + 28) * i64::from(result.depth);
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
