//! The engine without a protocol: options and commands in, reports out (Stockfish's `Engine`).

use std::{
    io,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread::JoinHandle,
};

use crossbeam_channel::{Sender, unbounded};
use shakmaty::Move;

use super::{
    limits::Control,
    report::{Info, Reporter},
    threads::{
        command::{Done, SearchCommand, SearchRequest},
        inbox::CommandSender,
        pool,
    },
};
use crate::{eval::nnue::NamedNetwork, tablebase::Tablebase};

/// A search thread with its helpers.
///
/// Methods return at once, unless they wait by name. The search thread carries the commands out in
/// order, so options set during a search take effect after it. The thread ends when the engine is
/// dropped.
pub struct Engine {
    commands: CommandSender<SearchCommand>,
    thread: JoinHandle<()>,
    /// Searches sent and perhaps not finished, oldest first.
    searches: Mutex<Vec<SentSearch>>,
}

struct SentSearch {
    control: Arc<Control>,
    is_bounded: bool,
}

impl Engine {
    /// Starts the search thread, with one thread and a transposition table of
    /// [`DEFAULT_HASH`](super::DEFAULT_HASH) MiB.
    ///
    /// # Errors
    ///
    /// The system refuses the thread.
    pub fn start() -> io::Result<Engine> {
        let (commands, thread) = pool::spawn()?;
        Ok(Engine { commands, thread, searches: Mutex::default() })
    }

    /// Uses a transposition table of this many MiB. On failure the old one is kept.
    pub fn set_hash(&self, mebibytes: usize, done: Done) {
        self.send(SearchCommand::Hash(mebibytes, done));
    }

    /// Searches with this many threads. On failure as many run as could be started.
    pub fn set_threads(&self, threads: usize, done: Done) {
        self.send(SearchCommand::Threads(threads, done));
    }

    /// Evaluates with this network. Clears the transposition table and the histories.
    pub fn set_network(&self, network: Arc<NamedNetwork>) {
        self.send(SearchCommand::Network(network));
    }

    /// Probes these tablebases.
    pub fn set_tablebase(&self, tablebase: Arc<Tablebase>) {
        self.send(SearchCommand::Tablebase(tablebase));
    }

    /// Clears the transposition table and the histories: the next position is of another game.
    pub fn new_game(&self) {
        self.send(SearchCommand::NewGame);
    }

    /// Clears the transposition table.
    pub fn clear_hash(&self) {
        self.send(SearchCommand::ClearHash);
    }

    /// Searches after the commands sent before, and reports to `reporter`. The best move comes last,
    /// and then the reporter is dropped.
    pub fn go(&self, request: SearchRequest, reporter: Box<dyn Reporter>) {
        let control = Arc::new(Control::new(request.stop.clone(), request.ponder));
        let is_bounded = request.limits.is_bounded();
        self.unfinished().push(SentSearch { control: Arc::clone(&control), is_bounded });
        self.send(SearchCommand::Search { request: Box::new(request), control, reporter });
    }

    /// Searches to the end. Calls `on_info` with each line of analysis, on the calling thread.
    /// Returns the best move, `None` if there is no legal one.
    pub fn search(&self, request: SearchRequest, mut on_info: impl FnMut(&Info)) -> Option<Move> {
        let (sender, reports) = unbounded();
        self.go(request, Box::new(ReportSender(sender)));
        let mut best = None;
        // Ends when the search thread drops the reporter.
        for report in reports {
            match report {
                Report::Line(info) => on_info(&info),
                Report::BestMove(m) => best = m,
            }
        }
        best
    }

    /// Stops all searches. Returns false if none was running, or all were asked to stop before.
    pub fn stop(&self) -> bool {
        self.unfinished().iter().filter(|search| search.control.stop()).count() > 0
    }

    /// Stops the searches that need a clock or a `stop` to end.
    pub fn stop_unbounded(&self) {
        for SentSearch { control, is_bounded } in self.unfinished().iter() {
            if !is_bounded || control.is_pondering() {
                control.stop();
            }
        }
    }

    /// The pondered move was played: the clocks of pondering searches run.
    pub fn ponder_hit(&self) {
        self.unfinished().iter().for_each(|search| search.control.ponder_hit());
    }

    /// Returns true while a search has not reported its best move.
    pub fn is_searching(&self) -> bool {
        !self.unfinished().is_empty()
    }

    /// Waits until the search thread has carried out all commands sent before.
    pub fn wait(&self) {
        let (reply, done) = unbounded();
        self.send(SearchCommand::Sync(reply));
        // An error means that the search thread has ended, and the process with it.
        done.recv().ok();
    }

    /// Stops all searches, waits for their best moves and ends the search thread.
    pub fn quit(self) {
        self.stop();
        let Engine { commands, thread, .. } = self;
        drop(commands);
        if thread.join().is_err() {
            log::error!("the search thread panicked");
        }
    }

    fn unfinished(&self) -> MutexGuard<'_, Vec<SentSearch>> {
        let mut searches = self.searches.lock().unwrap_or_else(PoisonError::into_inner);
        searches.retain(|search| !search.control.is_finished());
        searches
    }

    fn send(&self, command: SearchCommand) {
        if self.commands.send(command).is_err() {
            log::error!("the search thread has ended");
        }
    }
}

/// What a thread that waits for a search is sent.
enum Report {
    Line(Info),
    BestMove(Option<Move>),
}

/// Sends the reports of a search to the thread that waits for it, which receives until the end.
struct ReportSender(Sender<Report>);

impl Reporter for ReportSender {
    fn info(&mut self, info: Info) {
        self.0.send(Report::Line(info)).ok();
    }

    fn message(&mut self, text: &str) {
        log::warn!("{text}");
    }

    fn best_move(&mut self, best: Option<Move>, _ponder: Option<Move>) {
        self.0.send(Report::BestMove(best)).ok();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        chess::{Game, Position},
        platform::StopSignal,
        search::Limits,
    };

    /// Reports the name of a search with each message and move.
    struct Named(&'static str, Sender<(&'static str, Option<Move>)>);

    impl Reporter for Named {
        fn info(&mut self, _info: Info) {}

        fn message(&mut self, _text: &str) {}

        fn book_move(&mut self, m: Move) {
            self.1.send(("book", Some(m))).unwrap();
        }

        fn best_move(&mut self, best: Option<Move>, _ponder: Option<Move>) {
            self.1.send((self.0, best)).unwrap();
        }
    }

    fn request(limits: Limits) -> SearchRequest {
        SearchRequest::new(Game::default(), limits)
    }

    #[test]
    fn a_book_move_follows_the_best_move_of_the_search_before() {
        let engine = Engine::start().unwrap();
        let (reports, received) = unbounded();
        let m = Position::startpos().parse_uci("e2e4").unwrap();
        let endless = Limits { infinite: true, ..Limits::default() };
        engine.go(request(endless), Box::new(Named("search", reports.clone())));
        let book = SearchRequest { book_move: Some(m), ..request(Limits::default()) };
        engine.go(book, Box::new(Named("reply", reports)));
        assert!(received.try_recv().is_err() && engine.is_searching());
        assert!(engine.stop() && !engine.stop());
        let received: Vec<(&str, Option<Move>)> = received.iter().collect();
        let names: Vec<&str> = received.iter().map(|&(name, _)| name).collect();
        assert_eq!(names, ["search", "book", "reply"]);
        assert_eq!(received[1..], [("book", Some(m)), ("reply", Some(m))]);
        assert!(!engine.is_searching());
        engine.quit();
    }

    #[test]
    fn a_stop_signal_ends_an_endless_search() {
        let engine = Engine::start().unwrap();
        let stop = StopSignal::default();
        let mut depth = 0;
        let request = SearchRequest { stop: stop.clone(), ..request(Limits::default()) };
        let best = engine.search(request, |info| {
            depth = info.line.depth;
            if depth == 3 {
                stop.request();
            }
        });
        assert!(best.is_some() && depth >= 3);
    }

    #[test]
    fn only_searches_that_do_not_end_by_themselves_are_stopped() {
        let engine = Engine::start().unwrap();
        let (reports, received) = unbounded();
        let deep = Limits { depth: Some(6), ..Limits::default() };
        engine.go(request(Limits::default()), Box::new(Named("endless", reports.clone())));
        let ponder = SearchRequest { ponder: true, ..request(deep.clone()) };
        engine.go(ponder, Box::new(Named("ponder", reports.clone())));
        let (sender, bounded) = unbounded();
        engine.go(request(deep), Box::new(ReportSender(sender)));
        engine.stop_unbounded();
        let bounded: Vec<Report> = bounded.iter().collect();
        let [.., Report::Line(last), Report::BestMove(Some(_))] = &bounded[..] else {
            panic!("{} reports", bounded.len());
        };
        assert_eq!(last.line.depth, 6);
        drop(reports);
        let names: Vec<&str> = received.iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["endless", "ponder"]);
    }
}
