//! Watches standard output while work continues after the end of the input: if the reader has gone,
//! the next line that could not be printed may be hours away.

/// Does nothing: outside Unix only a failed write shows that standard output is closed.
#[cfg(not(unix))]
pub const fn exit_when_output_closes() {}

/// Exits once standard output is closed, as [`Output`](super::output::Output) does on a failed
/// write.
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
    // macOS reports a closed reader only when polled for writing.
    let mut descriptors = [PollFd::new(stdout.as_fd(), PollFlags::POLLOUT)];
    let closed = PollFlags::POLLERR | PollFlags::POLLHUP;
    poll(&mut descriptors, PollTimeout::ZERO).is_ok()
        && descriptors[0].revents().is_some_and(|events| events.intersects(closed))
}
