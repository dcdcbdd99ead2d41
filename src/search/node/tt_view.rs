//! Entry of the transposition table (TT) as a node reads it.

use crate::{
    chess::{
        Position, SearchMove,
        score::{Bound, NO_SCORE, Score, is_decisive},
    },
    search::tt::{TtEntry, score_from_tt},
};

pub(in crate::search) struct TtView {
    entry: Option<TtEntry>,
    /// Score relative to the root, or [`NO_SCORE`].
    pub score: Score,
    pub best: Option<SearchMove>,
}

impl TtView {
    /// Reads an entry. An entry with a move that is illegal here is another position's and counts as
    /// missing.
    pub fn new(entry: Option<TtEntry>, position: &Position, ply: usize) -> TtView {
        let packed = entry.and_then(|entry| entry.best);
        let best = packed.and_then(|packed| position.unpack(packed));
        let entry = entry.filter(|_| packed.is_none() || best.is_some());
        let score = entry
            .filter(|entry| entry.bound.is_some())
            .map_or(NO_SCORE, |entry| score_from_tt(entry.score, ply, position.halfmoves()));
        TtView { entry, score, best }
    }

    /// Returns true if there is no entry.
    pub fn is_empty(&self) -> bool {
        self.entry.is_none()
    }

    /// Returns the depth of the score, plies, or -1 without a score.
    pub fn depth(&self) -> i32 {
        self.entry.filter(|entry| entry.bound.is_some()).map_or(-1, |entry| entry.depth)
    }

    /// Returns the bound of the score.
    pub fn bound(&self) -> Option<Bound> {
        self.entry.and_then(|entry| entry.bound)
    }

    /// Returns the score, relative to the root.
    pub fn score(&self) -> Option<Score> {
        self.bound().map(|_| self.score)
    }

    /// Returns the static evaluation without corrections.
    pub fn evaluation(&self) -> Option<Score> {
        self.entry.map(|entry| entry.evaluation).filter(|&evaluation| evaluation != NO_SCORE)
    }

    /// Returns true if the node was on a principal variation.
    pub fn pv(&self) -> bool {
        self.entry.is_some_and(|entry| entry.pv)
    }

    /// Returns the score in place of a static evaluation if its bound is tighter.
    pub fn refine(&self, evaluation: Score) -> Score {
        let better = match self.bound() {
            Some(Bound::Exact) => true,
            Some(Bound::Lower) => self.score > evaluation,
            Some(Bound::Upper) => self.score < evaluation,
            None => false,
        };
        if better && !is_decisive(self.score) { self.score } else { evaluation }
    }

    /// Returns true if the score is a lower bound or exact.
    pub fn is_lower(&self) -> bool {
        matches!(self.bound(), Some(Bound::Lower | Bound::Exact))
    }
}

/// Returns true if a score with this bound gives a cut-off in this window.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_without_a_score_has_no_depth() {
        let position = Position::startpos();
        let evaluated = TtEntry::new(7, true);
        let searched = TtEntry { bound: Some(Bound::Lower), score: 5, depth: 9, ..evaluated };
        for (entry, depth, score) in
            [(None, -1, None), (Some(evaluated), -1, None), (Some(searched), 9, Some(5))]
        {
            let view = TtView::new(entry, &position, 0);
            assert_eq!(view.is_empty(), entry.is_none());
            assert_eq!((view.depth(), view.score()), (depth, score));
            assert_eq!((view.pv(), view.evaluation()), (entry.is_some(), entry.map(|_| 7)));
        }
    }

    #[test]
    fn a_tighter_bound_refines_the_evaluation() {
        let position = Position::startpos();
        let refined = |bound, score| {
            let entry = TtEntry { bound: Some(bound), score, ..TtEntry::new(0, false) };
            TtView::new(Some(entry), &position, 0).refine(10)
        };
        assert_eq!([4, 10, 40].map(|score| refined(Bound::Exact, score)), [4, 10, 40]);
        assert_eq!([4, 10, 40].map(|score| refined(Bound::Lower, score)), [10, 10, 40]);
        assert_eq!([4, 10, 40].map(|score| refined(Bound::Upper, score)), [4, 10, 10]);
    }

    #[test]
    fn a_bound_cuts_off_outside_the_window() {
        for (bound, expected) in [
            (Some(Bound::Exact), [true; 5]),
            (Some(Bound::Lower), [false, false, false, true, true]),
            (Some(Bound::Upper), [true, true, false, false, false]),
            (None, [false; 5]),
        ] {
            let found = [9, 10, 15, 20, 21].map(|score| is_cutoff(bound, score, 10, 20));
            assert_eq!(found, expected, "{bound:?}");
        }
    }
}
