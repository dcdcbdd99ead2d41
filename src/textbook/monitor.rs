//! A running search as seen from outside.

use std::sync::atomic::AtomicU64;

use crate::platform::StopSignal;

/// The stop signal and the progress of running searches.
#[derive(Debug, Default)]
pub struct Monitor {
    /// Ends the search early; its value is then meaningless.
    pub stop: StopSignal,
    /// Nodes visited so far, in steps.
    pub nodes: AtomicU64,
}
