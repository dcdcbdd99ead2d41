//! Probing the endgame tables during the search.

use std::time::{Duration, Instant};

use shakmaty::Move;

use super::{root_move::RootMove, worker::Search};
use crate::{
    position::Position,
    score::{Bound, DRAW, Score, TB_WIN, is_decisive, is_mate},
    tablebase::{Extension, Wdl},
};

/// The share of a search's time that may go into playing lines on.
const LINES_SHARE: f64 = 0.1;

impl Search<'_> {
    /// What the tables say of a position that a capture or a pawn move has led to: a score, and
    /// what it bounds, since a mate may be nearer than the score of a win tells.
    pub(super) fn probe_tb(
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

    /// The score to show for a root move, and what it bounds: the tables' where they know the
    /// root, unless a mate was found. The line of a win by the tables is played on to the mate.
    pub(super) fn score_to_show(&mut self, root_move: &mut RootMove) -> Option<(Score, Bound)> {
        let (mut score, bound) = match (root_move.known_score()?, root_move.tb_score) {
            (score, Some(tb_score)) if !is_mate(score) => (tb_score, Bound::Exact),
            (score, _) => (score, root_move.bound),
        };
        if is_decisive(score)
            && !is_mate(score)
            && bound == Bound::Exact
            && self.extend_line(&mut root_move.pv) == Extension::Drawn
        {
            score = DRAW;
        }
        Some((score, bound))
    }

    /// Plays a line on by the tables. Where the time for the move is limited, a share of what has
    /// passed is for this: the late lines matter most.
    fn extend_line(&mut self, line: &mut Vec<Move>) -> Extension {
        let begin = Instant::now();
        if let Some(budget) = self.job.budget {
            let share = (begin - self.job.start).mul_f64(LINES_SHARE);
            let hard = self.job.start + Duration::from_secs_f64(budget.hard / 1000.0);
            let deadline = hard.min(begin + share.saturating_sub(self.lines_time));
            if deadline <= begin {
                return Extension::Open;
            }
            self.guide.set_deadline(Some(deadline));
        }
        let extension = self.guide.extend(&self.job.game, line);
        self.lines_time += begin.elapsed();
        extension
    }

    /// Tells what is wrong with the files of tables, if that is news.
    pub(super) fn report_failure(&self) {
        if let Some(reporter) = self.reporter
            && let Some(text) = self.job.tb.take_failure()
        {
            reporter.message(&text);
        }
    }
}
