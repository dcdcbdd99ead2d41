//! Long work beside the search, on threads of its own: the protocol continues meanwhile.

use std::{
    io,
    thread::{self, JoinHandle},
};

use thiserror::Error;

use crate::{platform::StopSignal, search};

/// The background work of a session.
#[derive(Default)]
pub struct Background {
    tasks: Vec<BackgroundTask>,
}

struct BackgroundTask {
    stop: StopSignal,
    thread: JoinHandle<()>,
}

#[derive(Debug, Error)]
#[error("{name}: {error}")]
pub struct StartError {
    name: &'static str,
    error: io::Error,
}

impl Background {
    /// Starts `work` on a thread called `name`, with the signal that stops it.
    ///
    /// # Errors
    ///
    /// The system refuses the thread.
    pub fn start(
        &mut self,
        name: &'static str,
        work: impl FnOnce(&StopSignal) + Send + 'static,
    ) -> Result<(), StartError> {
        self.tasks.retain(|task| !task.thread.is_finished());
        let stop = StopSignal::default();
        let given = stop.clone();
        let thread = thread::Builder::new()
            .name(name.to_owned())
            .stack_size(search::STACK_SIZE)
            .spawn(move || work(&given))
            .map_err(|error| StartError { name, error })?;
        self.tasks.push(BackgroundTask { stop, thread });
        Ok(())
    }

    /// Stops all work. Returns false if none was running, or all was asked to stop before.
    pub fn stop(&self) -> bool {
        let stops = |task: &&BackgroundTask| task.stop.request() && !task.thread.is_finished();
        self.tasks.iter().filter(stops).count() > 0
    }

    /// Waits for the end of all work.
    pub fn wait(&mut self) {
        for task in self.tasks.drain(..) {
            if task.thread.join().is_err() {
                log::error!("a background thread panicked");
            }
        }
    }
}
