//! What a thread keeps from one search of a game to the next.

use std::{io, sync::Arc};

use super::{
    pv::PvTable,
    stack::{STACK_PLIES, StackEntry},
};
use crate::{
    chess::score::Score,
    eval::{
        Evaluator, nnue,
        nnue::{NamedNetwork, simd},
    },
    platform::memory::room_for,
    search::ordering::history::Histories,
};

/// Stack of a thread that searches, bytes: a ply takes several KiB, move lists included.
pub const STACK_SIZE: usize = 16 << 20;

/// Histories and accumulators of one thread.
pub struct ThreadData {
    pub(in crate::search) histories: Histories,
    pub(in crate::search) evaluator: Evaluator,
    /// Room for lines. A search empties each line before it reads it: nothing is kept.
    pub(in crate::search) pv: PvTable,
    /// Room for the plies of a line, which a search borrows.
    pub(in crate::search) stack: Vec<StackEntry>,
    /// The score that the search of the game's last move came to.
    pub(in crate::search) last_score: Option<Score>,
}

/// Reserved memory for the data of one thread. The system commits it as it is first written to,
/// which [`Room::fill`] does, on the thread that will use it.
pub(in crate::search) struct Room(ThreadData);

impl Room {
    /// Reserves all memory that the thread's searches need, but for a few KiB.
    ///
    /// # Errors
    ///
    /// The system refuses the memory.
    pub fn reserve(network: Arc<NamedNetwork>) -> io::Result<Room> {
        Ok(Room(ThreadData {
            histories: Histories::reserve()?,
            evaluator: Evaluator::reserve(network, simd::Backend::best())?,
            pv: PvTable::reserve()?,
            stack: room_for(STACK_PLIES)?,
            last_score: None,
        }))
    }

    /// Fills the memory with the data of a new game.
    pub fn fill(self) -> ThreadData {
        let Room(mut data) = self;
        data.histories.clear();
        data.evaluator.fill();
        data.pv.fill();
        data.stack.resize(STACK_PLIES, StackEntry::EMPTY);
        data
    }
}

impl Default for ThreadData {
    fn default() -> ThreadData {
        ThreadData::new()
    }
}

impl ThreadData {
    /// Thread data that know nothing, with the network that is part of the binary.
    ///
    /// # Panics
    ///
    /// The system refuses the memory.
    pub fn new() -> ThreadData {
        ThreadData::try_new().expect("memory for the data of a thread")
    }

    /// The same.
    ///
    /// # Errors
    ///
    /// The system refuses the memory.
    pub fn try_new() -> io::Result<ThreadData> {
        Room::reserve(nnue::embedded()).map(Room::fill)
    }

    /// Forgets everything. The tables are emptied in place: the allocator would keep the old ones
    /// for the process.
    pub fn clear(&mut self) {
        self.histories.clear();
        self.last_score = None;
    }

    /// Forgets everything, and evaluates with this network from here on.
    pub(in crate::search) fn forget(&mut self, network: &Arc<NamedNetwork>) {
        self.clear();
        if !Arc::ptr_eq(self.evaluator.network(), network) {
            self.evaluator.use_network(Arc::clone(network));
        }
    }

    /// Forgets everything after a panic, which may have left anything half done.
    pub(in crate::search) fn recover(&mut self) {
        self.clear();
        self.evaluator.fill();
    }
}
