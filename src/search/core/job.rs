//! One search as all its threads see it.

use std::{
    sync::{Arc, atomic::AtomicU64},
    time::Instant,
};

use shakmaty::Move;

use super::{root_move::RootMove, tb_root::RootTablebase};
use crate::{
    chess::Game,
    search::{
        limits::Limits,
        time::{Budget, TimeSettings},
    },
    tablebase::{Tablebase, TbSettings},
};

/// What is searched, and when to stop.
pub struct Job {
    /// Position and history.
    pub game: Game,
    /// When to stop.
    pub limits: Limits,
    /// The time that the limits allow.
    pub budget: Option<Budget>,
    /// When the search began.
    pub start: Instant,
    /// How many best lines to find.
    pub multi_pv: usize,
    /// Nodes searched, a counter for each thread.
    pub nodes: Vec<AtomicU64>,
    /// Believe the transposition table; tests do without.
    pub probes: bool,
    /// The endgame tables; none unless [`Job::with_tablebase`] gave some.
    pub(in crate::search) tb: RootTablebase,
}

impl Job {
    /// A job for one thread that begins now, looks for one line and keeps no time in hand.
    pub fn new(game: Game, limits: Limits) -> Job {
        let budget = limits.budget(game.position(), TimeSettings::default());
        Job {
            game,
            limits,
            budget,
            start: Instant::now(),
            multi_pv: 1,
            nodes: vec![AtomicU64::new(0)],
            probes: true,
            tb: RootTablebase::default(),
        }
    }

    /// The job for this many threads.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Job {
        self.nodes = (0..threads).map(|_| AtomicU64::new(0)).collect();
        self
    }

    /// The job with this many best lines to find.
    #[must_use]
    pub const fn with_lines(mut self, lines: usize) -> Job {
        self.multi_pv = lines;
        self
    }

    /// The job with a clock that runs from `start` and is used as `settings` say.
    #[must_use]
    pub fn on_clock(mut self, start: Instant, settings: TimeSettings) -> Job {
        self.start = start;
        self.budget = self.limits.budget(self.game.position(), settings);
        self
    }

    /// The job with endgame tables to probe; the root's moves are looked up at once.
    #[must_use]
    pub fn with_tablebase(mut self, tablebase: Arc<Tablebase>, settings: TbSettings) -> Job {
        self.tb = RootTablebase::new(tablebase, settings, &self.game, &self.moves());
        self
    }

    /// Milliseconds since the search began.
    pub fn elapsed(&self) -> f64 {
        self.start.elapsed().as_secs_f64() * 1000.0
    }

    /// Whether the number of nodes decides when the search ends.
    pub(in crate::search) const fn counts_nodes(&self) -> bool {
        self.limits.nodes.is_some() || self.limits.nodes_per_millisecond > 0
    }

    /// The root moves to search: the legal ones, or those of them that `searchmoves` names. Where
    /// the endgame tables know them, the best come first.
    pub fn root_moves(&self) -> Vec<RootMove> {
        self.tb.order(self.moves())
    }

    fn moves(&self) -> Vec<Move> {
        let mut moves = self.game.position().legal_moves();
        if let Some(wanted) = &self.limits.search_moves {
            moves.retain(|m| wanted.contains(m));
        }
        moves
    }
}
