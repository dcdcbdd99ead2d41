//! The search for commands that ask it for one search after the other.

use std::{
    cell::RefCell,
    error::Error,
    fmt,
    sync::{Arc, Mutex, PoisonError},
    time::Instant,
};

use crossbeam_channel::{Sender, unbounded};
use shakmaty::Move;

use super::tablebase;
use crate::{
    chess::Game,
    search,
    search::{Control, Info, Limits, Reporter, Request, Skill, time::TimeSettings},
    tablebase::TbSettings,
};

/// How a command is to search. Limits may be mixed: the first that is reached ends the search.
#[derive(clap::Args)]
pub struct EngineArgs {
    /// Seconds for each search
    #[arg(long, value_name = "SECONDS", value_parser = milliseconds, conflicts_with = "movetime")]
    time: Option<Milliseconds>,
    /// Milliseconds for each search, as in UCI
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Depth in plies
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Nodes for each search
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Size of the transposition table in MiB
    #[arg(long, value_name = "MIB", default_value_t = search::DEFAULT_HASH, value_parser = mebibytes)]
    hash: usize,
    /// Folders of Syzygy tablebases, as in the UCI option SyzygyPath
    #[arg(long, value_name = "FOLDERS")]
    syzygy: Option<String>,
}

/// The most MiB that the UCI option `Hash` takes.
const MAX_HASH: usize = 33_554_432;

fn mebibytes(text: &str) -> Result<usize, String> {
    let mib = text.parse().ok().filter(|mib| (1..=MAX_HASH).contains(mib));
    mib.ok_or_else(|| format!("not a number of MiB from 1 to {MAX_HASH}"))
}

#[derive(Clone, Copy, Debug)]
struct Milliseconds(u64);

fn milliseconds(text: &str) -> Result<Milliseconds, String> {
    match text.parse::<f64>() {
        // Thirty years are as good as any longer time.
        Ok(seconds) if seconds > 0.0 => Ok(Milliseconds((seconds.min(1e9) * 1000.0).ceil() as u64)),
        _ => Err("not a number of seconds".to_owned()),
    }
}

impl EngineArgs {
    /// The limits asked for, or else so many milliseconds.
    pub fn limits(&self, default: u64) -> Limits {
        let unlimited = self.depth.is_none() && self.nodes.is_none();
        let time = self.time.map(|Milliseconds(time)| time).or(self.movetime);
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            move_time: time.or_else(|| unlimited.then_some(default)),
            ..Limits::default()
        }
    }

    /// Starts a search thread as asked for.
    ///
    /// # Errors
    ///
    /// There is no memory, there are no threads, or tables cannot be read.
    pub fn start(&self) -> Result<Engine, EngineError> {
        let engine = Engine::start(self.hash, self.threads.into())?;
        if let Some(folders) = &self.syzygy {
            let tablebase = tablebase::open(folders);
            let tablebase = tablebase.map_err(|error| EngineError(error.to_string()))?;
            engine.send(search::SearchCommand::Tablebase(Arc::new(tablebase)))?;
        }
        Ok(engine)
    }
}

/// What is asked of a search.
#[derive(Clone, Default)]
pub struct SearchSettings {
    /// When to stop.
    pub limits: Limits,
    /// How many best lines to find.
    pub lines: usize,
    /// The strength to play at; all that there is without.
    pub skill: Option<Skill>,
}

/// A search thread with its helpers. It ends when dropped.
pub struct Engine {
    commands: search::CommandSender<search::SearchCommand>,
    running: StopHandle,
}

/// Stops the search that is running, from any thread.
#[derive(Clone, Default)]
pub struct StopHandle(Arc<Mutex<Option<Arc<Control>>>>);

/// Why there is no search.
#[derive(Debug)]
pub struct EngineError(String);

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for EngineError {}

/// Hears the lines of a search.
pub trait Listener: Send + 'static {
    /// A line of analysis.
    fn line(&mut self, info: &Info<'_>);
}

impl Engine {
    /// Starts the threads, with a transposition table of `hash` MiB.
    ///
    /// # Errors
    ///
    /// There is no memory, or there are no threads.
    pub fn start(hash: usize, threads: usize) -> Result<Engine, EngineError> {
        let (commands, _) = search::spawn().map_err(|error| EngineError(error.to_string()))?;
        let engine = Engine { commands, running: StopHandle::default() };
        engine.set(|done| search::SearchCommand::Hash(hash, done))?;
        engine.set(|done| search::SearchCommand::Threads(threads, done))?;
        Ok(engine)
    }

    /// What stops the searches of this engine.
    pub fn stop_handle(&self) -> StopHandle {
        self.running.clone()
    }

    /// Forgets everything learned so far.
    pub fn new_game(&self) {
        // A search thread that is gone is missed by the next search.
        drop(self.commands.send(search::SearchCommand::NewGame));
    }

    /// Searches to the end: gives back who listened, and the best move where there is a legal one.
    ///
    /// # Errors
    ///
    /// The search thread has ended.
    pub fn search<L: Listener>(
        &self,
        game: &Game,
        settings: &SearchSettings,
        listener: L,
    ) -> Result<(L, Option<Move>), EngineError> {
        let (reply, result) = unbounded();
        let control = Arc::new(Control::new(false));
        self.running.set(Some(Arc::clone(&control)));
        let request = Request {
            game: game.clone(),
            limits: settings.limits.clone(),
            start: Instant::now(),
            control,
            multi_pv: settings.lines,
            time: TimeSettings::default(),
            tb: TbSettings::default(),
            skill: settings.skill,
            reporter: Box::new(Relay { listener: RefCell::new(Some(listener)), reply }),
        };
        self.send(search::SearchCommand::Search(Box::new(request)))?;
        let result = result.recv().map_err(|_| gone());
        self.running.set(None);
        result
    }

    fn set(
        &self,
        command: impl FnOnce(search::Done) -> search::SearchCommand,
    ) -> Result<(), EngineError> {
        let (reply, result) = unbounded();
        self.send(command(Box::new(move |outcome| drop(reply.send(outcome)))))?;
        result.recv().map_err(|_| gone())?.map_err(EngineError)
    }

    fn send(&self, command: search::SearchCommand) -> Result<(), EngineError> {
        self.commands.send(command).map_err(|_| gone())
    }
}

impl StopHandle {
    /// Stops the search that is running. False where none is, or it was asked to before.
    pub fn stop(&self) -> bool {
        let running = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        running.as_ref().is_some_and(|control| {
            let first = !control.is_stopped();
            control.stop();
            first
        })
    }

    fn set(&self, control: Option<Arc<Control>>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = control;
    }
}

fn gone() -> EngineError {
    EngineError("the search thread has ended".to_owned())
}

/// Hands the listener back with the best move.
struct Relay<L> {
    /// `None` once handed back.
    listener: RefCell<Option<L>>,
    reply: Sender<(L, Option<Move>)>,
}

impl<L: Listener> Reporter for Relay<L> {
    fn info(&self, info: &Info<'_>) {
        if let Some(listener) = &mut *self.listener.borrow_mut() {
            listener.line(info);
        }
    }

    fn current_move(&self, _depth: u32, _m: Move, _number: usize) {}

    fn message(&self, text: &str) {
        log::warn!("{text}");
    }

    fn best_move(&self, best: Option<Move>, _ponder: Option<Move>) {
        if let Some(listener) = self.listener.take() {
            // Nobody waits any more where the command was given up.
            drop(self.reply.send((listener, best)));
        }
    }
}
