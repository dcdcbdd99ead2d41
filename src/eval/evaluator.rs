//! The static evaluation of a line of positions.

use std::{io, sync::Arc};

use shakmaty::{Bitboard, Board, Color, Move};

use super::endgames;
use crate::{
    chess::{
        Position,
        score::{MAX_EVALUATION, Score},
    },
    eval::nnue::{
        accumulator::Accumulators,
        embedded,
        features::{OUTPUT_BUCKETS, SCALE, output_bucket},
        file::NamedNetwork,
        simd::{Activations, Backend},
    },
    params,
};

/// Evaluates the root and the positions along the current line of one search thread.
pub struct Evaluator {
    network: Arc<NamedNetwork>,
    backend: Backend,
    accumulators: Accumulators,
    activations: Activations,
}

impl Default for Evaluator {
    /// Returns an evaluator with the embedded network.
    fn default() -> Evaluator {
        Evaluator::new(embedded())
    }
}

impl Evaluator {
    /// Returns an evaluator that uses the fastest backend of the processor.
    pub fn new(network: Arc<NamedNetwork>) -> Evaluator {
        Evaluator::with_backend(network, Backend::best())
    }

    /// Returns an evaluator that uses `backend`.
    pub fn with_backend(network: Arc<NamedNetwork>, backend: Backend) -> Evaluator {
        let evaluator = Evaluator::reserve(network, backend);
        let mut evaluator = evaluator.expect("memory for an evaluator");
        evaluator.fill();
        evaluator
    }

    /// Reserves the memory of an evaluator. Call [`Evaluator::fill`] before anything else.
    ///
    /// # Errors
    ///
    /// Out of memory.
    pub(crate) fn reserve(network: Arc<NamedNetwork>, backend: Backend) -> io::Result<Evaluator> {
        let accumulators = Accumulators::reserve()?;
        Ok(Evaluator { network, backend, accumulators, activations: Activations::zeroed() })
    }

    /// Initialises the accumulators with the network's biases.
    pub fn fill(&mut self) {
        self.accumulators.fill(&self.network.network);
    }

    pub(crate) fn use_network(&mut self, network: Arc<NamedNetwork>) {
        self.network = network;
        self.fill();
    }

    /// The network in use.
    pub const fn network(&self) -> &Arc<NamedNetwork> {
        &self.network
    }

    /// Starts a new line with `position` at ply 0.
    pub fn reset(&mut self, position: &Position) {
        self.accumulators.reset(&self.network.network, self.backend, position.board());
    }

    /// Records a legal move, played at `ply` in the position `before`.
    #[inline]
    pub fn push(&mut self, ply: usize, before: &Position, m: Move) {
        self.accumulators.push(ply, before, m);
    }

    /// Records a null move, played at `ply` in the position `before`.
    #[inline]
    pub(crate) fn push_null(&mut self, ply: usize, before: &Position) {
        self.accumulators.push_null(ply, before);
    }

    /// Returns the squares that a side attacks in the position at `ply`, by role from the pawn on.
    /// The threat features need the same bitboards.
    #[inline]
    pub(crate) fn attacks(
        &mut self,
        position: &Position,
        ply: usize,
        side: Color,
    ) -> &[Bitboard; 6] {
        self.accumulators.threats(position.board(), ply).attacks_by(side)
    }

    /// Returns the static evaluation of `position`, which the line has reached at `ply`: internal
    /// units, side to move's view, within ±[`MAX_EVALUATION`].
    #[inline]
    pub fn evaluate(&mut self, position: &Position, ply: usize) -> Score {
        let board = position.board();
        let bucket = output_bucket(board.occupied().count());
        let score = self.output(board, position.turn(), ply, bucket);
        endgames::apply_rules(board, position.turn(), score)
    }

    /// Returns the static evaluation of `position`, and starts a new line with it.
    pub fn evaluate_once(&mut self, position: &Position) -> Score {
        self.reset(position);
        self.evaluate(position, 0)
    }

    /// Returns the outputs of all buckets for a board, in internal units and `turn`'s view, and
    /// starts a new line with it.
    pub fn outputs(&mut self, board: &Board, turn: Color) -> [Score; OUTPUT_BUCKETS] {
        self.accumulators.reset(&self.network.network, self.backend, board);
        std::array::from_fn(|bucket| self.output(board, turn, 0, bucket))
    }

    #[inline]
    fn output(&mut self, board: &Board, turn: Color, ply: usize, bucket: usize) -> Score {
        let network = &*self.network.network;
        let [us, them] = self.accumulators.perspectives(network, self.backend, board, ply, turn);
        self.backend.activate(us, them, &mut self.activations);
        let sums = self.backend.propagate(&self.activations, &network.l2_weights[bucket]);
        let output = self.backend.output(&sums, network, bucket);
        let score = output * (SCALE * params::evaluation_scale()) as f32 / 100.0;
        // The cast rounds towards zero, which keeps the evaluation symmetric.
        score.clamp(-MAX_EVALUATION as f32, MAX_EVALUATION as f32) as Score
    }
}
