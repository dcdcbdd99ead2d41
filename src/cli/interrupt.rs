//! Ctrl-C: the first ends the search, so that what is done gets printed; the second the process.

use std::{
    process,
    sync::{Arc, atomic::Ordering},
};

use crate::textbook::Control;

/// What shells expect of a process that Ctrl-C ended: 128 and the signal's number.
pub const INTERRUPTED: u8 = 130;

/// A search's switch, with Ctrl-C's hand on it.
///
/// # Errors
///
/// The signal handler cannot be set.
pub fn control() -> Result<Arc<Control>, ctrlc::Error> {
    let control = Arc::new(Control::default());
    let seen = Arc::clone(&control);
    ctrlc::set_handler(move || {
        if seen.stop.swap(true, Ordering::Relaxed) {
            process::exit(INTERRUPTED.into());
        }
    })?;
    Ok(control)
}
