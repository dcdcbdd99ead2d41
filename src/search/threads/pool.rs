//! The thread pool: the search thread, which carries out the commands in order, and its helpers.

use std::{
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    process,
    sync::Arc,
    thread::JoinHandle,
};

use crossbeam_channel::{TryRecvError, unbounded};

use super::{
    command::{SearchCommand, SettingError},
    helper::Helpers,
    inbox::{CommandSender, Inbox},
    node_clock::NodeClock,
    shared_tt::SharedTt,
    thread_data::{Room, ThreadData, start_thread},
};
use crate::{
    eval::{nnue, nnue::NamedNetwork},
    platform::memory::map_zeroed,
    search::node::worker,
    tablebase::Tablebase,
};

/// Default size of the transposition table, MiB.
pub const DEFAULT_HASH: usize = 16;
/// Largest size of the transposition table, MiB.
pub const MAX_HASH: usize = 33_554_432;
/// Largest number of search threads.
pub const MAX_THREADS: usize = 1024;
/// Address space that must be left for the small allocations of the process, on whose failure the
/// standard library aborts.
const SPARE: usize = 4 << 20;

/// Starts the search thread. It runs until all senders are gone.
///
/// # Errors
///
/// The system refuses the thread or its memory.
pub fn spawn() -> io::Result<(CommandSender<SearchCommand>, JoinHandle<()>)> {
    let network = nnue::embedded();
    let tt = SharedTt::new(DEFAULT_HASH)?;
    let room = Room::reserve(Arc::clone(&network))?;
    let (commands, inbox) = unbounded();
    let inbox = Inbox::new(inbox);
    let thread = start_thread("search", move || {
        // A GUI detects a dead process, but would wait forever for `bestmove`.
        let run = || ThreadPool::new(network, tt, room).run(&inbox);
        if catch_unwind(AssertUnwindSafe(run)).is_err() {
            process::exit(1);
        }
    })?;
    map_zeroed(SPARE)?;
    Ok((CommandSender::new(commands, thread.thread().clone()), thread))
}

/// The search thread's own data, its helpers, and what all threads share.
pub(super) struct ThreadPool {
    pub tt: SharedTt,
    network: Arc<NamedNetwork>,
    pub tablebase: Arc<Tablebase>,
    pub data: ThreadData,
    pub helpers: Helpers,
    pub node_clock: NodeClock,
}

impl ThreadPool {
    fn new(network: Arc<NamedNetwork>, tt: SharedTt, room: Room) -> ThreadPool {
        worker::prepare();
        ThreadPool {
            tt,
            data: room.fill(),
            network,
            tablebase: Arc::default(),
            helpers: Helpers::default(),
            node_clock: NodeClock::default(),
        }
    }

    fn run(&mut self, commands: &Inbox<SearchCommand>) {
        while let Some(command) = self.next(commands) {
            match command {
                SearchCommand::Search { request, control, mut reporter } => {
                    self.search(*request, &control, &mut *reporter);
                }
                SearchCommand::NewGame => {
                    self.node_clock = NodeClock::default();
                    self.forget();
                }
                SearchCommand::Network(network) => {
                    self.network = network;
                    self.forget();
                }
                SearchCommand::Tablebase(tablebase) => self.tablebase = tablebase,
                SearchCommand::ClearHash => self.tt.clear(&self.helpers),
                SearchCommand::Hash(mebibytes, done) => done(self.resize(mebibytes)),
                SearchCommand::Threads(threads, done) => done(self.set_threads(threads)),
                SearchCommand::Sync(reply) => {
                    self.tt.touch_rest(&self.helpers);
                    reply.send(()).ok();
                }
            }
        }
    }

    /// Waits for a command. Meanwhile commits the memory of a new table in small steps, since a
    /// search may begin at any time.
    fn next(&mut self, commands: &Inbox<SearchCommand>) -> Option<SearchCommand> {
        while !self.tt.is_touched() {
            match commands.try_recv() {
                Err(TryRecvError::Empty) => self.tt.touch_some(&self.helpers),
                command => return command.ok(),
            }
        }
        commands.recv()
    }

    fn forget(&mut self) {
        let ThreadPool { tt, helpers, data, network, .. } = self;
        tt.clear(helpers);
        helpers.forget(network, || data.forget(network));
    }

    fn resize(&mut self, mebibytes: usize) -> Result<(), SettingError> {
        // The old table is dropped before the new one is touched: until then it takes address space
        // only.
        match SharedTt::new(mebibytes) {
            Ok(tt) => {
                log::info!("transposition table of {mebibytes} MiB");
                self.tt = tt;
                Ok(())
            }
            Err(error) => {
                Err(SettingError::Hash { mebibytes, kept: self.tt.get().mebibytes(), error })
            }
        }
    }

    fn set_threads(&mut self, threads: usize) -> Result<(), SettingError> {
        self.helpers.set(threads.saturating_sub(1), &self.network).map_err(|error| {
            SettingError::Threads { threads, running: self.helpers.len() + 1, error }
        })?;
        log::info!("searching with {threads} threads");
        Ok(())
    }
}
