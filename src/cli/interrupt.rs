//! Ctrl-C: the first ends the search, so that what is done gets printed; the second the process.

use std::{
    process,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use thiserror::Error;

/// What shells expect of a process that Ctrl-C ended: 128 and the signal's number.
pub const INTERRUPTED: u8 = 130;

/// The signal handler cannot be set.
#[derive(Debug, Error)]
#[error("cannot listen for Ctrl-C: {0}")]
pub struct InterruptError(ctrlc::Error);

/// Calls `stop` on Ctrl-C, and ends the process where that says that there was nothing to stop.
///
/// # Errors
///
/// The signal handler cannot be set.
pub fn on_interrupt(stop: impl Fn() -> bool + Send + 'static) -> Result<(), InterruptError> {
    ctrlc::set_handler(move || {
        if !stop() {
            process::exit(INTERRUPTED.into());
        }
    })
    .map_err(InterruptError)
}

/// A flag that Ctrl-C sets.
///
/// # Errors
///
/// The signal handler cannot be set.
pub fn stop_flag() -> Result<Arc<AtomicBool>, InterruptError> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    on_interrupt(move || !flag.swap(true, Ordering::Relaxed))?;
    Ok(stop)
}
