//! The commands to the search thread.

use std::{io, sync::Arc, time::Instant};

use crossbeam_channel::{Sender, unbounded};
use shakmaty::Move;
use thiserror::Error;

use crate::{
    chess::Game,
    eval::nnue::NamedNetwork,
    platform::StopSignal,
    search::{
        limits::{Control, Limits},
        report::Reporter,
        skill::Skill,
        time::TimeSettings,
    },
    tablebase::{Tablebase, TbSettings},
};

/// A search as asked for.
pub struct SearchRequest {
    /// Position and history.
    pub game: Game,
    /// When to stop.
    pub limits: Limits,
    /// When the search was asked for: its clock runs from there.
    pub start: Instant,
    /// Ends the search early.
    pub stop: StopSignal,
    /// Whether to ponder until [`Engine::ponder_hit`](crate::search::Engine::ponder_hit).
    pub ponder: bool,
    /// A move of the opening book to play at once, without a search.
    pub book_move: Option<Move>,
    /// Number of best lines.
    pub multi_pv: usize,
    /// Use of the time on the clock.
    pub time: TimeSettings,
    /// Use of the tablebases.
    pub tb: TbSettings,
    /// Limit of the strength; `None` for full strength. A limited search may find and report more
    /// lines than `multi_pv`.
    pub skill: Option<Skill>,
    /// With a clock and limited strength, answer after the time that a person would think.
    pub simulates_thinking: bool,
}

impl SearchRequest {
    /// Creates a request for the best line at full strength, which begins now.
    pub fn new(game: Game, limits: Limits) -> SearchRequest {
        SearchRequest {
            game,
            limits,
            start: Instant::now(),
            stop: StopSignal::default(),
            ponder: false,
            book_move: None,
            multi_pv: 1,
            time: TimeSettings::default(),
            tb: TbSettings::default(),
            skill: None,
            simulates_thinking: false,
        }
    }
}

/// An option that could not be set.
#[derive(Debug, Error)]
pub enum SettingError {
    /// The system refuses the memory of a transposition table.
    #[error("cannot allocate {mebibytes} MiB for the hash: {error}; keeping {kept} MiB")]
    Hash {
        /// Size asked for, MiB.
        mebibytes: usize,
        /// Size of the table that stays in use, MiB.
        kept: usize,
        /// The system's error.
        error: io::Error,
    },
    /// The system refuses threads.
    #[error("only {running} of {threads} threads could be started: {error}")]
    Threads {
        /// Threads asked for.
        threads: usize,
        /// Threads that run.
        running: usize,
        /// The system's error.
        error: io::Error,
    },
}

/// Called on the search thread once an option is set, or could not be set.
pub type Done = Box<dyn FnOnce(Result<(), SettingError>) + Send>;

/// Sets an option of an [`Engine`](crate::search::Engine), and waits until it is set.
///
/// # Errors
///
/// The option could not be set.
pub fn set_and_wait(option: impl FnOnce(Done)) -> Result<(), SettingError> {
    let (reply, result) = unbounded();
    option(Box::new(move |outcome| drop(reply.send(outcome))));
    // The search thread outlives its engine.
    result.recv().unwrap_or(Ok(()))
}

/// A command to the search thread, which carries them out in order.
pub enum SearchCommand {
    /// Search, and report the best move.
    Search {
        request: Box<SearchRequest>,
        control: Arc<Control>,
        /// Where lines and the best move go.
        reporter: Box<dyn Reporter>,
    },
    /// Clear the transposition table and the histories.
    NewGame,
    /// Clear the transposition table.
    ClearHash,
    /// Evaluate with this network, and clear what came of the old one.
    Network(Arc<NamedNetwork>),
    /// Probe these tablebases.
    Tablebase(Arc<Tablebase>),
    /// Use a transposition table of this many MiB. On failure the old one is kept.
    Hash(usize, Done),
    /// Search with this many threads. On failure as many run as could be started.
    Threads(usize, Done),
    /// Answer once all commands before are carried out.
    Sync(Sender<()>),
}
