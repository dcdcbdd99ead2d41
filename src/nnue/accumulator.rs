//! The accumulators along the line being searched: what a move changes is noted when it is played,
//! and computed when an evaluation needs it.

use arrayvec::ArrayVec;
use shakmaty::{Board, CastlingSide, Color, Move, Piece, Role, Square};

use super::{
    features::{VIEWS, View},
    network::Network,
    simd::{Path, Values},
};
use crate::{position::Position, score::MAX_PLY};

/// The most pieces on a board.
const MAX_PIECES: usize = 32;

/// A piece on a square.
type Placed = (Square, Piece);

/// What a move puts on the board and takes off it.
#[derive(Clone, Default)]
struct Change {
    added: ArrayVec<Placed, 2>,
    removed: ArrayVec<Placed, 2>,
}

impl Change {
    fn of(before: &Position, m: Move) -> Change {
        let us = before.turn();
        let mut change = Change::default();
        match m {
            Move::Normal { role, from, capture, to, promotion } => {
                change.added.push((to, promotion.unwrap_or(role).of(us)));
                change.removed.push((from, role.of(us)));
                if let Some(captured) = capture {
                    change.removed.push((to, captured.of(!us)));
                }
            }
            Move::EnPassant { from, to } => {
                change.added.push((to, us.pawn()));
                change.removed.push((from, us.pawn()));
                let captured = Square::from_coords(to.file(), from.rank());
                change.removed.push((captured, (!us).pawn()));
            }
            Move::Castle { king, rook } => {
                let side = CastlingSide::from_queen_side(rook < king);
                change.added.push((side.king_to(us), us.king()));
                change.added.push((side.rook_to(us), us.rook()));
                change.removed.push((king, us.king()));
                change.removed.push((rook, us.rook()));
            }
            Move::Put { .. } => unreachable!("standard chess has no drops"),
        }
        change
    }
}

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
    /// What the move that led here changed.
    change: Change,
}

/// The accumulators at each ply from the root.
pub struct Accumulators {
    nodes: Vec<Node>,
    refreshed: Vec<Refreshed>,
}

/// The last accumulator computed for a view from a board's pieces: the next board to be seen this
/// way differs little (the "Finny table" of Luecx, Koivisto).
struct Refreshed {
    half: Half,
    board: Board,
}

impl Accumulators {
    /// Room for the nodes of a line; [`Accumulators::reset`] comes first.
    pub fn new(network: &Network) -> Accumulators {
        let half = Half(network.feature_biases);
        let node = Node {
            halves: [half.clone(), half.clone()],
            computed: [false; 2],
            views: [Color::Black, Color::White].map(|color| View::new(color, Square::A1)),
            change: Change::default(),
        };
        let nodes = vec![node; MAX_PLY + 1];
        let refresh = || Refreshed { half: half.clone(), board: Board::empty() };
        Accumulators { nodes, refreshed: (0..VIEWS).map(|_| refresh()).collect() }
    }

    /// Begins a line with a board.
    pub fn reset(&mut self, network: &Network, path: Path, board: &Board) {
        let root = &mut self.nodes[0];
        for color in Color::ALL {
            let king = board.king_of(color).expect("both kings are on the board");
            root.views[color as usize] = View::new(color, king);
        }
        root.computed = [false; 2];
        // At once: in check the root is not evaluated, and its children would be computed from
        // their boards one by one.
        self.halves(network, path, board, 0, Color::White);
    }

    /// Notes the move played at `ply`.
    #[inline]
    pub fn push(&mut self, ply: usize, before: &Position, m: Move) {
        let mut views = self.nodes[ply].views;
        let change = Change::of(before, m);
        if m.role() == Role::King {
            let us = before.turn();
            let (king, _) = change.added[0];
            views[us as usize] = View::new(us, king);
        }
        let node = &mut self.nodes[ply + 1];
        node.computed = [false; 2];
        node.views = views;
        node.change = change;
    }

    /// Notes that the turn was passed at `ply`.
    pub fn push_null(&mut self, ply: usize) {
        let views = self.nodes[ply].views;
        let node = &mut self.nodes[ply + 1];
        node.computed = [false; 2];
        node.views = views;
        node.change = Change::default();
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
        for side in 0..2 {
            if !self.nodes[ply].computed[side] {
                self.compute(network, path, board, ply, side);
            }
        }
        let halves = &self.nodes[ply].halves;
        [turn, !turn].map(|side| &halves[side as usize].0)
    }

    /// Computes a half from the nearest node above that has it, or, where the side's view has
    /// changed since, from the board.
    fn compute(&mut self, network: &Network, path: Path, board: &Board, ply: usize, side: usize) {
        let view = self.nodes[ply].views[side];
        let line = self.nodes[..=ply].iter();
        let known = line
            .rev()
            .take_while(|node| node.views[side] == view)
            .position(|node| node.computed[side]);
        let Some(plies) = known else {
            let half = &mut self.nodes[ply].halves[side];
            self.refreshed[view.index()].refresh(network, path, board, view, half);
            self.nodes[ply].computed[side] = true;
            return;
        };
        for ply in ply - plies + 1..=ply {
            let (before, after) = self.nodes.split_at_mut(ply);
            let (before, after) = (&before[ply - 1], &mut after[0]);
            let row = |(square, piece)| &network.feature_weights[view.feature(square, piece)];
            let (source, target) = (&before.halves[side].0, &mut after.halves[side].0);
            match (&*after.change.added, &*after.change.removed) {
                (&[a], &[b]) => path.update(source, target, [row(a)], [row(b)]),
                (&[a], &[b, c]) => path.update(source, target, [row(a)], [row(b), row(c)]),
                (&[a, b], &[c, d]) => {
                    path.update(source, target, [row(a), row(b)], [row(c), row(d)]);
                }
                // The turn was passed.
                _ => *target = *source,
            }
            after.computed[side] = true;
        }
    }
}

impl Refreshed {
    /// Brings itself up to `board`, and `half` with it.
    fn refresh(
        &mut self,
        network: &Network,
        path: Path,
        board: &Board,
        view: View,
        half: &mut Half,
    ) {
        let mut added = ArrayVec::<&Values, MAX_PIECES>::new();
        let mut removed = ArrayVec::<&Values, MAX_PIECES>::new();
        for color in Color::ALL {
            for role in Role::ALL {
                let piece = role.of(color);
                let (now, last) = (board.by_piece(piece), self.board.by_piece(piece));
                let row = |square| &network.feature_weights[view.feature(square, piece)];
                added.extend((now & !last).into_iter().map(row));
                removed.extend((last & !now).into_iter().map(row));
            }
        }
        path.update_all(&self.half.0, &mut half.0, &added, &removed);
        self.half.0 = half.0;
        self.board = board.clone();
    }
}
