//! The static evaluation.

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
        features::{OUTPUT_BUCKETS, SCALE, output_bucket},
        file::{NamedNetwork, embedded},
        simd::{Activations, Backend},
    },
    params,
};

/// Evaluates the positions of one thread's search: the root's and those along the line that the
/// thread is on.
pub struct Evaluator {
    network: Arc<NamedNetwork>,
    backend: Backend,
    accumulators: Accumulators,
    activations: Activations,
}

impl Default for Evaluator {
    /// An evaluator with the network that is part of the binary.
    fn default() -> Evaluator {
        Evaluator::new(embedded())
    }
}

impl Evaluator {
    /// An evaluator with a network, by the fastest backend that the processor has.
    pub fn new(network: Arc<NamedNetwork>) -> Evaluator {
        Evaluator::with_backend(network, Backend::best())
    }

    /// An evaluator with a network, by a certain backend.
    pub fn with_backend(network: Arc<NamedNetwork>, backend: Backend) -> Evaluator {
        let evaluator = Evaluator::reserve(network, backend);
        let mut evaluator = evaluator.expect("memory for an evaluator");
        evaluator.fill();
        evaluator
    }

    /// Reserves the memory of an evaluator with a network; [`Evaluator::fill`] comes first.
    ///
    /// # Errors
    ///
    /// There is no memory for it.
    pub fn reserve(network: Arc<NamedNetwork>, backend: Backend) -> io::Result<Evaluator> {
        let accumulators = Accumulators::reserve()?;
        Ok(Evaluator { network, backend, accumulators, activations: Activations::zeroed() })
    }

    /// Fills the memory with what the network gives for an empty board.
    pub fn fill(&mut self) {
        self.accumulators.fill(&self.network.network);
    }

    /// Evaluates with another network from here on.
    pub fn use_network(&mut self, network: Arc<NamedNetwork>) {
        self.network = network;
        self.fill();
    }

    /// The network in use.
    pub const fn network(&self) -> &Arc<NamedNetwork> {
        &self.network
    }

    /// Begins a new line: `position` is at ply 0.
    pub fn reset(&mut self, position: &Position) {
        self.accumulators.reset(&self.network.network, self.backend, position.board());
    }

    /// Notes that a legal move is played at `ply`, in the position `before` it.
    #[inline]
    pub fn push(&mut self, ply: usize, before: &Position, m: Move) {
        self.accumulators.push(ply, before, m);
    }

    /// Notes that the turn is passed at `ply`, in the position `before`.
    #[inline]
    pub fn push_null(&mut self, ply: usize, before: &Position) {
        self.accumulators.push_null(ply, before);
    }

    /// The squares that the pieces of a side attack in the position at `ply`, by role from the pawn on:
    /// the network needs them sooner or later.
    #[inline]
    pub fn attacks(&mut self, position: &Position, ply: usize, side: Color) -> &[Bitboard; 6] {
        self.accumulators.threats(position.board(), ply).attacks_by(side)
    }

    /// The static evaluation of the position at `ply`, to which the line has led, in internal
    /// units, as the side to move sees it, within ±[`MAX_EVALUATION`].
    #[inline]
    pub fn evaluate(&mut self, position: &Position, ply: usize) -> Score {
        let board = position.board();
        let bucket = output_bucket(board.occupied().count());
        let score = self.output(board, position.turn(), ply, bucket);
        endgames::judge(board, position.turn(), score)
    }

    /// The static evaluation of any position; begins a new line with it.
    pub fn evaluate_once(&mut self, position: &Position) -> Score {
        self.reset(position);
        self.evaluate(position, 0)
    }

    /// What each output bucket says of a board, whichever is meant for it, in internal units, as
    /// `turn` sees it; begins a new line with it.
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
        // Towards zero, so that both sides see the same.
        score.clamp(-MAX_EVALUATION as f32, MAX_EVALUATION as f32) as Score
    }
}
