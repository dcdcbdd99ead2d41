//! State of a node of the main search.

use arrayvec::ArrayVec;

use super::tt_view::TtView;
use crate::chess::{Position, SearchMove, score::Score};

/// State of a node that the steps of its search share. What other nodes read too is in its
/// [`StackEntry`](super::stack::StackEntry).
pub(in crate::search) struct Node<'a> {
    pub position: &'a Position,
    /// Remaining depth, plies. Several steps change it.
    pub depth: i32,
    pub ply: usize,
    /// Whether the node is expected to fail high.
    pub cut_node: bool,
    pub tt: TtView,
    /// Whether the node is or was on a principal variation.
    pub tt_pv: bool,
    /// Evaluation by the network. `NO_SCORE` in check and in a singular search.
    pub raw_evaluation: Score,
    /// Value of the correction history, internal units.
    pub correction: Score,
    /// Static evaluation, or the TT score if its bound is tighter.
    pub estimated_score: Score,
    /// Whether the static evaluation is better than at the side's last turn.
    pub improving: bool,
    /// Whether the opponent's last move made its evaluation worse.
    pub opponent_worsening: bool,
}

impl Node<'_> {
    #[inline]
    pub fn in_check(&self) -> bool {
        self.position.is_check()
    }
}

/// A move that has been made.
pub(in crate::search) struct Child<'a> {
    /// The position after it.
    pub position: &'a Position,
    pub m: SearchMove,
    /// Depth of the search that it gets, plies.
    pub depth: i32,
    /// The reduction of late moves, in 1/1024 plies.
    pub reduction: i32,
}

/// Moves that a node has searched without a new best score. Those past the capacity came too late
/// to be punished.
#[derive(Default)]
pub(in crate::search) struct SearchedMoves {
    pub quiets: ArrayVec<SearchMove, 32>,
    pub captures: ArrayVec<SearchMove, 32>,
}

impl SearchedMoves {
    #[inline]
    pub fn push(&mut self, m: SearchMove) {
        let moves = if m.is_tactical() { &mut self.captures } else { &mut self.quiets };
        let _ = moves.try_push(m);
    }
}

/// A move that may be pruned before it is made.
pub(in crate::search) struct Candidate {
    pub m: SearchMove,
    pub gives_check: bool,
    /// Base reduction, in 1/1024 plies.
    pub reduction: i32,
}
