//! The actions of signals that a process inherits. On systems other than Unix nothing is done.

/// Makes a write beyond the limit for file sizes an error: the signal would end the process. Threads
/// started later inherit this.
pub fn block_file_size_signal() {
    #[cfg(unix)]
    {
        use nix::sys::signal::{SigSet, Signal};

        let mut signals = SigSet::empty();
        signals.add(Signal::SIGXFSZ);
        if let Err(error) = signals.thread_block() {
            log::warn!("SIGXFSZ cannot be blocked: {error}");
        }
    }
}

/// Restores the default action of SIGPIPE, which ends the process as in other tools (`| head`).
///
/// Not for the UCI loop and for commands that write to child processes: these handle the error.
pub fn reset_broken_pipe() {
    #[cfg(unix)]
    {
        use nix::sys::signal::{SigHandler, Signal, signal};

        // SAFETY: the default action calls no handler, so nothing runs in a signal's context.
        if let Err(error) = unsafe { signal(Signal::SIGPIPE, SigHandler::SigDfl) } {
            log::warn!("SIGPIPE keeps its action: {error}");
        }
    }
}
