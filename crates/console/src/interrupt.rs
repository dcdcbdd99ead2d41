//! Handles Ctrl-C and SIGTERM. The first signal ends the search, whose result is printed. The
//! second signal ends the process.

use std::process;

use brudno::platform::{StopSignal, files::discard_unfinished};
use thiserror::Error;

/// Exit status after Ctrl-C, which is 128 plus the signal's number.
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
            discard_unfinished();
            process::exit(INTERRUPTED.into());
        }
    })
    .map_err(InterruptError)
}

/// Returns a stop signal that the first Ctrl-C sets. The second Ctrl-C ends the process.
///
/// # Errors
///
/// The signal handler cannot be set.
pub fn stop_signal() -> Result<StopSignal, InterruptError> {
    let stop = StopSignal::default();
    let signal = stop.clone();
    on_interrupt(move || signal.request())?;
    Ok(stop)
}
