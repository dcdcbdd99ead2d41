//! What the threads of one search share.

use std::{
    sync::{Arc, atomic::AtomicU64},
    time::Instant,
};

use shakmaty::Move;

use crate::{
    chess::Game,
    platform::StopSignal,
    search::{
        limits::{Control, Limits},
        root::{root_move::RootMove, tb_root::RootTablebase},
        time::{Budget, TimeSettings},
    },
    tablebase::{Tablebase, TbSettings},
};

/// One search, as all its threads read it.
pub struct SharedSearch {
    /// Position and history.
    pub game: Game,
    /// When to stop.
    pub limits: Limits,
    /// The time that the limits leave for this move.
    pub budget: Option<Budget>,
    /// When the search began.
    pub start: Instant,
    /// Number of best lines.
    pub multi_pv: usize,
    /// Nodes searched by each thread.
    pub nodes: Vec<AtomicU64>,
    /// Probe the transposition table. Tests search without.
    pub probes: bool,
    /// The tablebases at the root and below it.
    pub(in crate::search) tb: RootTablebase,
    /// The signals that end the search.
    pub(in crate::search) control: Arc<Control>,
}

impl SharedSearch {
    /// Creates a search for one line by one thread, which begins now and keeps no move overhead.
    pub fn new(game: Game, limits: Limits) -> SharedSearch {
        SharedSearch::on_clock(game, limits, Instant::now(), TimeSettings::default())
    }

    /// Creates a search for one line by one thread, whose clock has run since `start`.
    pub fn on_clock(
        game: Game,
        limits: Limits,
        start: Instant,
        settings: TimeSettings,
    ) -> SharedSearch {
        SharedSearch {
            budget: limits.budget(game.position(), settings),
            game,
            limits,
            start,
            multi_pv: 1,
            nodes: vec![AtomicU64::new(0)],
            probes: true,
            tb: RootTablebase::default(),
            control: Arc::default(),
        }
    }

    /// Searches with this many threads.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> SharedSearch {
        self.nodes = (0..threads).map(|_| AtomicU64::new(0)).collect();
        self
    }

    /// Finds this many best lines.
    #[must_use]
    pub const fn with_lines(mut self, lines: usize) -> SharedSearch {
        self.multi_pv = lines;
        self
    }

    /// Probes these tablebases. The root moves are probed at once.
    #[must_use]
    pub fn with_tablebase(
        mut self,
        tablebase: Arc<Tablebase>,
        settings: TbSettings,
    ) -> SharedSearch {
        self.tb = RootTablebase::new(tablebase, settings, &self.game, &self.moves());
        self
    }

    /// Ends the search early at this signal.
    #[must_use]
    pub fn with_stop(self, stop: StopSignal) -> SharedSearch {
        self.with_control(Arc::new(Control::new(stop, false)))
    }

    /// Ends the search at these signals.
    #[must_use]
    pub(in crate::search) fn with_control(mut self, control: Arc<Control>) -> SharedSearch {
        self.control = control;
        self
    }

    /// Milliseconds since the search began.
    pub fn elapsed(&self) -> f64 {
        self.start.elapsed().as_secs_f64() * 1000.0
    }

    /// Returns true if the number of nodes decides when the search ends.
    pub(in crate::search) const fn counts_nodes(&self) -> bool {
        self.limits.nodes.is_some() || self.limits.nodes_per_millisecond > 0
    }

    /// The root moves to search: the legal ones, or those among them that `searchmoves` names. In a
    /// tablebase position the best come first.
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
