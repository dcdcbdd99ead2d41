//! Helper threads of the search (Lazy SMP): all search the same position and share the
//! transposition table.

use std::{
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    thread::{self, JoinHandle},
};

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};

use super::vote::ThreadResult;
use crate::{
    eval::nnue::NamedNetwork,
    platform::memory::map_zeroed,
    search::{
        core::{
            job::Job,
            thread_data::{Room, STACK_SIZE, ThreadData},
            worker::Search,
        },
        limits::Control,
        tt::TranspositionTable,
    },
};

/// Address space that must be left once a thread is started: the stack of the next one, and room for
/// small things, for which the standard library ends the process if there is none.
const SPARE: usize = STACK_SIZE + (16 << 20);
/// The part of these small things that each thread needs in a search.
const SPARE_PER_THREAD: usize = 128 << 10;

/// One search for one helper.
struct Errand {
    job: Arc<Job>,
    control: Arc<Control>,
    tt: Arc<TranspositionTable>,
    /// The helper's number; 0 is the main thread.
    thread: usize,
    /// Where the result goes. The search is over, with or without one, when this end is dropped.
    reply: Sender<ThreadResult>,
}

enum Task {
    Search(Errand),
    /// Work for all threads; the sender is dropped when it is done.
    Do(Box<dyn FnOnce() + Send>, Sender<()>),
    /// Forget everything, and evaluate with this network; the sender is dropped when that is done.
    Forget(Arc<NamedNetwork>, Sender<()>),
}

/// The helper threads of a search thread.
#[derive(Default)]
pub(in crate::search) struct Helpers(Vec<Helper>);

impl Helpers {
    /// How many there are.
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Starts helpers, or ends some. When it returns, all have touched their memory.
    ///
    /// # Errors
    ///
    /// The system refuses a thread or its memory. As many run as there is room for.
    pub fn set(&mut self, helpers: usize, network: &Arc<NamedNetwork>) -> io::Result<()> {
        self.0.truncate(helpers);
        let before = self.0.len();
        // They touch their memory at the same time, but only once all have been started: to find out
        // how many there is room for, one thing has to happen after the other.
        let (gate, gated) = unbounded();
        let (done, filled) = unbounded();
        let mut started = Ok(());
        while self.0.len() < helpers {
            started = leave_spare(self.0.len()).and_then(|()| {
                self.0.push(Helper::spawn(Arc::clone(network), gated.clone(), done.clone())?);
                leave_spare(self.0.len())
            });
            if started.is_err() {
                break;
            }
        }
        drop((gate, done));
        wait_for(&filled);
        if started.is_err() && self.0.len() > before {
            // The last one's memory is the spare room that was missing.
            self.0.pop();
        }
        started
    }

    /// Has the calling thread and all helpers do a share of some work, by the number of the share and
    /// the number of shares.
    pub fn share_out(&self, work: impl Fn(usize, usize) + Send + Sync + 'static) {
        let shares = self.0.len() + 1;
        let work = Arc::new(work);
        let (done, finished) = unbounded();
        for (share, helper) in (1..).zip(&self.0) {
            let its_work = Arc::clone(&work);
            let task = Task::Do(Box::new(move || its_work(share, shares)), done.clone());
            if helper.send(task).is_err() {
                work(share, shares);
            }
        }
        drop(done);
        work(0, shares);
        wait_for(&finished);
    }

    /// Has the helpers forget everything, and the calling thread do some work meanwhile.
    pub fn forget(&self, network: &Arc<NamedNetwork>, meanwhile: impl FnOnce()) {
        let (done, finished) = unbounded();
        for helper in &self.0 {
            // One that is gone has nothing to forget.
            drop(helper.send(Task::Forget(Arc::clone(network), done.clone())));
        }
        drop(done);
        meanwhile();
        wait_for(&finished);
    }

    /// Sends the first `helpers` helpers searching. The results come as the searches end; the channel
    /// closes after the last.
    pub fn search(
        &self,
        helpers: usize,
        job: &Arc<Job>,
        control: &Arc<Control>,
        tt: &Arc<TranspositionTable>,
    ) -> Receiver<ThreadResult> {
        let (reply, results) = unbounded();
        for (thread, helper) in (1..).zip(&self.0).take(helpers) {
            let errand = Errand {
                job: Arc::clone(job),
                control: Arc::clone(control),
                tt: Arc::clone(tt),
                thread,
                reply: reply.clone(),
            };
            if helper.send(Task::Search(errand)).is_err() {
                log::error!("helper {thread} is gone");
            }
        }
        results
    }
}

/// Waits until all senders of a channel are gone, on which nothing is sent.
fn wait_for(finished: &Receiver<()>) {
    finished.iter().for_each(drop);
}

/// Checks that there is address space left, with so many helpers.
fn leave_spare(helpers: usize) -> io::Result<()> {
    map_zeroed(SPARE + helpers * SPARE_PER_THREAD).map(drop)
}

/// A persistent helper thread. It ends when dropped.
struct Helper {
    tasks: Option<Sender<Task>>,
    thread: Option<JoinHandle<()>>,
}

impl Helper {
    /// Starts a helper. Once the sender of `gate` is dropped it touches its memory, and then drops
    /// `filled`.
    ///
    /// # Errors
    ///
    /// The system's, where it refuses the thread or its memory.
    fn spawn(
        network: Arc<NamedNetwork>,
        gate: Receiver<()>,
        filled: Sender<()>,
    ) -> io::Result<Helper> {
        let room = Room::reserve(Arc::clone(&network))?;
        let (tasks, inbox) = unbounded();
        let (started, starts) = bounded(1);
        let work = move || {
            started.send(()).ok();
            wait_for(&gate);
            let worker = Worker { network, data: room.fill() };
            drop(filled);
            worker.run(inbox);
        };
        let thread =
            thread::Builder::new().name("helper".into()).stack_size(STACK_SIZE).spawn(work)?;
        // What a thread takes to start is taken now.
        starts.recv().map_err(|_| io::Error::other("the thread has ended"))?;
        Ok(Helper { tasks: Some(tasks), thread: Some(thread) })
    }

    /// Gives the helper something to do. What it hands back where the helper is gone is the task.
    fn send(&self, task: Task) -> Result<(), Task> {
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
    fn run(mut self, inbox: Receiver<Task>) {
        for task in inbox {
            match task {
                Task::Search(errand) => self.search(&errand),
                Task::Do(work, done) => {
                    work();
                    drop(done);
                }
                Task::Forget(network, done) => {
                    self.network = network;
                    self.data.forget(&self.network);
                    drop(done);
                }
            }
        }
    }

    fn search(&mut self, errand: &Errand) {
        let Errand { job, control, tt, thread, reply } = errand;
        if control.is_halted() {
            // With more threads than processors a short search may end before this one's turn comes.
            return;
        }
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
                self.data.recover();
            }
        }
    }
}
