//! An eye on the output for work that goes on without an input: where nobody reads it any more, the
//! work is in vain, and it may be hours to the next line that could not be printed.

/// Ends the process once standard output is closed, as [`Output`](super::output::Output) does when it
/// cannot print. Beyond Unix only that notices.
#[cfg(not(unix))]
pub const fn exit_when_output_closes() {}

/// Ends the process once standard output is closed, as [`Output`](super::output::Output) does when it
/// cannot print.
#[cfg(unix)]
pub fn exit_when_output_closes() {
    use std::{thread, time::Duration};

    const INTERVAL: Duration = Duration::from_millis(100);
    let watch = thread::Builder::new().name("watch".to_owned()).spawn(|| {
        while !is_closed() {
            thread::sleep(INTERVAL);
        }
        log::info!("standard output is closed");
        std::process::exit(1);
    });
    if let Err(error) = watch {
        log::warn!("nothing watches standard output: {error}");
    }
}

#[cfg(unix)]
fn is_closed() -> bool {
    use std::{io, os::fd::AsFd as _};

    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

    let stdout = io::stdout();
    // macOS tells only those of a reader that has gone who ask whether they could write.
    let mut descriptors = [PollFd::new(stdout.as_fd(), PollFlags::POLLOUT)];
    let closed = PollFlags::POLLERR | PollFlags::POLLHUP;
    poll(&mut descriptors, PollTimeout::ZERO).is_ok()
        && descriptors[0].revents().is_some_and(|events| events.intersects(closed))
}
