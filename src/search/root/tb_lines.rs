//! Tablebase scores of root moves, and lines extended from tablebases.

use super::{
    root_move::{ExtendedLine, RootMove},
    standing::Standing,
};
use crate::{
    chess::score::{Bound, is_decisive, is_mate},
    search::{node::worker::Worker, report::ScoredLine},
    tablebase::{Extension, NEAREST_CURSED},
};

impl Worker<'_> {
    /// Replaces the score that stands for a root move by its tablebase score, unless a mate was
    /// found. Extends the line of a tablebase win or loss to the mate if the time allows it;
    /// `insist` allows any time if the limits do.
    pub(super) fn apply_tb(&mut self, index: usize, standing: &mut Standing, insist: bool) {
        let root_move = &mut self.root.moves[index];
        let line = &mut standing.line;
        if let Some(tb_score) = root_move.tb_score
            && !is_mate(line.score)
        {
            (line.score, line.bound) = (tb_score, Bound::Exact);
            line.is_draw = !is_decisive(tb_score);
            standing.cut_off = None;
        }
        if !is_tb_result(line) {
            return;
        }
        if !is_extended(root_move, line)
            && let Some(manager) = &mut self.manager
            && let Some(extension) = manager.extend_from_tb(self.shared, &mut line.pv, insist)
        {
            let final_score = match extension {
                Extension::Open => line.score,
                Extension::Drawn => line.score.signum() * NEAREST_CURSED,
            };
            let (score, pv) = (line.score, line.pv.clone());
            root_move.extended = Some(ExtendedLine { score, final_score, pv });
        }
        if let Some(known) = root_move.extended.as_ref().filter(|known| known.score == line.score) {
            line.pv.clone_from(&known.pv);
            line.score = known.final_score;
            line.is_draw = !is_decisive(line.score);
        }
    }

    /// Returns true if the search is over and its best line, for lack of time, is extended in part
    /// at most.
    pub(in crate::search) fn may_extend_best_line(&self) -> bool {
        let Some(best) = self.root.moves.first() else { return false };
        let Some(Standing { mut line, .. }) = best.standing() else { return false };
        if !is_mate(line.score) {
            line.score = best.tb_score.unwrap_or(line.score);
        }
        self.shared.budget.is_none() && is_tb_result(&line) && !is_extended(best, &line)
    }
}

/// Returns true if a line ends in a tablebase win or loss.
const fn is_tb_result(line: &ScoredLine) -> bool {
    is_decisive(line.score) && !is_mate(line.score) && matches!(line.bound, Bound::Exact)
}

fn is_extended(root_move: &RootMove, line: &ScoredLine) -> bool {
    root_move.extended.as_ref().is_some_and(|known| known.score == line.score)
}
