//! One search by the main thread and its helpers, from the request to the best move.

use std::{
    mem,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    time::Duration,
};

use shakmaty::Move;

use super::{
    command::SearchRequest, pool::ThreadPool, shared_search::SharedSearch, vote::ThreadResult,
};
use crate::{
    chess::SearchMove,
    search::{
        limits::Control,
        node::worker::Worker,
        report::Reporter,
        root::root_move::RootMove,
        skill::{Skill, thinking::thinking_time},
        time::Budget,
        tt::TranspositionTable,
    },
};

impl ThreadPool {
    /// Searches, and reports lines and the best move.
    pub(super) fn search(
        &mut self,
        mut request: SearchRequest,
        control: &Arc<Control>,
        reporter: &mut dyn Reporter,
    ) {
        if let Some(m) = request.book_move {
            reporter.book_move(m);
            report_best_move(control, reporter, Some(m), None);
            return;
        }
        let us = request.game.position().turn();
        let ponders = request.ponder;
        let simulates_thinking = request.simulates_thinking;
        let skill = limit_strength(&mut request);
        self.node_clock.replace(&mut request.limits, us);
        let shared = Arc::new(self.share(request, control));
        let helpers = if skill.is_some() { 0 } else { self.helpers_for(&shared) };
        log_search(&shared, helpers + 1);

        let tt = self.tt.for_search();
        tt.new_search();
        let results = self.helpers.search(helpers, &shared, tt);
        let mut worker = Worker::main(&shared, tt, &mut self.data, Some(&mut *reporter));
        if worker.root.moves.is_empty() {
            worker.report_game_over();
        }
        let searched = catch_unwind(AssertUnwindSafe(|| worker.iterate()));
        control.wait_to_answer(shared.limits.is_endless());
        control.end();
        // Ends when the last helper has ended its search, also by a panic.
        let others: Vec<ThreadResult> = results.iter().collect();
        self.node_clock.charge(&shared.limits, us, worker.total_nodes());
        let concluded = catch_unwind(AssertUnwindSafe(|| {
            conclude(&mut worker, others, skill.as_ref(), ponders)
        }));
        if skill.is_some() && simulates_thinking {
            wait_like_a_person(&worker, control);
        }
        let panicked = searched.is_err() || concluded.is_err();
        // After a panic the root moves are those of the last whole iteration.
        let best =
            concluded.unwrap_or_else(|_| mem::take(&mut worker.root.moves).into_iter().next());
        drop(worker);

        let ponder = best.as_ref().and_then(|best| {
            best.pv.get(1).copied().or_else(|| ponder_from_tt(tt, &shared, best.first()))
        });
        if panicked {
            // The panic's own message is on stderr. The game continues.
            reporter.message("internal error: the search panicked; playing the best move it had");
            self.data.recover();
        }
        report_best_move(control, reporter, best.map(|best| best.first()), ponder);
    }

    /// Creates what the threads of a search share.
    fn share(&self, request: SearchRequest, control: &Arc<Control>) -> SharedSearch {
        let SearchRequest { game, limits, multi_pv, start, time, tb, .. } = request;
        SharedSearch::on_clock(game, limits, start, time)
            .with_threads(self.helpers.len() + 1)
            .with_lines(multi_pv)
            .with_control(Arc::clone(control))
            .with_tablebase(Arc::clone(&self.tablebase), tb)
    }

    /// Returns the number of helpers for a search. If time is short, waking them and waiting for
    /// them costs more than they find.
    fn helpers_for(&self, shared: &SharedSearch) -> usize {
        let is_short = shared.budget.is_some_and(Budget::is_short);
        if is_short && !shared.control.is_pondering() { 0 } else { self.helpers.len() }
    }
}

/// Limits the nodes of a search with a skill, and lets it find the lines that the skill chooses
/// from. Returns the skill in this position.
fn limit_strength(request: &mut SearchRequest) -> Option<Skill> {
    let skill = request.skill?.in_position(request.game.position());
    request.limits = skill.limit(mem::take(&mut request.limits));
    request.multi_pv = request.multi_pv.max(skill.lines());
    Some(skill)
}

/// Chooses the line to play, and reports it unless the last report has it. A GUI may drop the
/// reports from before `ponderhit`, so a search that has pondered always reports it. Returns `None`
/// if there is no legal move.
fn conclude(
    worker: &mut Worker<'_>,
    others: Vec<ThreadResult>,
    skill: Option<&Skill>,
    has_pondered: bool,
) -> Option<RootMove> {
    worker.report_tb_failure();
    let lines = worker.shared.multi_pv;
    if let Some(skill) = skill {
        worker.choose_line(skill, &mut rand::rng());
        worker.report(lines);
    } else if worker.adopt_vote(others) {
        worker.report_end(1);
    } else if has_pondered
        || worker.root.completed_depth < worker.root.depth
        || worker.may_extend_best_line()
    {
        worker.report_end(lines);
    }
    let mut best = worker.root.moves.first()?.clone();
    if !best.reported.is_empty() {
        best.pv.clone_from(&best.reported);
    }
    Some(best)
}

/// Waits as long as a person would think about the chosen line, or until a stop. Only a clock gives
/// a person's time for a move.
fn wait_like_a_person(worker: &Worker<'_>, control: &Control) {
    let shared = worker.shared;
    let has_clock = shared.limits.clock(shared.game.position().turn()).is_some();
    if let Some(budget) = shared.budget.filter(|_| has_clock)
        && shared.limits.nodes_per_millisecond == 0
    {
        let lines = &worker.root.moves;
        let time = thinking_time(&shared.game, lines, budget, &mut rand::rng());
        control.wait_until(shared.start + Duration::from_secs_f64(time / 1000.0));
    }
}

/// Reports the best move. The search counts as finished just before: whoever has read the report
/// finds it so.
fn report_best_move(
    control: &Control,
    reporter: &mut dyn Reporter,
    best: Option<Move>,
    ponder: Option<Move>,
) {
    control.finish();
    reporter.best_move(best, ponder);
}

/// Returns the reply to the best move from the transposition table, for a line of one move.
fn ponder_from_tt(tt: &TranspositionTable, shared: &SharedSearch, best: Move) -> Option<Move> {
    let child = shared.game.position().play(best);
    let packed = tt.probe(child.tt_key())?.best?;
    child.unpack(packed).map(SearchMove::unpack)
}

fn log_search(shared: &SharedSearch, threads: usize) {
    log::debug!("searching {} with {threads} threads", shared.game.position().fen());
    if let Some(Budget { soft, hard }) = shared.budget {
        log::debug!("time: soft limit {soft:.0} ms, hard limit {hard:.0} ms");
    }
}

#[cfg(test)]
mod tests {
    use std::{cmp::Ordering, thread::JoinHandle};

    use crossbeam_channel::{Sender, bounded, unbounded};

    use super::*;
    use crate::{
        chess::{Game, PackedMove, Position, score::Bound},
        platform::StopSignal,
        search::{
            limits::Limits,
            report::Info,
            threads::{
                command::{SearchCommand, SettingError},
                inbox::CommandSender,
                pool::spawn,
                probe::wait_until,
            },
            tt::TtEntry,
        },
    };

    #[derive(Debug, PartialEq)]
    enum Said {
        Message(String),
        Best(Option<Move>),
    }

    /// Forwards the reports of a search, and makes it panic.
    struct Saboteur {
        said: Sender<Said>,
        control: Arc<Control>,
        when: When,
    }

    #[derive(Clone, Copy, Debug)]
    enum When {
        Never,
        /// This thread panics in the search after some iterations.
        Searching(usize),
        /// The main thread panics when it reports the last line.
        Concluding,
    }

    impl Reporter for Saboteur {
        fn info(&mut self, info: Info) {
            match self.when {
                When::Searching(thread) if info.line.depth == 3 => {
                    self.control.probe.make_panic(thread);
                    // The main thread panics itself, at its next node.
                    if thread > 0 {
                        wait_until(|| self.control.probe.has_panicked());
                    }
                }
                When::Concluding => {
                    assert!(!self.control.has_ended(), "as the test asked for");
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

    /// Searches to a node limit. Returns all reports, and whether a thread has panicked as it was
    /// to.
    fn search(
        commands: &CommandSender<SearchCommand>,
        game: &Game,
        when: When,
    ) -> (Vec<Said>, bool) {
        let (said, saying) = unbounded();
        let control = Arc::new(Control::new(StopSignal::default(), false));
        let limits = Limits { nodes: Some(30_000), ..Limits::default() };
        let request = Box::new(SearchRequest::new(game.clone(), limits));
        let reporter = Box::new(Saboteur { said, control: Arc::clone(&control), when });
        let search = SearchCommand::Search { request, control: Arc::clone(&control), reporter };
        commands.send(search).unwrap();
        (saying.iter().collect(), control.probe.has_panicked())
    }

    /// Starts a thread pool with this many threads.
    fn pool(threads: usize) -> (CommandSender<SearchCommand>, JoinHandle<()>) {
        let (commands, thread) = spawn().unwrap();
        let done = Box::new(|outcome: Result<(), SettingError>| outcome.unwrap());
        commands.send(SearchCommand::Threads(threads, done)).unwrap();
        (commands, thread)
    }

    #[test]
    fn a_panic_in_any_thread_still_gives_a_best_move() {
        let fen = "rnbqkbnr/pp2pppp/2p5/3p4/3Q4/8/PPP1PPPP/RNB1KBNR w KQkq - 0 1";
        let game = Game::from_fen(fen, false).unwrap();
        for threads in [1, 4] {
            let (commands, thread) = pool(threads);
            for when in
                [When::Searching(0), When::Searching(threads - 1), When::Concluding, When::Never]
            {
                let (said, panicked) = search(&commands, &game, when);
                let is_asked = matches!(when, When::Searching(_));
                assert_eq!(panicked, is_asked, "{threads} threads, {when:?}");
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

    /// Stops a search after an iteration to [`DEPTH`], which begins once the first helper has
    /// searched some nodes.
    struct Stopper {
        control: Arc<Control>,
        helper_nodes: u64,
        end: Sender<u64>,
    }

    const DEPTH: u32 = 6;

    impl Reporter for Stopper {
        fn info(&mut self, info: Info) {
            match info.line.depth.cmp(&DEPTH) {
                Ordering::Less => {
                    let is_reached = || self.control.probe.nodes(1) >= self.helper_nodes;
                    assert!(wait_until(is_reached), "no helper searches");
                }
                Ordering::Equal => {
                    self.control.end();
                    // Sent once: a report of the end may follow.
                    self.end.try_send(info.nodes).ok();
                }
                Ordering::Greater => {}
            }
        }

        fn message(&mut self, _text: &str) {}

        fn best_move(&mut self, _best: Option<Move>, _ponder: Option<Move>) {}
    }

    #[test]
    fn two_threads_search_more_nodes_than_one() {
        // Returns the nodes of all threads at the end of the iteration. With a node limit a thread
        // notes its nodes at each of them. The helper has no limit of depth: it goes on until the
        // end.
        let nodes = |threads, helper_nodes| {
            let (commands, thread) = pool(threads);
            let (end, ended) = bounded(1);
            let control = Arc::new(Control::default());
            let limits = Limits { nodes: Some(u64::MAX), ..Limits::default() };
            let request = Box::new(SearchRequest::new(Game::default(), limits));
            let reporter = Box::new(Stopper { control: Arc::clone(&control), helper_nodes, end });
            commands.send(SearchCommand::Search { request, control, reporter }).unwrap();
            let nodes = ended.recv().unwrap();
            drop(commands);
            thread.join().unwrap();
            nodes
        };
        let alone = nodes(1, 0);
        assert!(nodes(2, 3 * alone + 2_048) > 3 * alone);
    }

    #[test]
    fn the_move_to_ponder_on_comes_from_the_table_where_the_line_is_short() {
        let tt = TranspositionTable::new(1).unwrap();
        let shared = SharedSearch::new(Game::default(), Limits::default());
        let start = Position::startpos();
        let best = RootMove::new(start.parse_uci("e2e4").unwrap());
        assert_eq!(ponder_from_tt(&tt, &shared, best.first()), None);
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
        assert_eq!(ponder_from_tt(&tt, &shared, best.first()), Some(reply));
        // A move of another position under the same key.
        tt.store(child.tt_key(), entry(best.first()));
        assert_eq!(ponder_from_tt(&tt, &shared, best.first()), None);
    }
}
