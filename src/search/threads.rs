//! The search thread and its helpers (Lazy SMP: all search the same position and share the
//! transposition table).

use std::{
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, Sender, unbounded};
use shakmaty::Move;

use super::{
    Control, Limits, Reporter, Skill,
    node_clock::NodeClock,
    worker::{Job, RootMove, Search, ThreadData},
};
use crate::{
    nnue::{self, NamedNetwork},
    position::Game,
    score::{Score, is_decisive},
    tablebase::{Tablebase, TbSettings},
    time::Budget,
    transposition::TranspositionTable,
};

/// Stack of a thread that searches, bytes: a ply takes several KiB, move lists included.
pub const STACK_SIZE: usize = 16 << 20;
/// Size of the transposition table until told otherwise, MiB.
pub const DEFAULT_HASH: usize = 16;
/// How often a finished search that must not answer yet looks whether it may.
const WAIT: Duration = Duration::from_millis(1);

/// Everything that one search needs to know.
pub struct Request {
    /// Position and history.
    pub game: Game,
    /// When to stop.
    pub limits: Limits,
    /// When it was asked for: the clock of the game runs from there.
    pub start: Instant,
    /// How to stop it from outside.
    pub control: Arc<Control>,
    /// How many best lines to find.
    pub multi_pv: usize,
    /// Milliseconds to keep in hand for what happens between engine and GUI.
    pub move_overhead: u64,
    /// How to use the endgame tables.
    pub tb: TbSettings,
    /// The strength to play at; `None` is the engine's own. With a skill more lines may be found,
    /// and reported, than `multi_pv`.
    pub skill: Option<Skill>,
    /// Where to send lines and the best move.
    pub reporter: Box<dyn Reporter>,
}

/// Called on the search thread when a setting has taken effect, or with what is wrong.
pub type Done = Box<dyn FnOnce(Result<(), String>) + Send>;

/// What the search thread can be told. Commands are done in turn: a setting sent during a search
/// takes effect after it.
pub enum SearchCommand {
    /// Search, and report the best move.
    Search(Box<Request>),
    /// Do what needs no search, an answer from a book for example.
    Do(Box<dyn FnOnce() + Send>),
    /// Forget everything learned in the game so far.
    NewGame,
    /// Empty the transposition table.
    ClearHash,
    /// Evaluate with this network, and forget what came of the old one.
    Network(Arc<NamedNetwork>),
    /// Look positions up in these endgame tables.
    Tablebase(Arc<Tablebase>),
    /// Use a transposition table of this many MiB. On failure the old one is kept.
    Hash(usize, Done),
    /// Search with this many threads. On failure as many run as could be started.
    Threads(usize, Done),
    /// Answer once everything before is done.
    Sync(Sender<()>),
}

/// The search thread's end of the channel: runs until all senders are gone.
pub fn run(commands: &Receiver<SearchCommand>) {
    // A few MiB: without them nothing else on the machine runs either.
    let tt =
        TranspositionTable::new(DEFAULT_HASH).expect("memory for the default transposition table");
    let network = nnue::embedded();
    let data = ThreadData::with_network(Arc::clone(&network));
    let mut pool = Pool {
        tt: Arc::new(tt),
        network,
        tablebase: Arc::default(),
        data,
        helpers: Vec::new(),
        node_clock: NodeClock::default(),
    };
    for command in commands {
        match command {
            SearchCommand::Search(request) => pool.search(*request),
            SearchCommand::Do(work) => work(),
            SearchCommand::NewGame => {
                pool.node_clock = NodeClock::default();
                pool.forget();
            }
            SearchCommand::Network(network) => {
                pool.network = network;
                pool.forget();
            }
            SearchCommand::Tablebase(tablebase) => pool.tablebase = tablebase,
            SearchCommand::ClearHash => pool.tt.clear(pool.helpers.len() + 1),
            SearchCommand::Hash(mebibytes, done) => done(pool.resize(mebibytes)),
            SearchCommand::Threads(threads, done) => done(pool.set_threads(threads)),
            SearchCommand::Sync(reply) => drop(reply.send(())),
        }
    }
}

/// The search thread's own data, its helpers, and what all share.
struct Pool {
    tt: Arc<TranspositionTable>,
    network: Arc<NamedNetwork>,
    tablebase: Arc<Tablebase>,
    data: ThreadData,
    helpers: Vec<Helper>,
    node_clock: NodeClock,
}

impl Pool {
    fn search(&mut self, request: Request) {
        let Request { game, start, control, move_overhead, tb, skill, reporter, .. } = request;
        let (mut limits, mut multi_pv) = (request.limits, request.multi_pv);
        if let Some(skill) = &skill {
            limits = skill.limit(limits);
            multi_pv = multi_pv.max(skill.lines());
        }
        let us = game.position().turn();
        self.node_clock.replace(&mut limits, us);
        let threads = self.helpers.len() + 1;
        let job = Job::new(game, limits, multi_pv, move_overhead, threads).since(start);
        let job = Arc::new(job.with_tablebase(Arc::clone(&self.tablebase), tb));
        // Helpers make the few nodes of a limited strength worth less, and where time is short,
        // waking them and waiting for them costs more than they find.
        let is_scant = job.budget.is_some_and(Budget::is_scant) && !control.is_pondering();
        let helpers = if skill.is_some() || is_scant { &[] } else { &self.helpers[..] };
        let reporter = &*reporter;
        self.tt.new_search();
        for (index, helper) in helpers.iter().enumerate() {
            helper.send(Task::Search(Errand {
                job: Arc::clone(&job),
                control: Arc::clone(&control),
                tt: Arc::clone(&self.tt),
                thread: index + 1,
            }));
        }

        let main = catch_unwind(AssertUnwindSafe(|| {
            let mut search =
                Search::new(&job, &control, &self.tt, &mut self.data, Some(reporter), 0);
            search.iterate();
            // A finished search may have to wait for permission to answer.
            while (job.limits.is_endless() || control.is_pondering()) && !control.is_stopped() {
                thread::sleep(WAIT);
            }
            control.halt();
            let others = helpers.iter().filter_map(Helper::result).collect();
            self.node_clock.charge(&job.limits, us, search.total_nodes());
            search.conclude(others, skill.as_ref())
        }));
        let best = main.unwrap_or_else(|_| {
            // The panic's own message is on stderr; here the game goes on.
            reporter.message("the search panicked; playing the first legal move");
            control.halt();
            for helper in helpers {
                helper.result();
            }
            self.data = ThreadData::with_network(Arc::clone(&self.network));
            job.root_moves().into_iter().next()
        });
        match best {
            Some(best) => {
                let ponder = best.pv.get(1).copied().or_else(|| self.ponder_move(&job, &best));
                reporter.best_move(Some(best.first()), ponder);
            }
            None => reporter.best_move(None, None),
        }
    }

    /// A move to ponder on from the table, where the line has only one move.
    fn ponder_move(&self, job: &Job, best: &RootMove) -> Option<Move> {
        let child = job.game.position().play(best.first(), |_| ());
        self.tt.probe(child.tt_key())?.best.and_then(|packed| child.unpack(packed))
    }

    fn forget(&mut self) {
        self.tt.clear(self.helpers.len() + 1);
        self.data.forget(&self.network);
        for helper in &self.helpers {
            helper.send(Task::Forget(Arc::clone(&self.network)));
        }
    }

    fn resize(&mut self, mebibytes: usize) -> Result<(), String> {
        match TranspositionTable::new(mebibytes) {
            Ok(tt) => {
                self.tt = Arc::new(tt);
                Ok(())
            }
            Err(error) => Err(format!(
                "cannot allocate {mebibytes} MiB for the hash: {error}; keeping {} MiB",
                self.tt.mebibytes()
            )),
        }
    }

    fn set_threads(&mut self, threads: usize) -> Result<(), String> {
        self.helpers.truncate(threads.saturating_sub(1));
        while self.helpers.len() + 1 < threads {
            match Helper::spawn(Arc::clone(&self.network)) {
                Ok(helper) => self.helpers.push(helper),
                Err(error) => {
                    let running = self.helpers.len() + 1;
                    return Err(format!("only {running} threads could be started: {error}"));
                }
            }
        }
        Ok(())
    }
}

/// One search for one helper.
struct Errand {
    job: Arc<Job>,
    control: Arc<Control>,
    tt: Arc<TranspositionTable>,
    thread: usize,
}

enum Task {
    Search(Errand),
    /// Forget everything, and evaluate with this network.
    Forget(Arc<NamedNetwork>),
}

/// A persistent helper thread. It ends when dropped.
struct Helper {
    tasks: Option<Sender<Task>>,
    results: Receiver<Option<ThreadResult>>,
    thread: Option<JoinHandle<()>>,
}

impl Helper {
    fn spawn(mut network: Arc<NamedNetwork>) -> io::Result<Helper> {
        let (tasks, inbox) = unbounded::<Task>();
        let (outbox, results) = unbounded();
        let thread = thread::Builder::new().name("helper".into()).stack_size(STACK_SIZE).spawn(
            move || {
                let mut data = ThreadData::with_network(Arc::clone(&network));
                for task in inbox {
                    match task {
                        Task::Search(errand) => {
                            let result = catch_unwind(AssertUnwindSafe(|| {
                                let Errand { job, control, tt, thread } = &errand;
                                let mut search =
                                    Search::new(job, control, tt, &mut data, None, *thread);
                                search.iterate();
                                search.result()
                            }));
                            // A helper that panicked says nothing: the main thread decides alone.
                            let result = result.unwrap_or_else(|_| {
                                data = ThreadData::with_network(Arc::clone(&network));
                                None
                            });
                            drop(outbox.send(result));
                        }
                        Task::Forget(new) => {
                            network = new;
                            data.forget(&network);
                        }
                    }
                }
            },
        )?;
        Ok(Helper { tasks: Some(tasks), results, thread: Some(thread) })
    }

    fn send(&self, task: Task) {
        if let Some(tasks) = &self.tasks {
            // A helper that is gone is missed when its result is asked for.
            drop(tasks.send(task));
        }
    }

    /// What the helper's search found; waits for its end.
    fn result(&self) -> Option<ThreadResult> {
        self.results.recv().ok().flatten()
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

/// What one thread's search found.
pub struct ThreadResult {
    best: RootMove,
    score: Score,
    depth: i32,
}

impl Search<'_> {
    fn result(&self) -> Option<ThreadResult> {
        let best = self.root_moves.first()?.clone();
        let score = best.known_score()?;
        Some(ThreadResult { best, score, depth: self.completed_depth })
    }

    /// Chooses the line to play among those of all threads, or with a skill, and tells it where
    /// that is news. `None` where there is no legal move.
    fn conclude(&mut self, others: Vec<ThreadResult>, skill: Option<&Skill>) -> Option<RootMove> {
        self.report_failure();
        if let Some(skill) = skill
            && !self.root_moves.is_empty()
        {
            return Some(self.choose(skill));
        }
        if self.root_moves.is_empty() {
            self.report_game_over();
            return None;
        }
        let limits = &self.job.limits;
        let may_vote = self.job.multi_pv == 1 && limits.depth.is_none() && limits.mate.is_none();
        let mut results: Vec<ThreadResult> = self.result().into_iter().chain(others).collect();
        match vote(&results) {
            Some(index) if index > 0 && may_vote => {
                let ThreadResult { mut best, depth, .. } = results.swap_remove(index);
                self.report_line(&mut best, depth, 1);
                Some(best)
            }
            _ => {
                if self.completed_depth < self.root_depth {
                    self.report(self.job.multi_pv);
                }
                self.root_moves.first().cloned()
            }
        }
    }
}

/// The index of the result to trust: each thread votes for its move with a weight that grows with
/// score and depth; a proven win outvotes all (Stockfish's `get_best_thread`).
fn vote(results: &[ThreadResult]) -> Option<usize> {
    let lowest = results.iter().map(|result| result.score).min()?;
    let weight =
        |result: &ThreadResult| i64::from(result.score - lowest + 28) * i64::from(result.depth);
    let votes = |m: Move| -> i64 {
        results.iter().filter(|result| result.best.first() == m).map(weight).sum()
    };
    (0..results.len()).rev().max_by_key(|&index| {
        let result = &results[index];
        let proven = if is_decisive(result.score) { result.score } else { 0 };
        (proven, votes(result.best.first()), weight(result))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{position::Position, score::MATE};

    fn result(m: &str, score: Score, depth: i32) -> ThreadResult {
        let m = Position::startpos().parse_uci(m).unwrap();
        let best = RootMove { score, ..RootMove::new(m) };
        ThreadResult { best, score, depth }
    }

    #[test]
    fn the_vote_follows_score_depth_and_majority() {
        for (results, expected) in [
            (vec![result("e2e4", 20, 10)], 0),
            (vec![result("e2e4", 20, 10), result("e2e4", 20, 10)], 0),
            (vec![result("e2e4", 20, 10), result("d2d4", 120, 11)], 1),
            (vec![result("e2e4", 120, 10), result("d2d4", 40, 10), result("d2d4", 40, 10)], 0),
            (vec![result("e2e4", 40, 10), result("d2d4", 40, 10), result("d2d4", 40, 9)], 1),
            (vec![result("e2e4", 1800, 30), result("d2d4", MATE - 9, 3)], 1),
            (vec![result("e2e4", 9 - MATE, 30), result("d2d4", -1000, 3)], 1),
        ] {
            assert_eq!(vote(&results), Some(expected));
        }
        assert_eq!(vote(&[]), None);
    }
}
