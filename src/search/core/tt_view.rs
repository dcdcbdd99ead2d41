//! The transposition table's entry as the search of a node reads it.

use super::{node::Node, worker::Search};
use crate::{
    chess::{
        Position, SearchMove,
        score::{Bound, NO_SCORE, Score, is_decisive},
    },
    search::tt::{TtEntry, score_from_tt},
};

impl Search<'_> {
    /// Stores the result of a search of a node.
    #[inline]
    pub(in crate::search) fn store(
        &self,
        node: &Node<'_>,
        score: Score,
        bound: Bound,
        depth: i32,
        best: Option<SearchMove>,
    ) {
        let entry = TtEntry::new(node.evaluation, node.tt_pv);
        let entry = entry.with_score(node.ply, score, bound, depth, best);
        self.tt.store(node.position.tt_key(), entry);
    }
}

/// What the transposition table says of a node, in the node's own terms.
pub(in crate::search) struct TtView {
    entry: Option<TtEntry>,
    /// Counted from the root; [`NO_SCORE`] where nothing is known.
    pub score: Score,
    /// The stored move.
    pub best: Option<SearchMove>,
}

impl TtView {
    /// An entry with a move that is not legal here is another position's: nothing is known.
    pub fn new(entry: Option<TtEntry>, position: &Position, ply: usize) -> TtView {
        let packed = entry.and_then(|entry| entry.best);
        let best = packed.and_then(|packed| position.unpack(packed));
        let entry = entry.filter(|_| packed.is_none() || best.is_some());
        let score = entry
            .filter(|entry| entry.bound.is_some())
            .map_or(NO_SCORE, |entry| score_from_tt(entry.score, ply, position.halfmoves()));
        TtView { entry, score, best }
    }

    /// Whether nothing is known, not even the evaluation.
    pub fn is_empty(&self) -> bool {
        self.entry.is_none()
    }

    /// -1 where no score is known.
    pub fn depth(&self) -> i32 {
        self.entry.filter(|entry| entry.bound.is_some()).map_or(-1, |entry| entry.depth)
    }

    pub fn bound(&self) -> Option<Bound> {
        self.entry.and_then(|entry| entry.bound)
    }

    pub fn score(&self) -> Option<Score> {
        self.bound().map(|_| self.score)
    }

    pub fn evaluation(&self) -> Option<Score> {
        self.entry.map(|entry| entry.evaluation).filter(|&evaluation| evaluation != NO_SCORE)
    }

    pub fn pv(&self) -> bool {
        self.entry.is_some_and(|entry| entry.pv)
    }

    /// The table's score in place of a static evaluation that it bounds from the right side.
    pub fn refine(&self, evaluation: Score) -> Score {
        let better = match self.bound() {
            Some(Bound::Exact) => true,
            Some(Bound::Lower) => self.score > evaluation,
            Some(Bound::Upper) => self.score < evaluation,
            None => false,
        };
        if better && !is_decisive(self.score) { self.score } else { evaluation }
    }

    pub fn is_lower(&self) -> bool {
        matches!(self.bound(), Some(Bound::Lower | Bound::Exact))
    }
}

/// Whether a table score with this bound decides a node with this window.
pub(in crate::search) fn is_cutoff(
    bound: Option<Bound>,
    score: Score,
    alpha: Score,
    beta: Score,
) -> bool {
    match bound {
        Some(Bound::Exact) => true,
        Some(Bound::Lower) => score >= beta,
        Some(Bound::Upper) => score <= alpha,
        None => false,
    }
}
