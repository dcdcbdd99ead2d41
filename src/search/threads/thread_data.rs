//! The data that a thread keeps between the searches of a game.

use std::{
    io,
    sync::Arc,
    thread::{self, JoinHandle},
};

use crossbeam_channel::bounded;

use crate::{
    chess::score::Score,
    eval::{
        Evaluator, nnue,
        nnue::{NamedNetwork, simd},
    },
    search::{
        node::{
            pv::PvTable,
            stack::{STACK_PLIES, StackEntry},
        },
        ordering::history::Histories,
    },
};

/// Stack size of a search thread, bytes. A ply takes several KiB, move lists included.
pub const STACK_SIZE: usize = 16 << 20;

/// Starts a thread of the search. On return it has the memory that it takes to start.
///
/// # Errors
///
/// The system refuses the thread.
pub(in crate::search) fn start_thread(
    name: &str,
    work: impl FnOnce() + Send + 'static,
) -> io::Result<JoinHandle<()>> {
    let (started, starts) = bounded(1);
    let thread =
        thread::Builder::new().name(name.into()).stack_size(STACK_SIZE).spawn(move || {
            started.send(()).ok();
            work();
        })?;
    starts.recv().map_err(|_| io::Error::other("the thread has ended"))?;
    Ok(thread)
}

/// Histories, accumulators and buffers of one thread.
pub struct ThreadData {
    pub(in crate::search) histories: Histories,
    pub(in crate::search) evaluator: Evaluator,
    /// Buffers of principal variations. Each search clears them.
    pub(in crate::search) pv: PvTable,
    /// The search stack. Each search clears it. An array: indexing by a ply below `MAX_PLY` needs no
    /// bounds check.
    pub(in crate::search) stack: [StackEntry; STACK_PLIES],
    /// Average score of the search of the game's last move.
    pub(in crate::search) last_score: Option<Score>,
}

/// Memory reserved for the data of one thread. [`Room::fill`] commits it, on the thread that will
/// use it.
pub(in crate::search) struct Room(ThreadData);

impl Room {
    /// Reserves all memory that the thread's searches need, except for a few KiB.
    ///
    /// # Errors
    ///
    /// The system refuses the memory.
    pub fn reserve(network: Arc<NamedNetwork>) -> io::Result<Room> {
        Ok(Room(ThreadData {
            histories: Histories::reserve()?,
            evaluator: Evaluator::reserve(network, simd::Backend::best())?,
            pv: PvTable::reserve()?,
            stack: [StackEntry::EMPTY; STACK_PLIES],
            last_score: None,
        }))
    }

    /// Fills the memory with the data of a new game.
    pub fn fill(self) -> ThreadData {
        let Room(mut data) = self;
        data.histories.clear();
        data.evaluator.fill();
        data.pv.fill();
        data
    }
}

impl Default for ThreadData {
    fn default() -> ThreadData {
        ThreadData::new()
    }
}

impl ThreadData {
    /// Creates empty data with the embedded network.
    ///
    /// # Panics
    ///
    /// The system refuses the memory.
    pub fn new() -> ThreadData {
        ThreadData::try_new().expect("memory for the data of a thread")
    }

    /// Creates empty data with the embedded network.
    ///
    /// # Errors
    ///
    /// The system refuses the memory.
    pub fn try_new() -> io::Result<ThreadData> {
        Room::reserve(nnue::embedded()).map(Room::fill)
    }

    /// Clears the data for a new game, in place: the allocator would keep freed tables for the
    /// process.
    pub fn clear(&mut self) {
        self.histories.clear();
        self.last_score = None;
    }

    /// Clears the data, and evaluates with this network.
    pub(in crate::search) fn forget(&mut self, network: &Arc<NamedNetwork>) {
        self.clear();
        if !Arc::ptr_eq(self.evaluator.network(), network) {
            self.evaluator.use_network(Arc::clone(network));
        }
    }

    /// Clears the data after a panic, which may have left anything half done.
    pub(in crate::search) fn recover(&mut self) {
        self.clear();
        self.evaluator.fill();
    }
}
