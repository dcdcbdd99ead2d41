//! The nodes of the main search: their kinds, and what its steps know of one.

use super::tt_view::TtView;
use crate::chess::{Position, SearchMove, score::Score};

/// The kind of a node, known when the code is compiled: each kind has a search of its own.
pub(in crate::search) trait NodeType {
    /// On the principal variation: the window is open.
    const PV: bool;
    /// The root.
    const ROOT: bool;
}

/// The root.
pub(in crate::search) struct Root;
/// A node on the principal variation.
pub(in crate::search) struct Pv;
/// A node with a zero window.
pub(in crate::search) struct NonPv;

impl NodeType for Root {
    const PV: bool = true;
    const ROOT: bool = true;
}
impl NodeType for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
}
impl NodeType for NonPv {
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
    pub evaluation: Score,
    /// What earlier searches say it lacks, internal units.
    pub correction: Score,
    /// The evaluation corrected; in check that of the last turn.
    pub static_evaluation: Score,
    /// The best guess of the value before searching: the table's score, or the evaluation.
    pub estimate: Score,
    /// Whether the side to move has fared better than at its last turn.
    pub improving: bool,
    /// Whether the other side has fared worse by its last move.
    pub opponent_worsening: bool,
}

/// A move about to be searched.
pub(in crate::search) struct Candidate {
    pub m: SearchMove,
    pub gives_check: bool,
    /// The base of its reduction, in 1/1024 plies.
    pub reduction: i32,
}
