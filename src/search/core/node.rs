//! The nodes of the main search: their kinds, and what its steps know of one.

use std::marker::PhantomData;

use arrayvec::ArrayVec;

use super::{mode::SearchMode, tt_view::TtView};
use crate::chess::{Position, SearchMove, score::Score};

/// The kind of a node, known when the code is compiled: each kind has a search of its own.
pub(in crate::search) trait NodeType {
    /// The mode of the whole search.
    type Mode: SearchMode;
    /// On the principal variation: the window is open.
    const PV: bool;
    /// The root.
    const ROOT: bool;
    /// Whether the search prunes, reduces and extends.
    const SELECTIVE: bool = Self::Mode::SELECTIVE;
    /// Whether the node, or moves of it, may be pruned or extended. At the root every move counts.
    const PRUNES: bool = Self::SELECTIVE && !Self::ROOT;
}

/// The root.
pub(in crate::search) struct Root<M>(PhantomData<M>);
/// A node on the principal variation.
pub(in crate::search) struct Pv<M>(PhantomData<M>);
/// A node with a zero window.
pub(in crate::search) struct NonPv<M>(PhantomData<M>);

impl<M: SearchMode> NodeType for Root<M> {
    type Mode = M;
    const PV: bool = true;
    const ROOT: bool = true;
}
impl<M: SearchMode> NodeType for Pv<M> {
    type Mode = M;
    const PV: bool = true;
    const ROOT: bool = false;
}
impl<M: SearchMode> NodeType for NonPv<M> {
    type Mode = M;
    const PV: bool = false;
    const ROOT: bool = false;
}

/// What the steps of a node's search share.
pub(in crate::search) struct Node<'a> {
    pub position: &'a Position,
    /// Plies left; the steps may lengthen or shorten it.
    pub depth: i32,
    pub ply: usize,
    /// Whether it is expected to fail high.
    pub cut_node: bool,
    pub in_check: bool,
    /// The move left out, where this is a singular search.
    pub excluded: Option<SearchMove>,
    pub tt: TtView,
    /// Whether it is on a principal variation, or ever was.
    pub tt_pv: bool,
    /// The evaluation as the network gives it; `NO_SCORE` in check and in a singular search.
    pub raw_evaluation: Score,
    /// What earlier searches say it lacks, internal units.
    pub correction: Score,
    /// The evaluation corrected; in check that of the last turn.
    pub static_evaluation: Score,
    /// The best guess of the value before searching: the table's score, or the evaluation.
    pub estimated_score: Score,
    /// Whether the side to move has fared better than at its last turn.
    pub improving: bool,
    /// Whether the other side has fared worse by its last move.
    pub opponent_worsening: bool,
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
    /// The base of its reduction, in 1/1024 plies.
    pub reduction: i32,
}
