//! Ctrl-C: the first ends the search, so that what is done gets printed; the second the process.

use std::{
    process,
    sync::{Arc, atomic::Ordering},
};

use crate::textbook::Monitor;

/// What shells expect of a process that Ctrl-C ended: 128 and the signal's number.
pub const INTERRUPTED: u8 = 130;

/// Calls `stop` on Ctrl-C, and ends the process where that says that there was nothing to stop.
///
/// # Errors
///
/// The signal handler cannot be set.
pub fn on_interrupt(stop: impl Fn() -> bool + Send + 'static) -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(move || {
        if !stop() {
            process::exit(INTERRUPTED.into());
        }
    })
}

/// A search's switch, with Ctrl-C's hand on it.
///
/// # Errors
///
/// The signal handler cannot be set.
pub fn monitor() -> Result<Arc<Monitor>, ctrlc::Error> {
    let monitor = Arc::new(Monitor::default());
    let seen = Arc::clone(&monitor);
    on_interrupt(move || !seen.stop.swap(true, Ordering::Relaxed))?;
    Ok(monitor)
}
