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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{
        chess::{Game, score::TB_WIN},
        search::{
            limits::Limits,
            threads::{shared_search::SharedSearch, thread_data::ThreadData},
            tt::TranspositionTable,
        },
        tablebase::{Tablebase, TbSettings},
    };

    #[test]
    fn a_win_that_the_clock_forestalls_is_a_draw_with_the_sign_of_the_win() {
        for (fen, m, score, expected) in [
            ("8/8/8/4k3/8/8/1R6/K7 w - - 80 90", "a1a2", TB_WIN - 30, NEAREST_CURSED),
            ("8/8/8/4K3/8/8/1r6/k7 w - - 80 90", "e5d4", 30 - TB_WIN, -NEAREST_CURSED),
        ] {
            let game = Game::from_fen(fen, false).unwrap();
            let m = game.position().parse_uci(m).unwrap();
            let shared = SharedSearch::new(game, Limits::default())
                .with_tablebase(Arc::new(Tablebase::for_tests()), TbSettings::default());
            let (tt, mut data) = (TranspositionTable::new(1).unwrap(), ThreadData::new());
            let mut worker = Worker::main(&shared, &tt, &mut data, None);
            // The search found the win without the tablebases.
            worker.root.moves = vec![RootMove { score, ..RootMove::new(m) }];
            let mut standing = worker.root.moves[0].standing().unwrap();
            worker.apply_tb(0, &mut standing, true);
            assert_eq!((standing.line.score, standing.line.is_draw), (expected, true), "{fen}");
            assert_eq!(standing.line.pv.len(), 20, "{fen}");
        }
    }
}
