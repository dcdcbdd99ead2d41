//! What the search asks the endgame tables.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use shakmaty::Move;

use super::worker::{RootMove, Search};
use crate::{
    position::{Game, Position},
    score::{Bound, DRAW, Score, TB_WIN, is_decisive, is_mate},
    tablebase::{Extension, Guide, Ranking, Tablebase, TbSettings, Wdl},
};

/// The share of a search's time that may go into playing lines on.
const LINES_SHARE: f64 = 0.1;

/// The endgame tables as one search uses them.
#[derive(Default)]
pub struct TbProbe {
    tablebase: Arc<Tablebase>,
    settings: TbSettings,
    /// Most men of a position below the root that is looked up; 0 for none.
    limit: usize,
    /// What the root's moves are worth, where the tables know it.
    ranking: Option<Ranking>,
    /// Positions found, in all threads.
    hits: AtomicU64,
}

impl TbProbe {
    /// Looks up the moves of the root.
    pub fn new(
        tablebase: Arc<Tablebase>,
        mut settings: TbSettings,
        root: &Game,
        moves: &[Move],
    ) -> TbProbe {
        if settings.limit > tablebase.largest() {
            // Small tables are looked up everywhere.
            settings = TbSettings { limit: tablebase.largest(), depth: 0, ..settings };
        }
        let ranking = Guide::new(&tablebase, &settings).rank(root, moves, false);
        let hits = ranking.as_ref().map_or(0, |ranking| ranking.moves.len() as u64);
        // The moves that are left all keep the result. More is to be learned only about wins of
        // which it is not known what makes progress.
        let is_settled = ranking.as_ref().is_some_and(|ranking| {
            ranking.makes_progress || ranking.moves.first().is_none_or(|best| best.score <= DRAW)
        });
        let limit = if is_settled { 0 } else { settings.limit };
        TbProbe { tablebase, settings, limit, ranking, hits: AtomicU64::new(hits) }
    }

    /// Most men of a position below the root that is looked up; 0 for none.
    pub(super) const fn limit(&self) -> usize {
        self.limit
    }

    /// A reader for lines.
    pub(super) fn guide(&self) -> Guide<'_> {
        Guide::new(&self.tablebase, &self.settings)
    }

    /// The root moves in the order and with the ranks that the tables give them.
    pub(super) fn order(&self, moves: Vec<Move>) -> Vec<RootMove> {
        match &self.ranking {
            None => moves.into_iter().map(RootMove::new).collect(),
            Some(ranking) => ranking
                .moves
                .iter()
                .map(|ranked| RootMove {
                    tb_rank: ranked.rank,
                    tb_score: Some(ranked.score),
                    ..RootMove::new(ranked.m)
                })
                .collect(),
        }
    }

    /// Positions found so far, in all threads.
    pub(super) fn hits(&self) -> u64 {
        self.hits.load(Relaxed)
    }

    /// What is wrong with the files, if that is news.
    pub(super) fn take_failure(&self) -> Option<String> {
        self.tablebase.take_failure()
    }
}

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
        let men = position.board().occupied().count();
        let applies = position.halfmoves() == 0
            && (men < tb.limit || men == tb.limit && depth >= tb.settings.depth)
            && !position.has_castling_rights();
        // A mate is worth more than the tables would say.
        if !applies || position.is_check() && !position.has_legal_move() {
            return None;
        }
        let wdl = tb.tablebase.wdl(position);
        // The file may have been on a slow disk.
        self.check_clock();
        let wdl = wdl?;
        tb.hits.fetch_add(1, Relaxed);
        let win = TB_WIN - ply as Score;
        Some(match wdl {
            Wdl::Draw => (DRAW, Bound::Exact),
            Wdl::CursedWin if tb.settings.fifty_moves => (DRAW + 2, Bound::Exact),
            Wdl::BlessedLoss if tb.settings.fifty_moves => (DRAW - 2, Bound::Exact),
            Wdl::Win | Wdl::CursedWin => (win, Bound::Lower),
            Wdl::Loss | Wdl::BlessedLoss => (-win, Bound::Upper),
        })
    }

    /// The score to show for a root move, and what it bounds: the tables' where they know the
    /// root, unless a mate was found. The line of a win by the tables is played on to the mate.
    pub(super) fn shown(&mut self, root_move: &mut RootMove) -> Option<(Score, Bound)> {
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
