//! What a thread keeps from one search of a game to the next.

use std::sync::Arc;

use super::{history::Histories, leaves::LeafSampler, pv::PvTable};
use crate::{
    nnue::{Evaluator, NamedNetwork},
    position::Position,
    score::Score,
};

/// Stack of a thread that searches, bytes: a ply takes several KiB, move lists included.
pub const STACK_SIZE: usize = 16 << 20;

/// Histories and accumulators of one thread.
#[derive(Default)]
pub struct ThreadData {
    pub(super) histories: Histories,
    pub(super) evaluator: Evaluator,
    /// Room for lines. A search empties each line before it reads it: nothing is kept.
    pub(super) pv: PvTable,
    /// The score that the search of the game's last move came to.
    pub(super) last_score: Option<Score>,
    /// Sees what is evaluated, where somebody wants a sample of it.
    pub(super) leaves: Option<LeafSampler>,
}

impl ThreadData {
    /// Thread data that know nothing, with the network that is part of the binary.
    pub fn new() -> ThreadData {
        ThreadData::default()
    }

    /// Thread data that know nothing, with another network.
    pub fn with_network(network: Arc<NamedNetwork>) -> ThreadData {
        ThreadData {
            histories: Histories::default(),
            evaluator: Evaluator::new(network),
            pv: PvTable::default(),
            last_score: None,
            leaves: None,
        }
    }

    /// Forgets everything. The tables are emptied in place: the allocator would keep the old ones
    /// for the process.
    pub fn clear(&mut self) {
        self.histories.clear();
        self.last_score = None;
    }

    /// Forgets everything, and evaluates with this network from here on.
    pub(super) fn forget(&mut self, network: &Arc<NamedNetwork>) {
        self.clear();
        if !Arc::ptr_eq(self.evaluator.network(), network) {
            self.evaluator = Evaluator::new(Arc::clone(network));
        }
    }

    /// Lets this sampler see all positions that are evaluated from here on, or none.
    pub fn sample_leaves(&mut self, sampler: Option<LeafSampler>) {
        self.leaves = sampler;
    }

    /// What the sampler has kept since the last call.
    pub fn take_leaves(&mut self) -> Vec<Position> {
        self.leaves.as_mut().map(LeafSampler::take).unwrap_or_default()
    }
}
