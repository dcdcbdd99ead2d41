//! The search thread: it takes commands over a channel, one after the other.

use std::sync::Arc;

use crossbeam_channel::{Receiver, Sender};

use super::{Control, Limits, Reporter};
use crate::position::Game;

/// Everything that one search needs to know.
pub struct Request {
    /// Position and history.
    pub game: Game,
    /// When to stop.
    pub limits: Limits,
    /// How to stop it from outside.
    pub control: Arc<Control>,
    /// How many best lines to find.
    pub multi_pv: usize,
    /// Milliseconds to keep in hand for what happens between engine and GUI.
    pub move_overhead: u64,
    /// Where to send lines and the best move.
    pub reporter: Box<dyn Reporter>,
}

/// What the search thread can be told. Commands are done in turn: a setting sent during a search
/// takes effect after it.
pub enum Command {
    /// Search, and report the best move.
    Search(Box<Request>),
    /// Forget everything learned in the game so far.
    NewGame,
    /// Empty the transposition table.
    ClearHash,
    /// Use a transposition table of this many MiB, and say how it went. On failure the old one is
    /// kept, and the error is a message for the person at the keyboard.
    Hash(usize, Box<dyn FnOnce(Result<(), String>) + Send>),
    /// Search with this many threads.
    Threads(usize),
    /// Answer once everything before is done.
    Sync(Sender<()>),
}

/// The search thread's end of the channel: runs until all senders are gone.
pub fn run(commands: &Receiver<Command>) {
    for command in commands {
        match command {
            Command::Search(request) => request.reporter.best_move(None, None),
            Command::Sync(reply) => drop(reply.send(())),
            _ => {}
        }
    }
}
