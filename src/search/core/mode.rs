//! Kinds of search, chosen at compile time.

/// What a search does beside plain alpha-beta. Only the modes that a binary uses are compiled.
pub(in crate::search) trait SearchMode {
    /// Prune, reduce and extend; without, the search has a fixed depth and the value of minimax.
    const SELECTIVE: bool;
}

/// The engine's search.
pub(in crate::search) struct Selective;
/// Alpha-beta of fixed depth, which tests compare with minimax.
pub(in crate::search) struct FullWidth;

impl SearchMode for Selective {
    const SELECTIVE: bool = true;
}
impl SearchMode for FullWidth {
    const SELECTIVE: bool = false;
}
