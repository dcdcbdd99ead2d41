//! Control of a running search from outside.

use std::sync::atomic::AtomicU64;

use brudno::platform::StopSignal;

/// Stops a search and shows its progress.
#[derive(Debug, Default)]
pub struct Monitor {
    /// Ends the search early; its value is then meaningless.
    pub stop: StopSignal,
    /// Nodes visited so far, in steps.
    pub nodes: AtomicU64,
}
