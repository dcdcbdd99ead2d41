//! What the endgame tables say of the root, and how a search may probe them below it.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering::Relaxed},
};

use shakmaty::Move;

use super::root_move::RootMove;
use crate::{
    chess::{Game, Position, score::DRAW},
    tablebase::{Ranking, SyzygyProber, Tablebase, TbSettings, Wdl},
};

/// The endgame tables as one search uses them.
#[derive(Default)]
pub struct RootTablebase {
    tablebase: Arc<Tablebase>,
    settings: TbSettings,
    /// Most men of a position below the root that is looked up; 0 for none.
    limit: usize,
    /// What the root's moves are worth, where the tables know it.
    ranking: Option<Ranking>,
    /// Positions found, in all threads.
    hits: AtomicU64,
}

impl RootTablebase {
    /// Looks up the moves of the root.
    pub fn new(
        tablebase: Arc<Tablebase>,
        mut settings: TbSettings,
        root: &Game,
        moves: &[Move],
    ) -> RootTablebase {
        if settings.limit > tablebase.largest() {
            // Small tables are looked up everywhere.
            settings = TbSettings { limit: tablebase.largest(), depth: 0, ..settings };
        }
        let ranking = SyzygyProber::new(&tablebase, &settings).rank(root, moves, false);
        let hits = ranking.as_ref().map_or(0, |ranking| ranking.moves.len() as u64);
        // The moves that are left all keep the result. More is to be learned only about wins of
        // which it is not known what makes progress.
        let is_settled = ranking.as_ref().is_some_and(|ranking| {
            ranking.makes_progress || ranking.moves.first().is_none_or(|best| best.score <= DRAW)
        });
        let limit = if is_settled { 0 } else { settings.limit };
        RootTablebase { tablebase, settings, limit, ranking, hits: AtomicU64::new(hits) }
    }

    /// Most men of a position below the root that is looked up; 0 for none.
    pub(in crate::search) const fn limit(&self) -> usize {
        self.limit
    }

    /// Whether the fifty-move rule makes draws of wins that take too long.
    pub(in crate::search) const fn fifty_moves(&self) -> bool {
        self.settings.fifty_moves
    }

    /// Whether a position of the search, `depth` plies above the horizon, is one to look up.
    pub(in crate::search) fn applies(&self, position: &Position, depth: i32) -> bool {
        let men = position.board().occupied().count();
        position.halfmoves() == 0
            && (men < self.limit || men == self.limit && depth >= self.settings.depth)
            && !position.has_castling_rights()
    }

    /// Who wins, where the tables tell.
    pub(in crate::search) fn wdl(&self, position: &Position) -> Option<Wdl> {
        let wdl = self.tablebase.wdl(position);
        if wdl.is_some() {
            self.hits.fetch_add(1, Relaxed);
        }
        wdl
    }

    /// A reader for lines.
    pub(in crate::search) fn prober(&self) -> SyzygyProber<'_> {
        SyzygyProber::new(&self.tablebase, &self.settings)
    }

    /// The root moves in the order and with the ranks that the tables give them.
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

    /// Positions found so far, in all threads.
    pub(in crate::search) fn hits(&self) -> u64 {
        self.hits.load(Relaxed)
    }

    /// What is wrong with the files, if that is news.
    pub(in crate::search) fn take_failure(&self) -> Option<String> {
        self.tablebase.take_failure()
    }
}
