//! What the search thread can be told.

use std::{sync::Arc, time::Instant};

use crossbeam_channel::Sender;

use crate::{
    chess::Game,
    eval::nnue::NamedNetwork,
    search::{
        limits::{Control, Limits},
        report::Reporter,
        root::skill::Skill,
        time::TimeSettings,
    },
    tablebase::{Tablebase, TbSettings},
};

/// Everything that one search needs to know.
pub struct Request {
    /// Position and history.
    pub game: Game,
    /// When to stop.
    pub limits: Limits,
    /// When it was asked for: the clock of the game runs from there.
    pub start: Instant,
    /// How to stop it from outside.
    pub control: Arc<Control>,
    /// How many best lines to find.
    pub multi_pv: usize,
    /// How the time on the clock is used.
    pub time: TimeSettings,
    /// How to use the endgame tables.
    pub tb: TbSettings,
    /// The strength to play at; `None` is the engine's own. With a skill more lines may be found,
    /// and reported, than `multi_pv`.
    pub skill: Option<Skill>,
    /// Where to send lines and the best move.
    pub reporter: Box<dyn Reporter>,
}

/// Called on the search thread when a setting has taken effect, or with what is wrong.
pub type Done = Box<dyn FnOnce(Result<(), String>) + Send>;

/// What the search thread can be told. Commands are done in turn: a setting sent during a search
/// takes effect after it.
pub enum SearchCommand {
    /// Search, and report the best move.
    Search(Box<Request>),
    /// Do what needs no search, an answer from a book for example.
    Do(Box<dyn FnOnce() + Send>),
    /// Forget everything learned in the game so far.
    NewGame,
    /// Empty the transposition table.
    ClearHash,
    /// Evaluate with this network, and forget what came of the old one.
    Network(Arc<NamedNetwork>),
    /// Probe positions in these endgame tables.
    Tablebase(Arc<Tablebase>),
    /// Use a transposition table of this many MiB. On failure the old one is kept.
    Hash(usize, Done),
    /// Search with this many threads. On failure as many run as could be started.
    Threads(usize, Done),
    /// Answer once everything before is done.
    Sync(Sender<()>),
}
