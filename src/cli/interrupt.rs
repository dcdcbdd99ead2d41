//! Ctrl-C: the first one stops the search and lets the command print its results; the second one
//! ends the process.

use std::{
    process,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use thiserror::Error;

/// Exit status after Ctrl-C: 128 plus the signal's number.
pub const INTERRUPTED: u8 = 130;

/// The signal handler cannot be set.
#[derive(Debug, Error)]
#[error("cannot listen for Ctrl-C: {0}")]
pub struct InterruptError(ctrlc::Error);

/// Calls `stop` on Ctrl-C. Ends the process if `stop` returns false, which means that nothing was
/// running.
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

/// Returns a flag that Ctrl-C sets.
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
