//! Work beside the search that may take long: it runs on a thread of its own, so that the protocol
//! goes on.

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
};

use crate::search;

/// A piece of work in the background.
pub struct BackgroundTask {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

impl BackgroundTask {
    /// Starts `work` on a thread called `name`. It is given the flag that asks it to end.
    ///
    /// # Errors
    ///
    /// The system has no thread to give.
    pub fn start(
        name: &str,
        work: impl FnOnce(&AtomicBool) + Send + 'static,
    ) -> io::Result<BackgroundTask> {
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let thread = thread::Builder::new()
            .name(name.to_owned())
            .stack_size(search::STACK_SIZE)
            .spawn(move || work(&flag))?;
        Ok(BackgroundTask { stop, thread })
    }

    /// Asks it to end soon.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether it has ended.
    pub fn is_finished(&self) -> bool {
        self.thread.is_finished()
    }

    /// Waits for its end.
    pub fn wait(self) {
        if self.thread.join().is_err() {
            log::error!("a background thread panicked");
        }
    }
}
