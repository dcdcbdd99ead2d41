//! The root of one thread's search: its state, and what the search of its moves leaves in it.

use std::{cell::OnceCell, ops::Range};

use shakmaty::Move;

use super::root_move::RootMove;
use crate::{
    chess::{
        SearchMove,
        score::{Bound, INFINITE, Score},
    },
    search::{
        node::{node_type::Selective, worker::Worker},
        ordering::move_picker::MovePicker,
    },
};

/// The root of one thread's search: set by iterative deepening, read by the nodes.
pub(in crate::search) struct RootState {
    /// The root moves, the best first between iterations.
    pub moves: Vec<RootMove>,
    /// Depth of the iteration, plies.
    pub depth: i32,
    /// Depth of the last whole iteration, plies.
    pub completed_depth: i32,
    /// Rank of the line being searched, from 0.
    pub line: usize,
    /// The root moves with the tablebase rank of the line.
    pub group: Range<usize>,
    /// The line of the last iteration.
    pub last_pv: Vec<Move>,
    /// Width of the aspiration window.
    pub window: Score,
    /// Changes of the best move; those of earlier iterations count half as much with each iteration.
    pub best_move_changes: f64,
    /// Optimism of each side (black, white), internal units.
    pub optimism: [Score; 2],
}

impl RootState {
    /// Creates the state before the first iteration.
    pub fn new(moves: Vec<RootMove>) -> RootState {
        RootState {
            moves,
            depth: 0,
            completed_depth: 0,
            line: 0,
            group: 0..0,
            last_pv: Vec::new(),
            window: 1,
            best_move_changes: 0.0,
            optimism: [0; 2],
        }
    }
}

impl Worker<'_> {
    /// Returns the index of a root move that belongs to no line found so far, and has the tablebase
    /// rank of the line being searched.
    pub(in crate::search) fn root_candidate(&self, m: Move) -> Option<usize> {
        let RootState { moves, line, group, .. } = &self.root;
        let index = moves[*line..group.end].iter().position(|root_move| root_move.first() == m)?;
        Some(line + index)
    }

    /// Reports the root move being searched, once the search takes long.
    pub(in crate::search) fn report_current(&mut self, m: Move, count: i32) {
        if let Some(manager) = &mut self.manager {
            let number = self.root.line + count as usize;
            manager.report_current_move(self.shared, self.root.depth, m, number);
        }
    }

    /// Stores the result of the search of the root move with this index.
    pub(in crate::search) fn note_root_move(
        &mut self,
        index: usize,
        score: Score,
        alpha: Score,
        beta: Score,
        count: i32,
        nodes_before: u64,
    ) {
        let spent = self.nodes - nodes_before;
        let seldepth = self.seldepth;
        let pv = self.data.pv.line(1);
        let root = &mut self.root;
        let root_move = &mut root.moves[index];
        root_move.average(score, spent);
        root_move.nodes += spent;
        if count == 1 || score > alpha {
            root.best_move_changes += f64::from(count > 1 && root.line == 0);
            root_move.score = score;
            root_move.bound = if score >= beta {
                Bound::Lower
            } else if score <= alpha {
                Bound::Upper
            } else {
                Bound::Exact
            };
            root_move.seldepth = seldepth;
            root_move.pv.truncate(1);
            root_move.pv.extend_from_slice(pv);
            root_move.depth = root.depth;
            if root_move.bound == Bound::Exact {
                root_move.exact = root_move.latest();
            }
        } else {
            // Not better than the best. The stable sort keeps its place.
            root_move.score = -INFINITE;
        }
    }

    /// Drops the exact scores of earlier iterations that a whole iteration has not confirmed: it
    /// found those moves no better than the best ones.
    pub(super) fn forget_exact_scores(&mut self) {
        for root_move in &mut self.root.moves {
            if root_move.score == -INFINITE {
                root_move.exact = None;
            }
        }
    }

    /// Chooses the first move of the move picker, with the static evaluation as its score, if the
    /// search was stopped before any root move had a score.
    pub(super) fn score_first_move(&mut self) {
        if self.root.moves[0].known_score().is_some() || !self.is_main() {
            return;
        }
        let position = self.shared.game.position();
        self.root.line = 0;
        self.root.group = self.group_of(0);
        let stored = self.probe(position.tt_key()).and_then(|entry| entry.best);
        let tt_move = stored.and_then(|packed| position.unpack(packed));
        self.find_attacks(position, 0);
        let (context, checks) = (self.context(0), OnceCell::new());
        let mut picker = MovePicker::all(position, tt_move);
        let first = std::iter::from_fn(|| {
            picker.next(position, &self.data.histories, &context, &checks).map(SearchMove::unpack)
        })
        .find(|&m| self.root_candidate(m).is_some());
        let index = self.root.moves.iter().position(|known| Some(known.first()) == first);
        self.root.moves[..=index.unwrap_or(0)].rotate_right(1);
        self.root.moves[0].score = self.evaluate::<Selective>(position, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        chess::{Game, score::MAX_PLY},
        search::{
            limits::Limits,
            threads::{shared_search::SharedSearch, thread_data::ThreadData},
            tt::TranspositionTable,
        },
    };

    #[test]
    fn a_move_keeps_its_score_only_if_it_is_first_or_better() {
        let shared = SharedSearch::new(Game::default(), Limits::default());
        let (tt, mut data) = (TranspositionTable::new(1).unwrap(), ThreadData::new());
        let mut worker = Worker::main(&shared, &tt, &mut data, None);
        let (lower, exact, upper) = (Bound::Lower, Bound::Exact, Bound::Upper);
        // Line, number and score of the move in the window 10 to 20: its score, its bound if it has
        // one, and whether the best move changed.
        for (line, count, score, expected) in [
            (0, 1, 5, (5, Some(upper), 0.0)),
            (0, 1, 10, (10, Some(upper), 0.0)),
            (0, 1, 11, (11, Some(exact), 0.0)),
            (0, 2, 15, (15, Some(exact), 1.0)),
            (0, 3, 20, (20, Some(lower), 1.0)),
            (1, 2, 15, (15, Some(exact), 0.0)),
            (0, 2, 10, (-INFINITE, None, 0.0)),
        ] {
            worker.root.line = line;
            worker.root.depth = 7;
            worker.root.best_move_changes = 0.0;
            (worker.root.moves[1].nodes, worker.nodes) = (3, 50);
            worker.note_root_move(1, score, 10, 20, count, 30);
            let found = &worker.root.moves[1];
            assert_eq!((found.nodes, found.score), (23, expected.0), "{line} {count} {score}");
            if let Some(bound) = expected.1 {
                assert_eq!((found.bound, found.depth), (bound, 7), "{line} {count} {score}");
            }
            assert_eq!(worker.root.best_move_changes, expected.2, "{line} {count} {score}");
        }
    }

    #[test]
    fn a_search_without_limits_ends_at_the_largest_depth() {
        let game = Game::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1", false).unwrap();
        let shared = SharedSearch::new(game, Limits::default());
        let (tt, mut data) = (TranspositionTable::new(1).unwrap(), ThreadData::new());
        let mut worker = Worker::main(&shared, &tt, &mut data, None);
        worker.iterate();
        assert_eq!(worker.root.completed_depth, MAX_PLY as i32 - 1);
    }
}
