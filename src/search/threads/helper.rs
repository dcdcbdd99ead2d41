//! Helper threads (Lazy SMP): they search the same position and share the transposition table.

use std::{
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    thread::JoinHandle,
};

use crossbeam_channel::{Receiver, Sender, unbounded};

use super::{
    shared_search::SharedSearch,
    thread_data::{Room, STACK_SIZE, ThreadData, start_thread},
    vote::ThreadResult,
};
use crate::{
    eval::nnue::NamedNetwork,
    platform::memory::map_zeroed,
    search::{node::worker::Worker, tt::TranspositionTable},
};

/// Address space that must be left after a thread has started: the stack of the next one, and small
/// allocations, on whose failure the standard library aborts.
const SPARE: usize = STACK_SIZE + (16 << 20);
/// The small allocations of each thread in a search.
const SPARE_PER_THREAD: usize = 128 << 10;

/// A task of one helper. Its sender is dropped at the end.
enum HelperTask {
    /// Search, and send the result if there is one.
    Search {
        shared: Arc<SharedSearch>,
        tt: Arc<TranspositionTable>,
        /// The helper's number; 0 is the main thread.
        thread: usize,
        reply: Sender<ThreadResult>,
    },
    /// A share of some work of all threads.
    Share(Box<dyn FnOnce() + Send>, Sender<()>),
    /// Clear the histories, and evaluate with this network.
    Clear(Arc<NamedNetwork>, Sender<()>),
}

/// The helper threads of the search thread.
#[derive(Default)]
pub(in crate::search) struct Helpers(Vec<ThreadHandle>);

impl Helpers {
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Starts or ends helpers. On return all have touched their memory.
    ///
    /// # Errors
    ///
    /// The system refuses a thread or its memory. As many run as there is room for.
    pub fn set(&mut self, helpers: usize, network: &Arc<NamedNetwork>) -> io::Result<()> {
        self.0.truncate(helpers);
        let before = self.0.len();
        // They touch their memory in parallel, but only after all have started: finding out how
        // many fit needs one step after the other.
        let (gate, gated) = unbounded();
        let (done, filled) = unbounded();
        let mut started = Ok(());
        while self.0.len() < helpers {
            started = leave_spare(self.0.len()).and_then(|()| {
                self.0.push(ThreadHandle::spawn(Arc::clone(network), gated.clone(), done.clone())?);
                leave_spare(self.0.len())
            });
            if started.is_err() {
                break;
            }
        }
        drop((gate, done));
        wait_for(&filled);
        if started.is_err() && self.0.len() > before {
            // The memory of the last helper is the reserve that was missing.
            self.0.pop();
        }
        started
    }

    /// Runs a share of `work` on the calling thread and on each helper, by the number of the share
    /// and the number of shares.
    pub fn share_out(&self, work: impl Fn(usize, usize) + Send + Sync + 'static) {
        let shares = self.0.len() + 1;
        let work = Arc::new(work);
        let (done, finished) = unbounded();
        for (share, helper) in (1..).zip(&self.0) {
            let its_work = Arc::clone(&work);
            let task = HelperTask::Share(Box::new(move || its_work(share, shares)), done.clone());
            if helper.send(task).is_err() {
                work(share, shares);
            }
        }
        drop(done);
        work(0, shares);
        wait_for(&finished);
    }

    /// Clears the data of the helpers, while the calling thread runs `meanwhile`.
    pub fn forget(&self, network: &Arc<NamedNetwork>, meanwhile: impl FnOnce()) {
        let (done, finished) = unbounded();
        for helper in &self.0 {
            // A helper that has ended has nothing to clear.
            drop(helper.send(HelperTask::Clear(Arc::clone(network), done.clone())));
        }
        drop(done);
        meanwhile();
        wait_for(&finished);
    }

    /// Starts a search on the first `helpers` helpers. Returns a channel of the results, which
    /// closes after the last search.
    pub fn search(
        &self,
        helpers: usize,
        shared: &Arc<SharedSearch>,
        tt: &Arc<TranspositionTable>,
    ) -> Receiver<ThreadResult> {
        let (reply, results) = unbounded();
        for (thread, helper) in (1..).zip(&self.0).take(helpers) {
            let task = HelperTask::Search {
                shared: Arc::clone(shared),
                tt: Arc::clone(tt),
                thread,
                reply: reply.clone(),
            };
            if helper.send(task).is_err() {
                log::error!("helper {thread} is gone");
            }
        }
        results
    }
}

/// Waits until all senders of a channel are dropped. Nothing is sent on it.
fn wait_for(finished: &Receiver<()>) {
    finished.iter().for_each(drop);
}

/// Checks that the reserve of address space is left with this many helpers.
fn leave_spare(helpers: usize) -> io::Result<()> {
    map_zeroed(SPARE + helpers * SPARE_PER_THREAD).map(drop)
}

/// The handle of a helper thread, which ends when the handle is dropped.
struct ThreadHandle {
    tasks: Option<Sender<HelperTask>>,
    thread: Option<JoinHandle<()>>,
}

impl ThreadHandle {
    /// Starts a helper. It touches its memory once the sender of `gate` is dropped, and then drops
    /// `filled`.
    ///
    /// # Errors
    ///
    /// The system refuses the thread or its memory.
    fn spawn(
        network: Arc<NamedNetwork>,
        gate: Receiver<()>,
        filled: Sender<()>,
    ) -> io::Result<ThreadHandle> {
        let room = Room::reserve(Arc::clone(&network))?;
        let (tasks, inbox) = unbounded();
        let work = move || {
            wait_for(&gate);
            let helper = HelperThread { network, data: room.fill() };
            drop(filled);
            helper.run(inbox);
        };
        let thread = start_thread("helper", work)?;
        Ok(ThreadHandle { tasks: Some(tasks), thread: Some(thread) })
    }

    /// Sends a task. Returns it if the helper has ended.
    fn send(&self, task: HelperTask) -> Result<(), HelperTask> {
        match &self.tasks {
            Some(tasks) => tasks.send(task).map_err(|error| error.into_inner()),
            None => Err(task),
        }
    }
}

impl Drop for ThreadHandle {
    fn drop(&mut self) {
        self.tasks = None;
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

struct HelperThread {
    network: Arc<NamedNetwork>,
    data: ThreadData,
}

impl HelperThread {
    fn run(mut self, tasks: Receiver<HelperTask>) {
        for task in tasks {
            match task {
                HelperTask::Search { shared, tt, thread, reply } => {
                    if let Some(result) = self.search(&shared, &tt, thread) {
                        // Fails only when the process is about to end.
                        reply.send(result).ok();
                    }
                }
                HelperTask::Share(work, done) => {
                    work();
                    drop(done);
                }
                HelperTask::Clear(network, done) => {
                    self.network = network;
                    self.data.forget(&self.network);
                    drop(done);
                }
            }
        }
    }

    /// Searches. Returns no result if the search ended too early for one, or panicked.
    fn search(
        &mut self,
        shared: &SharedSearch,
        tt: &TranspositionTable,
        thread: usize,
    ) -> Option<ThreadResult> {
        if shared.control.has_ended() {
            // With more threads than processors a short search may end before this thread runs.
            return None;
        }
        let result = catch_unwind(AssertUnwindSafe(|| {
            let mut worker = Worker::helper(shared, tt, &mut self.data, thread);
            worker.iterate();
            worker.result()
        }));
        result.unwrap_or_else(|_| {
            log::error!("helper {thread} panicked");
            self.data.recover();
            None
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering::Relaxed;

    use super::*;
    use crate::{
        chess::Game,
        eval::nnue,
        search::{limits::Limits, threads::probe::wait_until},
    };

    #[test]
    fn every_helper_searches_until_the_end() {
        const HELPERS: usize = 3;
        let mut helpers = Helpers::default();
        helpers.set(HELPERS, &nnue::embedded()).unwrap();
        let tt = Arc::new(TranspositionTable::new(1).unwrap());
        for searching in [1, HELPERS] {
            let shared = SharedSearch::new(Game::default(), Limits::default());
            let shared = Arc::new(shared.with_threads(HELPERS + 1));
            let results = helpers.search(searching, &shared, &tt);
            let counts = || shared.nodes.iter().map(|nodes| nodes.load(Relaxed));
            for least in [1, 3_000] {
                let reached = || counts().skip(1).take(searching).all(|nodes| nodes >= least);
                assert!(wait_until(reached), "{:?}", counts().collect::<Vec<_>>());
            }
            shared.control.end();
            assert_eq!(results.iter().count(), searching);
            let idle = counts().skip(1 + searching).chain(counts().take(1));
            assert_eq!(idle.sum::<u64>(), 0, "the others do not search");
        }
    }
}
