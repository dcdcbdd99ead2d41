//! Ctrl-C: the first ends the search, so that what is done gets printed; the second the process.

use std::{
    error::Error,
    fmt, process,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

/// What shells expect of a process that Ctrl-C ended: 128 and the signal's number.
pub const INTERRUPTED: u8 = 130;

/// The signal handler cannot be set.
#[derive(Debug)]
pub struct InterruptError(ctrlc::Error);

impl fmt::Display for InterruptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot listen for Ctrl-C: {}", self.0)
    }
}

impl Error for InterruptError {}

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
