//! The signal that ends long work early.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// A request from outside to end some work soon: by `stop`, by Ctrl-C, at the end of the process.
/// Clones share it. It is never withdrawn.
#[derive(Clone, Debug, Default)]
pub struct StopSignal(Arc<AtomicBool>);

impl StopSignal {
    /// Requests the stop. Returns false if it was requested before.
    pub fn request(&self) -> bool {
        !self.0.swap(true, Ordering::AcqRel)
    }

    /// Returns true once the stop is requested.
    #[inline]
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}
