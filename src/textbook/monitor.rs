//! The view of a running search from outside.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicU64},
};

/// The switch that ends searches early, and what outside eyes may see of them.
#[derive(Debug, Default)]
pub struct Monitor {
    /// Ends the search soon; its value is then worthless.
    pub stop: Arc<AtomicBool>,
    /// Nodes visited so far, in steps.
    pub nodes: AtomicU64,
}
