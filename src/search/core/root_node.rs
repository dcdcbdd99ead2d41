//! The books that the root keeps: which moves are searched, and what is found of each.

use shakmaty::Move;

use super::worker::Search;
use crate::chess::score::{Bound, INFINITE, Score};

/// Milliseconds after which the root move being searched is told.
const CURRENT_MOVE_AFTER: f64 = 3000.0;

impl Search<'_> {
    /// Whether a root move belongs to the lines not yet found, and is none that the endgame tables
    /// rank below one of them.
    pub(in crate::search) fn is_root_candidate(&self, m: Move) -> bool {
        self.root_moves[self.line..self.group.end].iter().any(|root_move| root_move.first() == m)
    }

    /// Tells which root move is being searched, where it takes long.
    pub(in crate::search) fn report_current(&mut self, m: Move, count: i32) {
        if let Some(reporter) = &mut self.reporter
            && self.job.elapsed() > CURRENT_MOVE_AFTER
        {
            reporter.current_move(self.root_depth as u32, m, self.line + count as usize);
        }
    }

    /// Keeps what the search of a root move found.
    pub(in crate::search) fn note_root_move(
        &mut self,
        m: Move,
        score: Score,
        alpha: Score,
        beta: Score,
        count: i32,
        nodes_before: u64,
    ) {
        let spent = self.nodes - nodes_before;
        let seldepth = self.seldepth;
        let line = self.data.pv.line(1);
        let Some(root_move) = self.root_moves.iter_mut().find(|root_move| root_move.first() == m)
        else {
            return;
        };
        root_move.average(score, spent);
        root_move.nodes += spent;
        if count == 1 || score > alpha {
            self.best_move_changes += f64::from(count > 1 && self.line == 0);
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
            root_move.pv.extend_from_slice(line);
            root_move.depth = self.root_depth;
            if root_move.bound == Bound::Exact {
                root_move.exact = root_move.latest();
            }
        } else {
            // Worse than the best, nobody knows how much: the sort keeps its place.
            root_move.score = -INFINITE;
        }
    }
}
