//! The search thread: it does the protocol's commands in turn, with its helpers.

use std::{
    io, mem,
    panic::{AssertUnwindSafe, catch_unwind},
    process,
    sync::Arc,
    thread::{self, JoinHandle},
    time::Duration,
};

use crossbeam_channel::{TryRecvError, unbounded};
use shakmaty::Move;

use super::{
    command::{SearchCommand, SearchRequest, SettingError},
    helper::Helpers,
    inbox::{CommandSender, Inbox},
    node_clock::NodeClock,
    shared_table::SharedTable,
    vote::ThreadResult,
};
use crate::{
    chess::SearchMove,
    eval::{nnue, nnue::NamedNetwork},
    search::{
        core::{
            job::Job,
            root_move::RootMove,
            thread_data::{STACK_SIZE, ThreadData},
            worker,
            worker::Search,
        },
        limits::Control,
        report::Reporter,
        time::Budget,
        tt::TranspositionTable,
    },
    tablebase::Tablebase,
};

/// Size of the transposition table until told otherwise, MiB.
pub const DEFAULT_HASH: usize = 16;
/// How often a finished search that must not answer yet looks whether it may.
const WAIT: Duration = Duration::from_millis(1);

/// Starts the search thread. It runs until all senders are gone.
///
/// # Errors
///
/// The system's, where it refuses the thread.
pub fn spawn() -> io::Result<(CommandSender<SearchCommand>, JoinHandle<()>)> {
    let (commands, inbox) = unbounded();
    let inbox = Inbox::new(inbox);
    let thread =
        thread::Builder::new().name("search".into()).stack_size(STACK_SIZE).spawn(move || {
            // Whoever waits for an answer would wait forever; a dead engine they understand.
            if catch_unwind(AssertUnwindSafe(|| Pool::new().run(&inbox))).is_err() {
                process::exit(1);
            }
        })?;
    Ok((CommandSender::new(commands, thread.thread().clone()), thread))
}

/// The search thread's own data, its helpers, and what all share.
struct Pool {
    table: SharedTable,
    network: Arc<NamedNetwork>,
    tablebase: Arc<Tablebase>,
    data: ThreadData,
    helpers: Helpers,
    node_clock: NodeClock,
}

impl Pool {
    fn new() -> Pool {
        // A few MiB: without them nothing else on the machine runs either.
        let table = SharedTable::new(DEFAULT_HASH);
        let network = nnue::embedded();
        worker::prepare();
        Pool {
            table: table.expect("memory for the default transposition table"),
            data: ThreadData::new(),
            network,
            tablebase: Arc::default(),
            helpers: Helpers::default(),
            node_clock: NodeClock::default(),
        }
    }

    fn run(&mut self, commands: &Inbox<SearchCommand>) {
        while let Some(command) = self.next(commands) {
            match command {
                SearchCommand::Search { request, control, mut reporter, reply } => {
                    let best = self.search(*request, &control, &mut *reporter);
                    drop(reporter);
                    // Nobody waits for the move in the protocol, which reads the report.
                    reply.send(best).ok();
                }
                SearchCommand::NewGame => {
                    self.node_clock = NodeClock::default();
                    self.forget();
                }
                SearchCommand::Network(network) => {
                    self.network = network;
                    self.forget();
                }
                SearchCommand::Tablebase(tablebase) => self.tablebase = tablebase,
                SearchCommand::ClearHash => self.table.clear(&self.helpers),
                SearchCommand::Hash(mebibytes, done) => done(self.resize(mebibytes)),
                SearchCommand::Threads(threads, done) => done(self.set_threads(threads)),
                SearchCommand::Sync(reply) => {
                    self.table.touch_rest(&self.helpers);
                    reply.send(()).ok();
                }
            }
        }
    }

    /// Waits for a command. Meanwhile the memory of a new table is committed, piece by piece, since a
    /// search may be asked for at any time.
    fn next(&mut self, commands: &Inbox<SearchCommand>) -> Option<SearchCommand> {
        while !self.table.is_touched() {
            match commands.try_recv() {
                Err(TryRecvError::Empty) => self.table.touch_some(&self.helpers),
                command => return command.ok(),
            }
        }
        commands.recv()
    }

    /// Searches and reports. Returns the best move.
    fn search(
        &mut self,
        request: SearchRequest,
        control: &Arc<Control>,
        reporter: &mut dyn Reporter,
    ) -> Option<Move> {
        let SearchRequest { game, start, time, tb, skill, book_move, .. } = request;
        if let Some(m) = book_move {
            control.finish();
            reporter.book_move(m);
            reporter.best_move(Some(m), None);
            return Some(m);
        }
        let (mut limits, mut multi_pv) = (request.limits, request.multi_pv);
        let skill = skill.map(|skill| skill.in_position(game.position()));
        if let Some(skill) = &skill {
            limits = skill.limit(limits);
            multi_pv = multi_pv.max(skill.lines());
        }
        let us = game.position().turn();
        self.node_clock.replace(&mut limits, us);
        let job = Job::new(game, limits)
            .with_threads(self.helpers.len() + 1)
            .with_lines(multi_pv)
            .on_clock(start, time)
            .with_tablebase(Arc::clone(&self.tablebase), tb);
        let job = Arc::new(job);
        // Helpers make the few nodes of a limited strength worth less, and where time is short,
        // waking them and waiting for them costs more than they find.
        let is_short = job.budget.is_some_and(Budget::is_short) && !control.is_pondering();
        let helpers = if skill.is_some() || is_short { 0 } else { self.helpers.len() };
        log_request(&job, helpers + 1);
        let tt = self.table.for_search();
        tt.new_search();
        let results = self.helpers.search(helpers, &job, control, tt);

        let mut search = Search::new(&job, control, tt, &mut self.data, Some(&mut *reporter), 0);
        let searched = catch_unwind(AssertUnwindSafe(|| search.iterate()));
        // A finished search may have to wait for permission to answer.
        while (job.limits.is_endless() || control.is_pondering()) && !control.stop_requested() {
            thread::sleep(WAIT);
        }
        control.halt();
        // Ends when the last helper has ended its search, however it did.
        let others: Vec<ThreadResult> = results.iter().collect();
        self.node_clock.charge(&job.limits, us, search.total_nodes());
        let concluded = catch_unwind(AssertUnwindSafe(|| search.conclude(others, skill.as_ref())));
        let panicked = searched.is_err() || concluded.is_err();
        // The root moves stand as the last whole iteration has left them.
        let best =
            concluded.unwrap_or_else(|_| mem::take(&mut search.root_moves).into_iter().next());
        drop(search);
        if panicked {
            // The panic's own message is on stderr; here the game goes on.
            reporter.message("internal error: the search panicked; playing the best move it had");
            self.data.recover();
        }
        let ponder = best
            .as_ref()
            .and_then(|best| best.pv.get(1).copied().or_else(|| ponder_move(tt, &job, best)));
        let best = best.map(|best| best.first());
        // Before the report: whoever has read it finds the search finished.
        control.finish();
        reporter.best_move(best, ponder);
        best
    }

    fn forget(&mut self) {
        let Pool { table, helpers, data, network, .. } = self;
        table.clear(helpers);
        helpers.forget(network, || data.forget(network));
    }

    fn resize(&mut self, mebibytes: usize) -> Result<(), SettingError> {
        // Neither table is touched before the old one is gone: it takes only its address space.
        match SharedTable::new(mebibytes) {
            Ok(table) => {
                log::info!("transposition table of {mebibytes} MiB");
                self.table = table;
                Ok(())
            }
            Err(error) => {
                Err(SettingError::Hash { mebibytes, kept: self.table.tt().mebibytes(), error })
            }
        }
    }

    fn set_threads(&mut self, threads: usize) -> Result<(), SettingError> {
        self.helpers.set(threads.saturating_sub(1), &self.network).map_err(|error| {
            SettingError::Threads { threads, running: self.helpers.len() + 1, error }
        })?;
        log::info!("searching with {threads} threads");
        Ok(())
    }
}

/// A move to ponder on from the table, where the line has only one move.
fn ponder_move(tt: &TranspositionTable, job: &Job, best: &RootMove) -> Option<Move> {
    let child = job.game.position().play(best.first());
    let packed = tt.probe(child.tt_key())?.best?;
    child.unpack(packed).map(SearchMove::unpack)
}

fn log_request(job: &Job, threads: usize) {
    log::debug!("searching {} with {threads} threads", job.game.position().fen());
    if let Some(Budget { soft, hard }) = job.budget {
        log::debug!("time: soft limit {soft:.0} ms, hard limit {hard:.0} ms");
    }
}

#[cfg(test)]
mod tests {
    use crossbeam_channel::Sender;

    use super::*;
    use crate::{
        chess::{Game, PackedMove, Position, score::Bound},
        platform::StopSignal,
        search::{limits::Limits, report::Info, tt::TtEntry},
    };

    /// What a search says.
    #[derive(Debug, PartialEq)]
    enum Said {
        Message(String),
        Best(Option<Move>),
    }

    /// Passes on what a search says, and breaks it on the way.
    struct Saboteur {
        said: Sender<Said>,
        control: Arc<Control>,
        when: When,
    }

    #[derive(Clone, Copy, Debug)]
    enum When {
        /// Not at all.
        Never,
        /// This thread panics in the search after some iterations.
        Searching(usize),
        /// The main thread panics when it tells the last line.
        Concluding,
    }

    impl Reporter for Saboteur {
        fn info(&mut self, info: Info) {
            match self.when {
                When::Searching(thread) if info.depth == 3 => self.control.make_panic(thread),
                When::Concluding => {
                    assert!(!self.control.is_halted(), "as the test asked for");
                }
                _ => {}
            }
        }

        fn message(&mut self, text: &str) {
            self.said.send(Said::Message(text.to_owned())).unwrap();
        }

        fn best_move(&mut self, best: Option<Move>, _ponder: Option<Move>) {
            self.said.send(Said::Best(best)).unwrap();
        }
    }

    /// Searches to a limit of nodes: all that is said.
    fn search(commands: &CommandSender<SearchCommand>, game: &Game, when: When) -> Vec<Said> {
        let (said, saying) = unbounded();
        let control = Arc::new(Control::new(StopSignal::default(), false));
        let limits = Limits { nodes: Some(30_000), ..Limits::default() };
        let request = Box::new(SearchRequest::new(game.clone(), limits));
        let reporter = Box::new(Saboteur { said, control: Arc::clone(&control), when });
        let (reply, best) = unbounded();
        commands.send(SearchCommand::Search { request, control, reporter, reply }).unwrap();
        let all: Vec<Said> = saying.iter().collect();
        assert_eq!(all.last(), Some(&Said::Best(best.recv().unwrap())));
        all
    }

    #[test]
    fn a_panic_in_any_thread_still_gives_a_best_move() {
        let fen = "rnbqkbnr/pp2pppp/2p5/3p4/3Q4/8/PPP1PPPP/RNB1KBNR w KQkq - 0 1";
        let game = Game::from_fen(fen, false).unwrap();
        for threads in [1, 4] {
            let (commands, thread) = spawn().unwrap();
            let done = Box::new(|outcome: Result<(), SettingError>| outcome.unwrap());
            commands.send(SearchCommand::Threads(threads, done)).unwrap();
            for when in
                [When::Searching(0), When::Searching(threads - 1), When::Concluding, When::Never]
            {
                let said = search(&commands, &game, when);
                let Some((Said::Best(Some(best)), messages)) = said.split_last() else {
                    panic!("{threads} threads, {when:?}: {said:?}");
                };
                assert!(game.position().legal_moves().contains(best));
                let is_main = matches!(when, When::Searching(0) | When::Concluding);
                assert_eq!(messages.len(), usize::from(is_main), "{when:?}: {messages:?}");
            }
            drop(commands);
            thread.join().unwrap();
        }
    }

    #[test]
    fn the_move_to_ponder_on_comes_from_the_table_where_the_line_is_short() {
        let tt = TranspositionTable::new(1).unwrap();
        let job = Job::new(Game::default(), Limits::default());
        let start = Position::startpos();
        let best = RootMove::new(start.parse_uci("e2e4").unwrap());
        assert_eq!(ponder_move(&tt, &job, &best), None);
        let child = start.play(best.first());
        let reply = child.parse_uci("e7e5").unwrap();
        let entry = |m| TtEntry {
            best: Some(PackedMove::new(m)),
            score: 0,
            evaluation: 0,
            depth: 1,
            bound: Some(Bound::Exact),
            pv: true,
        };
        tt.store(child.tt_key(), entry(reply));
        assert_eq!(ponder_move(&tt, &job, &best), Some(reply));
        // A move of another position under the same key.
        tt.store(child.tt_key(), entry(best.first()));
        assert_eq!(ponder_move(&tt, &job, &best), None);
    }
}
