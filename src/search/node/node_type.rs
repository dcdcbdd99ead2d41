//! Kinds of search and of nodes, chosen at compile time.

use std::marker::PhantomData;

/// What a search does beside plain alpha-beta. Only the modes that a binary uses are compiled.
pub(in crate::search) trait SearchMode {
    /// Prune, reduce and extend; without, the search has a fixed depth and the value of minimax.
    const SELECTIVE: bool;
    /// Pass each evaluated position and its evaluation to an observer.
    const OBSERVED: bool;
}

/// The engine's search.
pub(in crate::search) struct Selective;
/// Alpha-beta of fixed depth, which tests compare with minimax.
pub(in crate::search) struct FullWidth;
/// The engine's search with an observer.
pub(in crate::search) struct Observed;

impl SearchMode for Selective {
    const SELECTIVE: bool = true;
    const OBSERVED: bool = false;
}
impl SearchMode for FullWidth {
    const SELECTIVE: bool = false;
    const OBSERVED: bool = false;
}
impl SearchMode for Observed {
    const SELECTIVE: bool = true;
    const OBSERVED: bool = true;
}

/// The type of a node. The search is compiled for each.
pub(in crate::search) trait NodeType {
    /// The mode of the whole search.
    type Mode: SearchMode;
    /// Whether the node is on the principal variation, with an open window.
    const PV: bool;
    const ROOT: bool;
    const SELECTIVE: bool = Self::Mode::SELECTIVE;
    /// Whether the node and its moves may be pruned and extended: not at the root.
    const PRUNES: bool = Self::SELECTIVE && !Self::ROOT;
}

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
