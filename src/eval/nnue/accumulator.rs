//! The accumulators along the line being searched: computed when an evaluation needs them, each by
//! what differs from the board before.

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

/// Plies of the longest line, the root among them.
const NODES: usize = MAX_PLY + 1;

/// The accumulator of one side.
#[derive(Clone)]
#[repr(align(64))]
struct PerspectiveAccumulator(NeuronRow);

/// A node of the line.
#[derive(Clone)]
struct Node {
    accumulators: [PerspectiveAccumulator; 2],
    /// Which accumulators are computed, by colour.
    computed: [bool; 2],
    /// How each side sees the board.
    maps: [FeatureMap; 2],
    /// The board, where `has_threats`.
    threats: ThreatFeatures,
    /// Every node that has another after it, or an accumulator, has its threats.
    has_threats: bool,
}

/// The accumulators at each ply from the root.
pub struct Accumulators {
    nodes: Vec<Node>,
    refreshed: Vec<Refreshed>,
    /// Kept for its room.
    delta: FeatureDelta,
}

/// The last accumulator computed for a map from a board's pieces: the next board to be seen this
/// way differs little (the "Finny table" of Luecx, Koivisto).
#[derive(Clone)]
struct Refreshed {
    accumulator: PerspectiveAccumulator,
    threats: ThreatFeatures,
}

impl Accumulators {
    /// Reserves the memory; [`Accumulators::fill`] comes first.
    ///
    /// # Errors
    ///
    /// There is no memory for it.
    pub fn reserve() -> io::Result<Accumulators> {
        let (nodes, refreshed) = (room_for(NODES)?, room_for(FEATURE_MAPS)?);
        Ok(Accumulators { nodes, refreshed, delta: FeatureDelta::default() })
    }

    /// Makes room for the nodes of a line, to be evaluated by this network;
    /// [`Accumulators::reset`] comes next.
    pub fn fill(&mut self, network: &Network) {
        let accumulator = PerspectiveAccumulator(network.feature_biases);
        let node = Node {
            accumulators: [accumulator.clone(), accumulator.clone()],
            computed: [false; 2],
            maps: [Color::Black, Color::White].map(|color| FeatureMap::new(color, Square::A1)),
            threats: ThreatFeatures::NONE,
            has_threats: false,
        };
        self.nodes.clear();
        self.nodes.resize(NODES, node);
        self.refreshed.clear();
        self.refreshed
            .resize(FEATURE_MAPS, Refreshed { accumulator, threats: ThreatFeatures::NONE });
    }

    /// Begins a line with a board.
    pub fn reset(&mut self, network: &Network, backend: Backend, board: &Board) {
        let root = &mut self.nodes[0];
        for color in Color::ALL {
            let king = board.king_of(color).expect("both kings are on the board");
            root.maps[color as usize] = FeatureMap::new(color, king);
        }
        root.computed = [false; 2];
        root.has_threats = false;
        // At once: in check the root is not evaluated, and its children would be computed from
        // their boards one by one.
        self.perspectives(network, backend, board, 0, Color::White);
    }

    /// Notes the move played at `ply`.
    #[inline]
    pub fn push(&mut self, ply: usize, before: &Position, m: Move) {
        self.push_null(ply, before);
        let us = before.turn();
        let king = match m {
            Move::Castle { king, rook } => CastlingSide::from_queen_side(rook < king).king_to(us),
            _ if m.role() == Role::King => m.to(),
            _ => return,
        };
        self.nodes[ply + 1].maps[us as usize] = FeatureMap::new(us, king);
    }

    /// Notes that the turn was passed at `ply`, where `before` stood: its threats are found, if they were
    /// not, as those after it are computed from them.
    #[inline]
    pub fn push_null(&mut self, ply: usize, before: &Position) {
        self.look_at(before.board(), ply);
        let maps = self.nodes[ply].maps;
        let node = &mut self.nodes[ply + 1];
        node.computed = [false; 2];
        node.maps = maps;
        node.has_threats = false;
    }

    /// The threats at `ply`, where `board` stands.
    #[inline]
    pub fn threats(&mut self, board: &Board, ply: usize) -> &ThreatFeatures {
        self.look_at(board, ply);
        &self.nodes[ply].threats
    }

    /// Finds the threats at `ply`, where `board` stands, if they are not known.
    #[inline]
    fn look_at(&mut self, board: &Board, ply: usize) {
        if self.nodes[ply].has_threats {
            return;
        }
        let (before, after) = self.nodes.split_at_mut(ply);
        let before = before.last().filter(|node| node.has_threats).map(|node| &node.threats);
        let before = before.unwrap_or(const { &ThreatFeatures::NONE });
        let node = &mut after[0];
        node.threats.follow(before, board);
        node.has_threats = true;
    }

    /// Both accumulators at `ply`, where `board` stands, that of the side to move first.
    #[inline]
    pub fn perspectives(
        &mut self,
        network: &Network,
        backend: Backend,
        board: &Board,
        ply: usize,
        turn: Color,
    ) -> [&NeuronRow; 2] {
        if self.nodes[ply].computed != [true; 2] {
            self.look_at(board, ply);
            self.compute(network, backend, ply);
        }
        let accumulators = &self.nodes[ply].accumulators;
        [turn, !turn].map(|side| &accumulators[side as usize].0)
    }

    /// Computes both accumulators, each from the nearest node above that has it, or, where the side's map
    /// has changed since, from the last board that was seen so.
    fn compute(&mut self, network: &Network, backend: Backend, ply: usize) {
        let weights =
            Weights { pieces: &network.feature_weights, threats: &network.threat_weights };
        let known = SIDES.map(|side| self.known(ply, side));
        for side in SIDES.into_iter().filter(|&side| known[side as usize].is_none()) {
            let node = &mut self.nodes[ply];
            debug_assert!(node.has_threats);
            let now = &node.threats;
            let map = node.maps[side as usize];
            let Refreshed { accumulator, threats } = &mut self.refreshed[map.index()];
            self.delta.set_difference(threats, now, &node.maps);
            let target = &mut node.accumulators[side as usize];
            backend.update(&accumulator.0, &mut target.0, weights, &self.delta, side);
            accumulator.clone_from(target);
            threats.clone_from(now);
            node.computed[side as usize] = true;
        }
        let first = known.into_iter().flatten().min().unwrap_or(ply);
        for ply in first + 1..=ply {
            let (before, after) = self.nodes.split_at_mut(ply);
            let (before, after) = (&before[ply - 1], &mut after[0]);
            debug_assert!(before.has_threats && after.has_threats);
            self.delta.set_difference(&before.threats, &after.threats, &after.maps);
            for side in SIDES {
                let index = side as usize;
                if known[index].is_some_and(|known| known < ply) {
                    let (source, target) =
                        (&before.accumulators[index].0, &mut after.accumulators[index].0);
                    backend.update(source, target, weights, &self.delta, side);
                    after.computed[index] = true;
                }
            }
        }
    }

    /// The nearest node from `ply` up that has a side's accumulator, seen as the side sees it at `ply`.
    fn known(&self, ply: usize, side: Color) -> Option<usize> {
        let map = self.nodes[ply].maps[side as usize];
        for ply in (0..=ply).rev() {
            let node = &self.nodes[ply];
            if node.maps[side as usize] != map {
                return None;
            }
            if node.computed[side as usize] {
                return Some(ply);
            }
        }
        None
    }
}

/// The sides in the order of a node's accumulators.
const SIDES: [Color; 2] = [Color::Black, Color::White];
