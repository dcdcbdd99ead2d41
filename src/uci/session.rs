//! One conversation with a GUI.

use std::{
    io,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::JoinHandle,
    time::Instant,
};

use crossbeam_channel::unbounded;
use shakmaty::{CastlingMode, uci::UciMove};

use super::{
    background::Background,
    command::{UciCommand, parse},
    d_command,
    eval_command::explain,
    go::Go,
    help, options,
    options::{Effect, Options},
    output::Output,
    own_book::OwnBook,
    record::GameRecord,
    reporter::{ReportContext, ReporterFactory},
};
use crate::{
    chess::perft,
    display::{TermStyle, no_legal_move},
    eval::{
        nnue,
        nnue::{NamedNetwork, simd},
    },
    platform::files,
    search,
    search::{Control, Limits, Reporter, Request, Skill},
    tablebase::Tablebase,
    tools::{bench, genfens::GenFens},
    uci::{AUTHOR, NAME},
};

/// Where `export_net` writes to until told otherwise.
const EXPORT: &str = "brudno.nnue";

/// Whether the conversation goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// It does.
    Continue,
    /// The engine was asked to end.
    Quit,
}

/// The protocol's side of a conversation: the current game, the options, and what it knows about
/// the searches that it has sent to the search thread.
pub struct Session {
    output: Output,
    create_reporter: ReporterFactory,
    options: Options,
    record: GameRecord,
    network: Arc<NamedNetwork>,
    book: OwnBook,
    debug: bool,
    commands: search::CommandSender<search::SearchCommand>,
    search_thread: JoinHandle<()>,
    /// Searches sent and perhaps not finished, oldest first.
    searches: Vec<Outstanding>,
    background: Background,
}

struct Outstanding {
    control: Arc<Control>,
    finished: Arc<AtomicBool>,
    is_bounded: bool,
}

impl Session {
    /// Starts a search thread and prints to `output`, the results of searches as the reporters of
    /// `create_reporter` do.
    ///
    /// # Errors
    ///
    /// The system has no thread to give.
    pub fn start(output: Output, create_reporter: ReporterFactory) -> io::Result<Session> {
        let (commands, search_thread) = search::spawn()?;
        let network = nnue::embedded();
        let (name, path) = (&network.name, simd::Backend::best().name());
        let (threads, hash) = (options::THREADS, options::HASH);
        log::info!("{NAME}: network {name} ({path}), {threads} thread, {hash} MiB hash");
        Ok(Session {
            output,
            create_reporter,
            options: Options::default(),
            record: GameRecord::default(),
            network,
            book: OwnBook::default(),
            debug: false,
            commands,
            search_thread,
            searches: Vec::new(),
            background: Background::default(),
        })
    }

    /// Does what a line asks for, or has it done in the background.
    ///
    /// # Errors
    ///
    /// What is wrong with the line, for the person at the keyboard; nothing has changed.
    pub fn line(&mut self, line: &str) -> Result<Flow, String> {
        self.output.log_input(line.trim_end());
        let Some(command) = parse(line)? else { return Ok(Flow::Continue) };
        match command {
            UciCommand::Uci => {
                let options = Options::describe();
                self.output.print(&format!("id name {NAME}\nid author {AUTHOR}\n{options}uciok"));
            }
            UciCommand::Debug(on) => self.debug = on,
            UciCommand::IsReady => self.ready(),
            UciCommand::SetOption { name, value } => self.set_option(&name, value.as_deref())?,
            // There is nothing to register.
            UciCommand::Register => {}
            UciCommand::NewGame => self.send(search::SearchCommand::NewGame),
            UciCommand::Position { fen, moves } => {
                self.record
                    .set(fen, moves, self.options.chess960)
                    .map_err(|error| error.to_string())?;
            }
            UciCommand::Go(go) => self.go(*go),
            UciCommand::Perft(depth) => self.perft(depth)?,
            UciCommand::Stop => self.stop(),
            UciCommand::PonderHit => self.searches.iter().for_each(|s| s.control.ponder_hit()),
            UciCommand::Quit => return Ok(Flow::Quit),
            UciCommand::Display => {
                let position = self.record.game().position();
                let last_move = self.record.last_move();
                self.output.print(&d_command::draw(position, last_move, self.output.style()));
            }
            UciCommand::Eval => {
                let style = self.output.style().unwrap_or(TermStyle::PLAIN);
                self.output.print(&explain(&self.network, self.record.game(), style));
            }
            UciCommand::ExportNetwork(path) => self.export_network(path)?,
            UciCommand::Bench(depth) => self.bench(depth)?,
            UciCommand::GenFens(genfens) => self.genfens(genfens)?,
            UciCommand::Compiler => self.output.print(&d_command::compiler()),
            UciCommand::Help(None) => self.output.print(&help::list(self.output.style())),
            UciCommand::Help(Some(command)) => self
                .output
                .print(&help::explain(&command, self.output.style().unwrap_or(TermStyle::PLAIN))?),
        }
        Ok(Flow::Continue)
    }

    /// Waits until everything asked for so far is done. A search without limits is never done.
    pub fn wait(&mut self) {
        self.sync();
        self.background.wait();
    }

    /// Finishes what ends by itself, as `echo "go depth 12" | brudno` expects: bounded searches,
    /// perft, bench. Stops the other searches: without a GUI no clock matters and no `stop` comes.
    pub fn finish(mut self) {
        for search in &self.searches {
            if !search.is_bounded || search.control.is_pondering() {
                search.control.stop();
            }
        }
        self.wait();
        self.quit();
    }

    /// Stops what runs; false where nothing does, or it was asked to stop before.
    pub fn interrupt(&mut self) -> bool {
        self.forget_finished();
        let running = self.searches.iter().any(|search| !search.control.is_stopped())
            || self.background.is_running();
        self.stop();
        running
    }

    /// Stops everything, and waits for the best move of a search that is under way.
    pub fn quit(mut self) {
        self.stop();
        drop(self.commands);
        if self.search_thread.join().is_err() {
            log::error!("the search thread panicked");
        }
        self.background.wait();
    }

    fn stop(&self) {
        self.searches.iter().for_each(|search| search.control.stop());
        self.background.stop();
    }

    /// During a search the answer comes at once, as UCI demands; otherwise after what the search
    /// thread still has to do, the clearing of a large table for example.
    fn ready(&mut self) {
        self.forget_finished();
        if self.searches.is_empty() {
            self.sync();
        }
        self.output.print("readyok");
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), String> {
        match self.options.set(name, value)? {
            Effect::Stored => {}
            Effect::Hash(mib) => {
                let done = self.report_failure();
                self.send(search::SearchCommand::Hash(mib, done));
            }
            Effect::Threads(threads) => {
                let done = self.report_failure();
                self.send(search::SearchCommand::Threads(threads, done));
            }
            Effect::ClearHash => self.send(search::SearchCommand::ClearHash),
            Effect::EvalFile(path) => self.use_network(path.as_deref())?,
            Effect::SyzygyPath(folders) => self.use_tables(&folders),
            Effect::BookFile(path) => self.output.message(&self.book.replace(path.as_deref())?),
            Effect::DebugLog(path) => self.output.log_to(path.as_deref()).map_err(|error| {
                let path = path.unwrap_or_default();
                format!("cannot log to '{}': {error}", path.display())
            })?,
        }
        log::debug!("option {name} set to {}", value.unwrap_or_default());
        Ok(())
    }

    /// Evaluates with the network in a file, or with the one that is part of the binary.
    fn use_network(&mut self, path: Option<&Path>) -> Result<(), String> {
        let network = match path {
            None => nnue::embedded(),
            Some(path) => Arc::new(NamedNetwork::read(path).map_err(|error| {
                let (path, kept) = (path.display(), &self.network.name);
                format!("cannot use the network '{path}': {error}; keeping {kept}")
            })?),
        };
        self.network = Arc::clone(&network);
        self.output.message(&format!("NNUE evaluation using {}", network.name));
        self.send(search::SearchCommand::Network(network));
        Ok(())
    }

    /// Looks positions up in the endgame tables of these folders.
    fn use_tables(&self, folders: &[PathBuf]) {
        let (tablebase, problems) = Tablebase::open(folders);
        for problem in problems {
            self.output.message(&problem.to_string());
        }
        if !folders.is_empty() {
            self.output.message(&tablebase.summary());
        }
        self.send(search::SearchCommand::Tablebase(Arc::new(tablebase)));
    }

    fn export_network(&self, path: Option<PathBuf>) -> Result<(), String> {
        let path = path.unwrap_or_else(|| PathBuf::from(EXPORT));
        let bytes = self.network.encode().map_err(|error| error.to_string())?;
        // Opening a pipe would wait for its reader.
        files::refuse_special(&path)
            .and_then(|()| files::replace(&path, &bytes))
            .map_err(|error| format!("cannot write '{}': {error}", path.display()))?;
        self.output.message(&format!("wrote {} to '{}'", self.network.name, path.display()));
        Ok(())
    }

    /// Tells what went wrong with a setting once the search thread has tried it.
    fn report_failure(&self) -> search::Done {
        let output = self.output.clone();
        Box::new(move |result| {
            if let Err(why) = result {
                output.message(&why);
            }
        })
    }

    fn go(&mut self, mut go: Go) {
        let start = Instant::now();
        let game = self.record.game().clone();
        // A GUI is told by a search, which may have to wait for its `stop`.
        if self.output.style().is_some()
            && let Some(text) = no_legal_move(game.position())
        {
            return self.output.print(text);
        }
        let is_bounded = go.is_bounded();
        go.choose_moves(game.position());
        if !go.ignored.is_empty() {
            self.output.message(&format!("go: ignored '{}'", go.ignored.join("', '")));
        }
        let mut limits = go.limits;
        limits.nodes_per_millisecond = self.options.nodes_per_millisecond;
        log::debug!("go: {limits:?}{}", if go.ponder { ", pondering" } else { "" });
        if self.debug {
            self.output.message(&format!("searching {}", game.position().fen()));
            self.output.message(&format!("{limits:?}"));
        }
        self.forget_finished();
        let book_move = self.book.choose(&self.options, game.position(), &limits, go.ponder);
        let control = Arc::new(Control::new(go.ponder));
        let finished = Arc::new(AtomicBool::new(false));
        let reporter = self.reporter(Arc::clone(&finished));
        self.searches.push(Outstanding { control: Arc::clone(&control), finished, is_bounded });
        if let Some(m) = book_move {
            let text = format!("book move {}", UciMove::from_move(m, self.castling()));
            self.send(search::SearchCommand::Do(Box::new(move || {
                reporter.message(&text);
                reporter.best_move(Some(m), None);
            })));
            return;
        }
        let skill = self.skill(&limits);
        self.send(search::SearchCommand::Search(Box::new(Request {
            game,
            limits,
            start,
            control,
            multi_pv: self.options.multi_pv,
            time: self.options.time,
            tb: self.options.tb.clone(),
            skill,
            reporter,
        })));
    }

    /// The strength to play at, where it is limited: in a game, not where something is looked for.
    fn skill(&self, limits: &Limits) -> Option<Skill> {
        let plays = !limits.is_endless() && limits.mate.is_none();
        let skill = if self.options.limit_strength {
            Some(Skill::of_elo(self.options.elo))
        } else {
            Skill::of_level(self.options.skill_level)
        };
        skill.filter(|_| plays && !self.options.analyse_mode)
    }

    /// What prints the results of a search of the current position.
    fn reporter(&self, finished: Arc<AtomicBool>) -> Box<dyn Reporter> {
        (self.create_reporter)(ReportContext {
            output: self.output.clone(),
            position: self.record.game().position().clone(),
            castling: self.castling(),
            lines: self.options.multi_pv,
            show_wdl: self.options.show_wdl,
            finished,
        })
    }

    /// The castling notation of the current position.
    fn castling(&self) -> CastlingMode {
        let position = self.record.game().position();
        CastlingMode::from_chess960(self.options.chess960 || position.is_chess960())
    }

    fn perft(&mut self, depth: u32) -> Result<(), String> {
        let depth = perft::Depth::try_from(depth).map_err(|error| error.to_string())?;
        let position = self.record.game().position().clone();
        let castling = self.castling();
        let output = self.output.clone();
        self.background.start("perft", move |control| {
            let Some(leaves) = perft::divide_until(&position, depth, control.stopped()) else {
                return output.message("perft stopped");
            };
            let lines: String = leaves
                .iter()
                .map(|(m, leaves)| format!("{}: {leaves}\n", m.to_uci(castling)))
                .collect();
            let total = perft::total(depth, &leaves);
            output.print(&format!("{lines}\nNodes searched: {total}"));
        })
    }

    fn bench(&mut self, depth: Option<u32>) -> Result<(), String> {
        let output = self.output.clone();
        let depth = depth.unwrap_or(bench::DEFAULT_DEPTH);
        self.background.start("bench", move |control| {
            let print = |line: &str| {
                output.print(line);
                Ok(())
            };
            if let Err(error) = bench::run(depth, control, print) {
                output.message(&format!("bench: {error}"));
            }
        })
    }

    fn genfens(&mut self, genfens: GenFens) -> Result<(), String> {
        let output = self.output.clone();
        self.background.start("genfens", move |control| {
            if let Err(error) = genfens.run(control.stopped(), |line| output.print(line)) {
                output.message(&format!("genfens: {error}"));
            }
        })
    }

    fn forget_finished(&mut self) {
        self.searches.retain(|search| !search.finished.load(Ordering::Acquire));
    }

    /// Waits until the search thread has done everything sent so far.
    fn sync(&self) {
        let (reply, done) = unbounded();
        self.send(search::SearchCommand::Sync(reply));
        // An error means that the search thread has ended, and the process with it.
        done.recv().ok();
    }

    fn send(&self, command: search::SearchCommand) {
        if self.commands.send(command).is_err() {
            log::error!("the search thread has ended");
        }
    }
}
