//! A UCI session: commands in, calls of the engine out.

use std::{
    io,
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::Arc,
    time::Instant,
};

use shakmaty::{CastlingMode, Move};

use super::{
    background::Background,
    bench_commands,
    command::{UciCommand, parse},
    d_command,
    eval_command::explain,
    go::Go,
    help,
    line_error::LineError,
    options,
    options::{Effect, Options},
    output::Output,
    own_book::OwnBook,
    record::GameRecord,
    reporter::ReportContext,
};
use crate::{
    chess::{Game, perft},
    eval::{
        nnue,
        nnue::{NamedNetwork, simd},
    },
    platform::files,
    search::{Done, Engine, Limits, Reporter, SearchRequest, Skill},
    tablebase::Tablebase,
    tools::{bench::BenchSettings, genfens::GenFens, perft::divide, speedtest::SpeedtestSettings},
    uci::{AUTHOR, NAME},
};

/// Default file of `export_net`.
const EXPORT: &str = "brudno.nnue";

/// The state of the protocol: the current game, the options and the engine.
pub struct Session {
    output: Output,
    options: Options,
    record: GameRecord,
    network: Arc<NamedNetwork>,
    book: OwnBook,
    debug: bool,
    engine: Engine,
    background: Background,
    /// Work was asked to stop, and may not have answered.
    is_stopping: bool,
}

impl Session {
    /// Starts an engine, which prints to `output`.
    ///
    /// # Errors
    ///
    /// The system refuses the search thread.
    pub fn start(output: Output) -> io::Result<Session> {
        let engine = Engine::start()?;
        let network = nnue::embedded();
        let (name, path) = (&network.name, simd::Backend::best().name());
        let (threads, hash) = (options::THREADS, options::HASH);
        log::info!("{NAME}: network {name} ({path}), {threads} thread, {hash} MiB hash");
        Ok(Session {
            output,
            options: Options::default(),
            record: GameRecord::default(),
            network,
            book: OwnBook::default(),
            debug: false,
            engine,
            background: Background::default(),
            is_stopping: false,
        })
    }

    /// Runs a line. Long work continues in the background. Returns `Break` for `quit`.
    ///
    /// # Errors
    ///
    /// The line is invalid, or cannot be carried out; nothing has changed.
    pub fn line(&mut self, line: &str) -> Result<ControlFlow<()>, LineError> {
        self.output.log_input(line.trim_end());
        let Some(command) = parse(line)? else { return Ok(ControlFlow::Continue(())) };
        let presentation = self.output.presentation();
        match command {
            UciCommand::Uci => {
                let options = Options::describe();
                self.output.print(&format!("id name {NAME}\nid author {AUTHOR}\n{options}uciok"));
            }
            UciCommand::Debug(on) => self.debug = on,
            UciCommand::IsReady => self.ready(),
            UciCommand::SetOption { name, value } => self.set_option(&name, value.as_deref())?,
            // Nothing needs a registration.
            UciCommand::Register => {}
            UciCommand::NewGame => self.engine.new_game(),
            UciCommand::Position { fen, moves } => {
                if let Some(remark) = self.record.set(fen, moves, self.options.chess960)? {
                    self.output.message(&format!("position: {remark}"));
                }
            }
            UciCommand::Go(go) => self.go(*go),
            UciCommand::Perft(depth) => self.perft(depth)?,
            UciCommand::Stop => {
                self.interrupt();
            }
            UciCommand::PonderHit => self.engine.ponder_hit(),
            UciCommand::Quit => return Ok(ControlFlow::Break(())),
            UciCommand::Display => {
                let (position, last_move) = (self.record.game().position(), self.last_move());
                self.output.print(&presentation.position(position, last_move));
            }
            UciCommand::Eval => {
                self.output.print(&explain(&self.network, self.record.game(), presentation));
            }
            UciCommand::ExportNetwork(path) => self.export_network(path)?,
            UciCommand::Bench(settings) => self.bench(settings)?,
            UciCommand::Speedtest(settings) => self.speedtest(settings)?,
            UciCommand::Flip => self.record.flip(),
            UciCommand::GenFens(genfens) => self.genfens(genfens)?,
            UciCommand::Compiler => self.output.print(&d_command::compiler()),
            UciCommand::Help(None) => self.output.print(&presentation.help()),
            UciCommand::Help(Some(command)) => {
                self.output.print(&help::explain(&command, presentation)?);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Returns the current game.
    pub const fn game(&self) -> &Game {
        self.record.game()
    }

    /// Plays legal moves on the board.
    pub fn play(&mut self, moves: &[Move]) {
        self.record.play(moves);
    }

    /// Replaces the game by another one, from its start position.
    pub fn replace_game(&mut self, start: &Game, moves: &[Move]) {
        self.record.replace(start, moves, self.options.chess960);
    }

    /// Returns the last move of the current game, `None` at its start.
    pub const fn last_move(&self) -> Option<Move> {
        self.record.last_move()
    }

    /// Waits until all work is done. A search without limits is never done.
    pub fn wait(&mut self) {
        self.engine.wait();
        self.background.wait();
    }

    /// Finishes bounded searches, perft, bench and speedtest, as `echo "go depth 12" | brudno`
    /// expects. Stops other searches: at the end of the input no `stop` can come.
    pub fn finish(mut self) {
        self.engine.stop_unbounded();
        self.wait();
        self.quit();
    }

    /// Stops searches and background work. Returns false if nothing was running, or all was asked
    /// to stop before.
    pub fn interrupt(&mut self) -> bool {
        let stopped = [self.engine.stop(), self.background.stop()].contains(&true);
        self.is_stopping |= stopped;
        stopped
    }

    /// Waits for the answers of work that was asked to stop, if there is any.
    pub fn wait_for_stopped(&mut self) {
        if std::mem::take(&mut self.is_stopping) {
            self.wait();
        }
    }

    /// Stops everything, and waits for the best move of a running search.
    pub fn quit(mut self) {
        self.background.stop();
        self.engine.quit();
        self.background.wait();
    }

    /// Prints `readyok`: at once during a search, as UCI demands; otherwise after the commands
    /// before, such as clearing a large table.
    fn ready(&self) {
        if !self.engine.is_searching() {
            self.engine.wait();
        }
        self.output.print("readyok");
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), LineError> {
        match self.options.set(name, value)? {
            Effect::Stored => {}
            Effect::Hash(mib) => self.engine.set_hash(mib, self.report_failure()),
            Effect::Threads(threads) => self.engine.set_threads(threads, self.report_failure()),
            Effect::ClearHash => self.engine.clear_hash(),
            Effect::EvalFile(path) => self.use_network(path.as_deref())?,
            Effect::SyzygyPath(folders) => self.use_tables(&folders),
            Effect::BookFile(path) => self.output.message(&self.book.replace(path.as_deref())?),
            Effect::DebugLog(path) => self
                .output
                .log_to(path.as_deref())
                .map_err(|error| LineError::Log { path: path.unwrap_or_default(), error })?,
        }
        log::debug!("option {name} set to {}", value.unwrap_or_default());
        Ok(())
    }

    /// Loads the network in a file, or the embedded one.
    fn use_network(&mut self, path: Option<&Path>) -> Result<(), LineError> {
        let network = match path {
            None => nnue::embedded(),
            Some(path) => Arc::new(NamedNetwork::read(path).map_err(|error| {
                let (path, kept) = (path.to_owned(), self.network.name.clone());
                LineError::Network { path, error, kept }
            })?),
        };
        self.network = Arc::clone(&network);
        self.output.message(&format!("NNUE evaluation using {}", network.name));
        self.engine.set_network(network);
        Ok(())
    }

    /// Loads the tablebases in these folders.
    fn use_tables(&self, folders: &[PathBuf]) {
        let (tablebase, problems) = Tablebase::open(folders);
        for problem in problems {
            self.output.message(&problem.to_string());
        }
        if !folders.is_empty() {
            self.output.message(&tablebase.summary());
        }
        self.engine.set_tablebase(Arc::new(tablebase));
    }

    fn export_network(&self, path: Option<PathBuf>) -> Result<(), LineError> {
        let path = path.unwrap_or_else(|| PathBuf::from(EXPORT));
        let bytes = self.network.encode().map_err(LineError::Encode)?;
        // Opening a pipe would block.
        files::refuse_special(&path)
            .and_then(|()| files::replace(&path, &bytes))
            .map_err(|error| LineError::Write { path: path.clone(), error })?;
        self.output.message(&format!("wrote {} to '{}'", self.network.name, path.display()));
        Ok(())
    }

    /// Prints the error of an option that cannot be set.
    fn report_failure(&self) -> Done {
        let output = self.output.clone();
        Box::new(move |result| {
            if let Err(error) = result {
                output.message(&error.to_string());
            }
        })
    }

    fn go(&self, mut go: Go) {
        let start = Instant::now();
        let game = self.record.game().clone();
        if let Some(answer) = self.output.presentation().ended_game(game.position()) {
            return self.output.print(answer);
        }
        go.choose_moves(game.position());
        if let Some(remark) = go.remark() {
            self.output.message(&remark);
        }
        if self.debug {
            let (fen, limits) = (game.position().fen(), go.describe());
            self.output.message(&format!("position {fen}, {limits}"));
        }
        let mut limits = go.limits;
        limits.nodes_per_millisecond = self.options.nodes_per_millisecond;
        log::debug!("go: {limits:?}{}", if go.ponder { ", pondering" } else { "" });
        let request = SearchRequest {
            start,
            ponder: go.ponder,
            book_move: self.book.choose(&self.options, game.position(), &limits, go.ponder),
            multi_pv: self.options.multi_pv,
            time: self.options.time,
            tb: self.options.tb.clone(),
            skill: self.skill(&limits),
            simulates_thinking: self.options.simulate_thinking,
            ..SearchRequest::new(game, limits)
        };
        self.engine.go(request, self.reporter());
    }

    /// Returns the limited strength when playing, `None` in analysis or mate search.
    fn skill(&self, limits: &Limits) -> Option<Skill> {
        let plays = !limits.is_endless() && limits.mate.is_none();
        let skill = if self.options.limit_strength {
            Some(Skill::of_elo(self.options.elo))
        } else {
            Skill::of_level(self.options.skill_level)
        };
        skill.filter(|_| plays && !self.options.analyse_mode)
    }

    /// Creates the reporter of a search of the current position.
    fn reporter(&self) -> Box<dyn Reporter> {
        self.output.presentation().reporter(ReportContext {
            output: self.output.clone(),
            position: self.record.game().position().clone(),
            castling: self.castling(),
            lines: self.options.multi_pv,
            show_wdl: self.options.show_wdl,
        })
    }

    /// Returns the castling notation of the current position.
    fn castling(&self) -> CastlingMode {
        let position = self.record.game().position();
        CastlingMode::from_chess960(self.options.chess960 || position.is_chess960())
    }

    fn perft(&mut self, depth: u32) -> Result<(), LineError> {
        let depth = perft::Depth::try_from(depth)?;
        let position = self.record.game().position().clone();
        let castling = self.castling();
        let output = self.output.clone();
        self.background.start("perft", move |stop| {
            let Some(leaves) = perft::divide_until(&position, depth, stop) else {
                return output.message("perft stopped");
            };
            output.print(&divide(&leaves, perft::total(depth, &leaves), castling));
        })?;
        Ok(())
    }

    fn bench(&mut self, settings: BenchSettings) -> Result<(), LineError> {
        let positions = settings.positions.read(self.record.game().position())?;
        let (network, output) = (Arc::clone(&self.network), self.output.clone());
        self.background.start("bench", move |stop| {
            bench_commands::bench(&settings, &positions, &network, &output, stop);
        })?;
        Ok(())
    }

    fn speedtest(&mut self, settings: SpeedtestSettings) -> Result<(), LineError> {
        let (network, output) = (Arc::clone(&self.network), self.output.clone());
        self.background.start("speedtest", move |stop| {
            bench_commands::speedtest(&settings, &network, &output, stop);
        })?;
        Ok(())
    }

    fn genfens(&mut self, genfens: GenFens) -> Result<(), LineError> {
        let output = self.output.clone();
        self.background.start("genfens", move |stop| {
            if let Err(error) = genfens.run(stop, |line| output.print(line)) {
                output.message(&format!("genfens: {error}"));
            }
        })?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;
    use crate::uci::{UciPresentation, output::tests::Written};

    #[test]
    fn a_stopped_search_answers_before_the_wait_ends() {
        let (sender, written) = mpsc::channel();
        let mut session =
            Session::start(Output::new(Written(sender), &UciPresentation)).expect("it starts");
        let _ = session.line("go infinite").expect("it is valid");
        // Nothing was stopped: no wait for an endless search.
        session.wait_for_stopped();
        assert!(session.interrupt());
        session.wait_for_stopped();
        let text = String::from_utf8(written.try_iter().flatten().collect()).unwrap();
        assert!(text.contains("bestmove "), "{text}");
    }
}
