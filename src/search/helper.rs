//! Helper threads of the search (Lazy SMP): all search the same position and share the
//! transposition table.

use std::{
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    thread::{self, JoinHandle},
};

use crossbeam_channel::{Receiver, Sender, unbounded};

use super::{
    Control, Job, ThreadData, thread_data::STACK_SIZE, vote::ThreadResult, worker::Search,
};
use crate::{nnue::NamedNetwork, transposition::TranspositionTable};

/// One search for one helper.
pub(super) struct Errand {
    pub job: Arc<Job>,
    pub control: Arc<Control>,
    pub tt: Arc<TranspositionTable>,
    /// The helper's number; 0 is the main thread.
    pub thread: usize,
    /// Where the result goes. The search is over, with or without one, when this end is dropped.
    pub reply: Sender<ThreadResult>,
}

pub(super) enum Task {
    Search(Errand),
    /// Empty a share of the table, of so many shares; the sender is dropped when that is done.
    Clear {
        tt: Arc<TranspositionTable>,
        share: usize,
        shares: usize,
        done: Sender<()>,
    },
    /// Forget everything, and evaluate with this network.
    Forget(Arc<NamedNetwork>),
}

/// A persistent helper thread. It ends when dropped.
pub(super) struct Helper {
    tasks: Option<Sender<Task>>,
    thread: Option<JoinHandle<()>>,
}

impl Helper {
    /// Starts a helper.
    ///
    /// # Errors
    ///
    /// The system's, where it refuses the thread.
    pub fn spawn(network: Arc<NamedNetwork>) -> io::Result<Helper> {
        let (tasks, inbox) = unbounded();
        let thread = thread::Builder::new()
            .name("helper".into())
            .stack_size(STACK_SIZE)
            .spawn(move || Worker::new(network).run(inbox))?;
        Ok(Helper { tasks: Some(tasks), thread: Some(thread) })
    }

    /// Gives the helper something to do. What it hands back where the helper is gone is the task.
    pub fn send(&self, task: Task) -> Result<(), Task> {
        match &self.tasks {
            Some(tasks) => tasks.send(task).map_err(|error| error.into_inner()),
            None => Err(task),
        }
    }
}

impl Drop for Helper {
    fn drop(&mut self) {
        self.tasks = None;
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

/// The helper's own side.
struct Worker {
    network: Arc<NamedNetwork>,
    data: ThreadData,
}

impl Worker {
    fn new(network: Arc<NamedNetwork>) -> Worker {
        Worker { data: ThreadData::with_network(Arc::clone(&network)), network }
    }

    fn run(mut self, inbox: Receiver<Task>) {
        for task in inbox {
            match task {
                Task::Search(errand) => self.search(&errand),
                Task::Clear { tt, share, shares, done } => {
                    tt.clear_share(share, shares);
                    drop(done);
                }
                Task::Forget(network) => {
                    self.network = network;
                    self.data.forget(&self.network);
                }
            }
        }
    }

    fn search(&mut self, errand: &Errand) {
        let Errand { job, control, tt, thread, reply } = errand;
        let result = catch_unwind(AssertUnwindSafe(|| {
            let mut search = Search::new(job, control, tt, &mut self.data, None, *thread);
            search.iterate();
            search.result()
        }));
        match result {
            // Nobody waits for it only where the process is about to end.
            Ok(Some(result)) => drop(reply.send(result)),
            Ok(None) => {}
            // A helper that panicked says nothing, and trusts nothing that it has learned.
            Err(_) => {
                log::error!("helper {thread} panicked");
                self.data = ThreadData::with_network(Arc::clone(&self.network));
            }
        }
    }
}
