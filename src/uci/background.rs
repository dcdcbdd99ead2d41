//! Work beside the search that may take long: it runs on threads of its own, so that the protocol
//! goes on.

use std::{
    sync::Arc,
    thread::{self, JoinHandle},
};

use crate::{search, search::Control};

/// The work in the background.
#[derive(Default)]
pub struct Background {
    tasks: Vec<Task>,
}

struct Task {
    control: Arc<Control>,
    thread: JoinHandle<()>,
}

impl Background {
    /// Starts `work` on a thread called `name`. It is given what asks it to end.
    ///
    /// # Errors
    ///
    /// The system has no thread to give.
    pub fn start(
        &mut self,
        name: &str,
        work: impl FnOnce(&Control) + Send + 'static,
    ) -> Result<(), String> {
        self.tasks.retain(|task| !task.thread.is_finished());
        let control = Arc::new(Control::new(false));
        let given = Arc::clone(&control);
        let thread = thread::Builder::new()
            .name(name.to_owned())
            .stack_size(search::STACK_SIZE)
            .spawn(move || work(&given))
            .map_err(|error| format!("{name}: {error}"))?;
        self.tasks.push(Task { control, thread });
        Ok(())
    }

    /// Whether any of it goes on and has not been asked to end.
    pub fn is_running(&self) -> bool {
        let runs = |task: &Task| !task.thread.is_finished() && !task.control.is_stopped();
        self.tasks.iter().any(runs)
    }

    /// Asks all of it to end soon.
    pub fn stop(&self) {
        self.tasks.iter().for_each(|task| task.control.stop());
    }

    /// Waits for the end of all of it.
    pub fn wait(&mut self) {
        for task in self.tasks.drain(..) {
            if task.thread.join().is_err() {
                log::error!("a background thread panicked");
            }
        }
    }
}
