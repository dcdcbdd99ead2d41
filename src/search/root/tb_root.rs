//! The tablebases of one search: root moves ranked, and probes below the root.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering::Relaxed},
};

use shakmaty::Move;

use super::root_move::RootMove;
use crate::{
    chess::{
        Game, Position,
        score::{Bound, DRAW, Score, TB_WIN},
    },
    search::node::worker::Worker,
    tablebase::{Ranking, SyzygyProber, Tablebase, TbSettings, Wdl},
};

#[derive(Default)]
pub struct RootTablebase {
    tablebase: Arc<Tablebase>,
    settings: TbSettings,
    /// Most pieces of a position that is probed below the root; 0 for none.
    limit: usize,
    /// Ranks and scores of the root moves, if the root is in the tablebases.
    ranking: Option<Ranking>,
    /// Tablebase hits of all threads.
    hits: AtomicU64,
}

impl RootTablebase {
    /// Probes the root moves.
    pub fn new(
        tablebase: Arc<Tablebase>,
        mut settings: TbSettings,
        root: &Game,
        moves: &[Move],
    ) -> RootTablebase {
        if settings.limit > tablebase.largest() {
            // Small tablebases are probed at any depth.
            settings = TbSettings { limit: tablebase.largest(), depth: 0, ..settings };
        }
        let ranking = SyzygyProber::new(&tablebase, &settings).rank(root, moves, false);
        let hits = ranking.as_ref().map_or(0, |ranking| ranking.moves.len() as u64);
        // The remaining moves all keep the result. Probes below the root add something only to wins
        // without a ranking by progress.
        let is_settled = ranking.as_ref().is_some_and(|ranking| {
            ranking.makes_progress || ranking.moves.first().is_none_or(|best| best.score <= DRAW)
        });
        let limit = if is_settled { 0 } else { settings.limit };
        RootTablebase { tablebase, settings, limit, ranking, hits: AtomicU64::new(hits) }
    }

    /// Returns the most pieces of a position that is probed below the root; 0 for none.
    pub(in crate::search) const fn limit(&self) -> usize {
        self.limit
    }

    /// Returns true if the fifty-move rule turns long wins into draws.
    pub(in crate::search) const fn fifty_moves(&self) -> bool {
        self.settings.fifty_moves
    }

    /// Returns true if a position with `depth` plies left is to be probed.
    pub(in crate::search) fn applies(&self, position: &Position, depth: i32) -> bool {
        let men = position.board().occupied().count();
        position.halfmoves() == 0
            && (men < self.limit || men == self.limit && depth >= self.settings.depth)
            && !position.has_castling_rights()
    }

    /// Probes the result of a position.
    pub(in crate::search) fn wdl(&self, position: &Position) -> Option<Wdl> {
        let wdl = self.tablebase.wdl(position);
        if wdl.is_some() {
            self.hits.fetch_add(1, Relaxed);
        }
        wdl
    }

    /// Returns a prober for lines.
    pub(in crate::search) fn prober(&self) -> SyzygyProber<'_> {
        SyzygyProber::new(&self.tablebase, &self.settings)
    }

    /// Returns the root moves with their ranks, best first.
    pub(in crate::search) fn order(&self, moves: Vec<Move>) -> Vec<RootMove> {
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

    /// Returns the tablebase hits of all threads.
    pub(in crate::search) fn hits(&self) -> u64 {
        self.hits.load(Relaxed)
    }

    /// Returns an error of the files, once.
    pub(in crate::search) fn take_failure(&self) -> Option<String> {
        self.tablebase.take_failure()
    }
}

impl Worker<'_> {
    /// Probes the tablebases for a position after a capture or a pawn move. Returns a score and its
    /// bound: a win may be a nearer mate than its score shows.
    pub(in crate::search) fn probe_tb(
        &mut self,
        position: &Position,
        depth: i32,
        ply: usize,
    ) -> Option<(Score, Bound)> {
        let tb = &self.shared.tb;
        // A mate on the board is worth more than the tablebase score.
        if !tb.applies(position, depth) || position.is_check() && !position.has_legal_move() {
            return None;
        }
        let wdl = tb.wdl(position);
        // The file may be on a slow disk.
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
}
