//! Limits that end the search between two iterations.

use crate::{
    chess::score::{MATE, Score, is_mate},
    search::{
        node::worker::Worker,
        time::{self, Iteration},
    },
};

impl Worker<'_> {
    pub(super) fn is_mate_found(&self) -> bool {
        let best: Score = self.root.moves[0].score;
        self.shared.limits.mate.is_some_and(|moves| {
            let plies = MATE - best.abs();
            is_mate(best) && i64::from(plies) <= 2 * i64::from(moves)
        })
    }

    pub(super) fn is_soft_node_limit_passed(&self) -> bool {
        self.shared.limits.soft_nodes.is_some_and(|limit| self.total_nodes() >= limit)
    }

    pub(super) fn is_soft_limit_passed(&mut self, iteration: Iteration) -> bool {
        let Some(budget) = self.shared.budget else { return false };
        let factor =
            if self.group_of(0).len() == 1 { time::forced() } else { time::scale(iteration) };
        let limit = (budget.soft * factor).min(budget.hard);
        log::trace!("{iteration:?}: time for this move {limit:.1} ms");
        if self.elapsed() < limit {
            return false;
        }
        let pondering = self.shared.control.is_pondering();
        self.manager.as_mut().is_none_or(|manager| manager.pass_soft_limit(pondering))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        chess::{Game, score::mate_in},
        search::{
            limits::Limits,
            threads::{shared_search::SharedSearch, thread_data::ThreadData},
            tt::TranspositionTable,
        },
    };

    #[test]
    fn a_forced_move_takes_little_of_the_time() {
        let iteration = Iteration {
            stability: 0,
            node_fraction: 0.5,
            changes: 0.0,
            trend: 0,
            since_last_move: 0,
        };
        // Whether the search goes on after this share of the time for a move with alternatives. The
        // nodes are the clock.
        let goes_on = |fen: &str, share: f64| {
            let mut limits = Limits { nodes_per_millisecond: 1, ..Limits::default() };
            limits.time.white = Some(1_000_000);
            let shared = SharedSearch::new(Game::from_fen(fen, false).unwrap(), limits);
            let (tt, mut data) = (TranspositionTable::new(1).unwrap(), ThreadData::new());
            let mut worker = Worker::main(&shared, &tt, &mut data, None);
            let limit = shared.budget.unwrap().soft * time::scale(iteration);
            worker.nodes = (limit * share) as u64;
            !worker.is_soft_limit_passed(iteration)
        };
        // The king must capture the rook, or may go anywhere.
        let (forced, choice) = ("k7/8/8/8/8/8/1r6/K7 w - - 0 1", "k7/8/8/8/8/7r/8/K7 w - - 0 1");
        assert!(goes_on(forced, 0.01) && !goes_on(forced, 0.3));
        assert!(goes_on(choice, 0.99) && !goes_on(choice, 1.01));
    }

    #[test]
    fn a_mate_counts_if_it_is_no_longer_than_the_limit() {
        for (moves, plies, expected) in [(1, 1, true), (1, 3, false), (3, 5, true), (3, 7, false)] {
            for score in [mate_in(plies), -mate_in(plies)] {
                let limits = Limits { mate: Some(moves), ..Limits::default() };
                let shared = SharedSearch::new(Game::default(), limits);
                let (tt, mut data) = (TranspositionTable::new(1).unwrap(), ThreadData::new());
                let mut worker = Worker::main(&shared, &tt, &mut data, None);
                worker.root.moves[0].score = score;
                assert_eq!(worker.is_mate_found(), expected, "{moves} moves, {plies} plies");
            }
        }
    }
}
