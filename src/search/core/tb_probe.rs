//! Probing the endgame tables during the search.

use std::time::{Duration, Instant};

use super::{
    root_move::{PlayedOut, RootMove, ScoredLine},
    standing::Standing,
    worker::Search,
};
use crate::{
    chess::{
        Position,
        score::{Bound, DRAW, Score, TB_WIN, is_decisive, is_mate},
    },
    tablebase::{Extension, NEAREST_CURSED, Wdl},
};

/// The share of a search's time that may go into playing lines on.
const LINES_SHARE: f64 = 0.1;

impl Search<'_> {
    /// What the tables say of a position that a capture or a pawn move has led to: a score, and
    /// what it bounds, since a mate may be nearer than the score of a win tells.
    pub(in crate::search) fn probe_tb(
        &mut self,
        position: &Position,
        depth: i32,
        ply: usize,
    ) -> Option<(Score, Bound)> {
        let tb = &self.job.tb;
        // A mate is worth more than the tables would say.
        if !tb.applies(position, depth) || position.is_check() && !position.has_legal_move() {
            return None;
        }
        let wdl = tb.wdl(position);
        // The file may have been on a slow disk.
        self.check_clock();
        let win = TB_WIN - ply as Score;
        Some(match wdl? {
            Wdl::Draw => (DRAW, Bound::Exact),
            Wdl::CursedWin if tb.fifty_moves() => (DRAW + 2, Bound::Exact),
            Wdl::BlessedLoss if tb.fifty_moves() => (DRAW - 2, Bound::Exact),
            Wdl::Win | Wdl::CursedWin => (win, Bound::Lower),
            Wdl::Loss | Wdl::BlessedLoss => (-win, Bound::Upper),
        })
    }

    /// Puts the tables' score in place of what stands for a root move, unless a mate was found. The
    /// line of a win or a loss by the tables is played out to the mate, where the time allows;
    /// `insist` allows any time if the limits do.
    pub(in crate::search) fn apply_tb(
        &mut self,
        root_move: &mut RootMove,
        standing: &mut Standing,
        insist: bool,
    ) {
        let line = &mut standing.line;
        if let Some(tb_score) = root_move.tb_score
            && !is_mate(line.score)
        {
            (line.score, line.bound) = (tb_score, Bound::Exact);
            standing.cut_off = None;
        }
        if !is_tb_result(line) {
            return;
        }
        if !is_played_out(root_move, line) {
            self.play_out(root_move, line, insist);
        }
        if let Some(known) = root_move.played_out.as_ref().filter(|known| known.score == line.score)
        {
            line.pv.clone_from(&known.pv);
            line.score = known.found;
        }
    }

    /// Whether the search is over and has played the best line out only in part, since it was short.
    pub(in crate::search) fn is_to_be_played_out(&self) -> bool {
        let Some(best) = self.root_moves.first() else { return false };
        let Some(Standing { mut line, .. }) = best.standing() else { return false };
        if !is_mate(line.score) {
            line.score = best.tb_score.unwrap_or(line.score);
        }
        self.job.budget.is_none() && is_tb_result(&line) && !is_played_out(best, &line)
    }

    /// Plays a line on by the tables, and keeps it if it comes to its end. A share of the time that
    /// has passed is for this: the late lines matter most.
    fn play_out(&mut self, root_move: &mut RootMove, line: &mut ScoredLine, insist: bool) {
        let begin = Instant::now();
        let share = (begin - self.job.start).mul_f64(LINES_SHARE);
        let fair = begin + share.saturating_sub(self.lines_time);
        let hard = |hard: f64| self.job.start + Duration::from_secs_f64(hard / 1000.0);
        let deadline = match self.job.budget {
            Some(budget) => Some(fair.min(hard(budget.hard))),
            None => (!insist).then_some(fair),
        };
        if deadline.is_some_and(|deadline| deadline <= begin) {
            return;
        }
        self.prober.set_deadline(deadline);
        let extension = self.prober.extend(&self.job.game, &mut line.pv);
        self.lines_time += begin.elapsed();
        if !self.prober.is_late() {
            let found = match extension {
                Extension::Open => line.score,
                Extension::Drawn => line.score.signum() * NEAREST_CURSED,
            };
            let (score, pv) = (line.score, line.pv.clone());
            root_move.played_out = Some(PlayedOut { score, found, pv });
        }
    }

    /// Tells what is wrong with the files of tables, if that is news.
    pub(in crate::search) fn report_failure(&mut self) {
        if let Some(reporter) = &mut self.reporter
            && let Some(text) = self.job.tb.take_failure()
        {
            reporter.message(&text);
        }
    }
}

/// Whether a line ends in a win or a loss by the tables.
const fn is_tb_result(line: &ScoredLine) -> bool {
    is_decisive(line.score) && !is_mate(line.score) && matches!(line.bound, Bound::Exact)
}

fn is_played_out(root_move: &RootMove, line: &ScoredLine) -> bool {
    root_move.played_out.as_ref().is_some_and(|known| known.score == line.score)
}
