//! Kinds of search, chosen at compile time.

/// What a search does beside plain alpha-beta. Only the modes that a binary uses are compiled.
pub(in crate::search) trait SearchMode {
    /// Prune, reduce and extend; without, the search has a fixed depth and the value of minimax.
    const SELECTIVE: bool;
    /// Pass each evaluated position to an observer.
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
