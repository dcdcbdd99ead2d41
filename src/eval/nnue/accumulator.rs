//! Accumulators of the positions along the current line. They are computed lazily, each as a
//! difference from an earlier one.

use std::io;

use shakmaty::{Board, CastlingSide, Color, Move, Role, Square};

use super::{
    feature_delta::FeatureDelta,
    features::{FEATURE_MAPS, FeatureMap},
    network::Network,
    simd::{Backend, NeuronRow, Weights},
    threats::ThreatFeatures,
};
use crate::{
    chess::{Position, score::MAX_PLY},
    platform::memory::room_for,
};

/// Nodes of the longest line, including the root.
const NODES: usize = MAX_PLY + 1;

#[derive(Clone)]
#[repr(align(64))]
struct PerspectiveAccumulator(NeuronRow);

#[derive(Clone)]
struct PlyAccumulators {
    accumulators: [PerspectiveAccumulator; 2],
    /// Which accumulators are computed, by colour.
    computed: [bool; 2],
    /// The feature maps of both perspectives.
    maps: [FeatureMap; 2],
    /// The board's pieces and attacks, valid if `has_threats`.
    threats: ThreatFeatures,
    /// True for every entry with a successor or a computed accumulator.
    has_threats: bool,
}

/// The accumulators at each ply from the root.
pub struct Accumulators {
    plies: Vec<PlyAccumulators>,
    refreshed: Vec<Refreshed>,
    delta: FeatureDelta,
}

/// The last accumulator refreshed for a feature map, which a later refresh starts from ("Finny
/// tables", Koivisto).
#[derive(Clone)]
struct Refreshed {
    accumulator: PerspectiveAccumulator,
    threats: ThreatFeatures,
}

impl Accumulators {
    /// Reserves the memory. Call [`Accumulators::fill`] before anything else.
    ///
    /// # Errors
    ///
    /// Out of memory.
    pub fn reserve() -> io::Result<Accumulators> {
        let (plies, refreshed) = (room_for(NODES)?, room_for(FEATURE_MAPS)?);
        Ok(Accumulators { plies, refreshed, delta: FeatureDelta::default() })
    }

    /// Initialises all plies for a network. Call [`Accumulators::reset`] next.
    pub fn fill(&mut self, network: &Network) {
        let accumulator = PerspectiveAccumulator(network.feature_biases);
        let entry = PlyAccumulators {
            accumulators: [accumulator.clone(), accumulator.clone()],
            computed: [false; 2],
            maps: [Color::Black, Color::White].map(|color| FeatureMap::new(color, Square::A1)),
            threats: ThreatFeatures::NONE,
            has_threats: false,
        };
        self.plies.clear();
        self.plies.resize(NODES, entry);
        self.refreshed.clear();
        self.refreshed
            .resize(FEATURE_MAPS, Refreshed { accumulator, threats: ThreatFeatures::NONE });
    }

    /// Starts a new line with `board` at ply 0.
    pub fn reset(&mut self, network: &Network, backend: Backend, board: &Board) {
        let root = &mut self.plies[0];
        for color in Color::ALL {
            let king = board.king_of(color).expect("both kings are on the board");
            root.maps[color as usize] = FeatureMap::new(color, king);
        }
        root.computed = [false; 2];
        root.has_threats = false;
        // Eager: a root in check is not evaluated, and each of its children would need a refresh.
        self.perspectives(network, backend, board, 0, Color::White);
    }

    /// Records a move, played at `ply` in the position `before`.
    #[inline]
    pub fn push(&mut self, ply: usize, before: &Position, m: Move) {
        self.push_null(ply, before);
        let us = before.turn();
        let king = match m {
            Move::Castle { king, rook } => CastlingSide::from_queen_side(rook < king).king_to(us),
            _ if m.role() == Role::King => m.to(),
            _ => return,
        };
        self.plies[ply + 1].maps[us as usize] = FeatureMap::new(us, king);
    }

    /// Records a null move, played at `ply` in the position `before`. Computes the threats of
    /// `before`, which those of its successors are derived from.
    #[inline]
    pub fn push_null(&mut self, ply: usize, before: &Position) {
        self.compute_threats(before.board(), ply);
        let maps = self.plies[ply].maps;
        let entry = &mut self.plies[ply + 1];
        entry.computed = [false; 2];
        entry.maps = maps;
        entry.has_threats = false;
    }

    /// Returns the pieces and attacks at `ply`, whose board is `board`.
    #[inline]
    pub fn threats(&mut self, board: &Board, ply: usize) -> &ThreatFeatures {
        self.compute_threats(board, ply);
        &self.plies[ply].threats
    }

    /// Computes the threats at `ply`, whose board is `board`, unless they are computed already.
    #[inline]
    fn compute_threats(&mut self, board: &Board, ply: usize) {
        if self.plies[ply].has_threats {
            return;
        }
        let (before, after) = self.plies.split_at_mut(ply);
        let before = before.last().filter(|entry| entry.has_threats).map(|entry| &entry.threats);
        let before = before.unwrap_or(const { &ThreatFeatures::NONE });
        let entry = &mut after[0];
        entry.threats.follow(before, board);
        entry.has_threats = true;
    }

    /// Returns both accumulators at `ply`, whose board is `board`, the side to move's first.
    #[inline]
    pub fn perspectives(
        &mut self,
        network: &Network,
        backend: Backend,
        board: &Board,
        ply: usize,
        turn: Color,
    ) -> [&NeuronRow; 2] {
        if self.plies[ply].computed != [true; 2] {
            self.compute_threats(board, ply);
            self.compute(network, backend, ply);
        }
        let accumulators = &self.plies[ply].accumulators;
        [turn, !turn].map(|side| &accumulators[side as usize].0)
    }

    /// Computes both accumulators, each from its nearest computed ancestor, or by a refresh if the
    /// feature map has changed since.
    fn compute(&mut self, network: &Network, backend: Backend, ply: usize) {
        let weights = Weights { pieces: &network.feature_weights, narrow: &network.narrow_weights };
        let ancestors = SIDES.map(|side| self.computed_ancestor(ply, side));
        for side in SIDES.into_iter().filter(|&side| ancestors[side as usize].is_none()) {
            let entry = &mut self.plies[ply];
            debug_assert!(entry.has_threats);
            let now = &entry.threats;
            let map = entry.maps[side as usize];
            let Refreshed { accumulator, threats } = &mut self.refreshed[map.index()];
            self.delta.set_difference(threats, now, &entry.maps);
            let target = &mut entry.accumulators[side as usize];
            backend.update(&accumulator.0, &mut target.0, weights, &self.delta, side);
            accumulator.clone_from(target);
            threats.clone_from(now);
            entry.computed[side as usize] = true;
        }
        let first = ancestors.into_iter().flatten().min().unwrap_or(ply);
        for ply in first + 1..=ply {
            let (before, after) = self.plies.split_at_mut(ply);
            let (before, after) = (&before[ply - 1], &mut after[0]);
            debug_assert!(before.has_threats && after.has_threats);
            self.delta.set_difference(&before.threats, &after.threats, &after.maps);
            for side in SIDES {
                let index = side as usize;
                if ancestors[index].is_some_and(|ancestor| ancestor < ply) {
                    let (source, target) =
                        (&before.accumulators[index].0, &mut after.accumulators[index].0);
                    backend.update(source, target, weights, &self.delta, side);
                    after.computed[index] = true;
                }
            }
        }
    }

    /// Returns the nearest ply up to `ply` whose accumulator of `side` is computed with the same
    /// feature map.
    fn computed_ancestor(&self, ply: usize, side: Color) -> Option<usize> {
        let map = self.plies[ply].maps[side as usize];
        for ply in (0..=ply).rev() {
            let entry = &self.plies[ply];
            if entry.maps[side as usize] != map {
                return None;
            }
            if entry.computed[side as usize] {
                return Some(ply);
            }
        }
        None
    }
}

/// The perspectives in the order of an entry's accumulators.
const SIDES: [Color; 2] = [Color::Black, Color::White];
