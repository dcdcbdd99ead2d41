//! The accumulators along the line being searched: computed when an evaluation needs them, each by
//! what differs from the board before.

use std::io;

use shakmaty::{Board, CastlingSide, Color, Move, Role, Square};

use super::{
    change::Change,
    features::{VIEWS, View},
    network::Network,
    simd::{Path, Values, Weights},
    threats::Threats,
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
struct Half(Values);

/// A node of the line.
#[derive(Clone)]
struct Node {
    halves: [Half; 2],
    /// Which halves are computed, by colour.
    computed: [bool; 2],
    /// How each side sees the board.
    views: [View; 2],
    /// The board, where `has_threats`.
    threats: Threats,
    /// Every node that has another after it, or an accumulator, has its threats.
    has_threats: bool,
}

/// The accumulators at each ply from the root.
pub struct Accumulators {
    nodes: Vec<Node>,
    refreshed: Vec<Refreshed>,
    /// Kept for its room.
    change: Change,
}

/// The last accumulator computed for a view from a board's pieces: the next board to be seen this
/// way differs little (the "Finny table" of Luecx, Koivisto).
#[derive(Clone)]
struct Refreshed {
    half: Half,
    threats: Threats,
}

impl Accumulators {
    /// Reserves the memory; [`Accumulators::fill`] comes first.
    ///
    /// # Errors
    ///
    /// There is no memory for it.
    pub fn reserve() -> io::Result<Accumulators> {
        let (nodes, refreshed) = (room_for(NODES)?, room_for(VIEWS)?);
        Ok(Accumulators { nodes, refreshed, change: Change::default() })
    }

    /// Makes room for the nodes of a line, to be evaluated by this network;
    /// [`Accumulators::reset`] comes next.
    pub fn fill(&mut self, network: &Network) {
        let half = Half(network.feature_biases);
        let node = Node {
            halves: [half.clone(), half.clone()],
            computed: [false; 2],
            views: [Color::Black, Color::White].map(|color| View::new(color, Square::A1)),
            threats: Threats::NONE,
            has_threats: false,
        };
        self.nodes.clear();
        self.nodes.resize(NODES, node);
        self.refreshed.clear();
        self.refreshed.resize(VIEWS, Refreshed { half, threats: Threats::NONE });
    }

    /// Begins a line with a board.
    pub fn reset(&mut self, network: &Network, path: Path, board: &Board) {
        let root = &mut self.nodes[0];
        for color in Color::ALL {
            let king = board.king_of(color).expect("both kings are on the board");
            root.views[color as usize] = View::new(color, king);
        }
        root.computed = [false; 2];
        root.has_threats = false;
        // At once: in check the root is not evaluated, and its children would be computed from
        // their boards one by one.
        self.halves(network, path, board, 0, Color::White);
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
        self.nodes[ply + 1].views[us as usize] = View::new(us, king);
    }

    /// Notes that the turn was passed at `ply`, where `before` stood: its threats are found, if they were
    /// not, as those after it are computed from them.
    #[inline]
    pub fn push_null(&mut self, ply: usize, before: &Position) {
        self.look_at(before.board(), ply);
        let views = self.nodes[ply].views;
        let node = &mut self.nodes[ply + 1];
        node.computed = [false; 2];
        node.views = views;
        node.has_threats = false;
    }

    /// The threats at `ply`, where `board` stands.
    #[inline]
    pub fn threats(&mut self, board: &Board, ply: usize) -> &Threats {
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
        let before = before.unwrap_or(const { &Threats::NONE });
        let node = &mut after[0];
        node.threats.follow(before, board);
        node.has_threats = true;
    }

    /// Both halves at `ply`, where `board` stands, that of the side to move first.
    #[inline]
    pub fn halves(
        &mut self,
        network: &Network,
        path: Path,
        board: &Board,
        ply: usize,
        turn: Color,
    ) -> [&Values; 2] {
        if self.nodes[ply].computed != [true; 2] {
            self.look_at(board, ply);
            self.compute(network, path, ply);
        }
        let halves = &self.nodes[ply].halves;
        [turn, !turn].map(|side| &halves[side as usize].0)
    }

    /// Computes both halves, each from the nearest node above that has it, or, where the side's view
    /// has changed since, from the last board that was seen so.
    fn compute(&mut self, network: &Network, path: Path, ply: usize) {
        let weights =
            Weights { pieces: &network.feature_weights, threats: &network.threat_weights };
        let known = SIDES.map(|side| self.known(ply, side));
        for side in SIDES.into_iter().filter(|&side| known[side as usize].is_none()) {
            let node = &mut self.nodes[ply];
            debug_assert!(node.has_threats);
            let now = &node.threats;
            let view = node.views[side as usize];
            let Refreshed { half, threats } = &mut self.refreshed[view.index()];
            self.change.note(threats, now, &node.views);
            let target = &mut node.halves[side as usize];
            path.update(&half.0, &mut target.0, weights, &self.change, side);
            half.clone_from(target);
            threats.clone_from(now);
            node.computed[side as usize] = true;
        }
        let first = known.into_iter().flatten().min().unwrap_or(ply);
        for ply in first + 1..=ply {
            let (before, after) = self.nodes.split_at_mut(ply);
            let (before, after) = (&before[ply - 1], &mut after[0]);
            debug_assert!(before.has_threats && after.has_threats);
            self.change.note(&before.threats, &after.threats, &after.views);
            for side in SIDES {
                let index = side as usize;
                if known[index].is_some_and(|known| known < ply) {
                    let (source, target) = (&before.halves[index].0, &mut after.halves[index].0);
                    path.update(source, target, weights, &self.change, side);
                    after.computed[index] = true;
                }
            }
        }
    }

    /// The nearest node from `ply` up that has a side's half, seen as the side sees it at `ply`.
    fn known(&self, ply: usize, side: Color) -> Option<usize> {
        let view = self.nodes[ply].views[side as usize];
        for ply in (0..=ply).rev() {
            let node = &self.nodes[ply];
            if node.views[side as usize] != view {
                return None;
            }
            if node.computed[side as usize] {
                return Some(ply);
            }
        }
        None
    }
}

/// The sides in the order of a node's halves.
const SIDES: [Color; 2] = [Color::Black, Color::White];
