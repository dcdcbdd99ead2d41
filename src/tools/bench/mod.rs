//! Benchmark: searches fixed positions to a fixed depth. Its node count identifies the search; its
//! speed compares machines and builds. Arguments and totals are those of Stockfish's `bench`.

mod positions;
mod settings;

use std::{
    io,
    sync::Arc,
    time::{Duration, Instant},
};

pub use positions::{BenchPosition, PositionSource};
pub use settings::{BenchSettings, BenchWork, DEFAULT_DEPTH, LimitType};
use shakmaty::Move;
use thiserror::Error;

use crate::{
    chess::{Game, perft},
    eval::{Evaluator, nnue::NamedNetwork, wdl::centipawns},
    platform::StopSignal,
    search::{Engine, Limits, SearchRequest, SettingError, set_and_wait},
};

/// A benchmark that cannot run.
#[derive(Debug, Error)]
pub enum BenchError {
    /// The system refuses the search thread.
    #[error(transparent)]
    Start(io::Error),
    /// The system refuses memory or threads.
    #[error(transparent)]
    Setting(SettingError),
    /// The output cannot be written.
    #[error(transparent)]
    Print(io::Error),
}

/// The nodes of a benchmark and their time.
#[derive(Clone, Copy, Debug, Default)]
pub struct Totals {
    /// Nodes searched.
    pub nodes: u64,
    /// Time of the searches.
    pub time: Duration,
}

impl Totals {
    /// Returns the nodes per second.
    pub fn nps(self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-9)) as u64
    }

    /// Returns the line that OpenBench parses: `N nodes M nps`.
    pub fn line(self) -> String {
        format!("{} nodes {} nps", self.nodes, self.nps())
    }

    /// Returns the lines that Stockfish prints on standard error, and fishtest parses there.
    pub fn table(self) -> String {
        // As in Stockfish, never 0.
        let milliseconds = self.time.as_millis() + 1;
        let (nodes, nps) = (self.nodes, self.nps());
        format!(
            "\n===========================\n\
             Total time (ms) : {milliseconds}\n\
             Nodes searched  : {nodes}\n\
             Nodes/second    : {nps}"
        )
    }
}

/// Runs the benchmark on these positions with a new table. Passes a line for each position to
/// `print`. Returns `None` if `stop` ends it early.
///
/// # Errors
///
/// The system refuses memory or threads, or `print` fails.
pub fn run(
    settings: &BenchSettings,
    positions: &[BenchPosition],
    network: &Arc<NamedNetwork>,
    stop: &StopSignal,
    mut print: impl FnMut(&str) -> io::Result<()>,
) -> Result<Option<Totals>, BenchError> {
    let mut runner = Runner::start(settings, network)?;
    let mut totals = Totals::default();
    for (number, BenchPosition { name, game }) in (1..).zip(positions) {
        let begin = Instant::now();
        let Some(done) = runner.run(game, stop) else { return Ok(None) };
        totals.time += begin.elapsed();
        totals.nodes += done.nodes();
        let (count, done) = (positions.len(), done.text(game));
        print(&format!("{number:>2}/{count} {done}  {name}")).map_err(BenchError::Print)?;
    }
    Ok(Some(totals))
}

/// Starts an engine with a table of `hash` MiB that is committed, and `threads` threads.
pub(super) fn start_engine(
    hash: usize,
    threads: usize,
    network: &Arc<NamedNetwork>,
) -> Result<Engine, BenchError> {
    let engine = Engine::start().map_err(BenchError::Start)?;
    set_and_wait(|done| engine.set_threads(threads, done)).map_err(BenchError::Setting)?;
    set_and_wait(|done| engine.set_hash(hash, done)).map_err(BenchError::Setting)?;
    engine.set_network(Arc::clone(network));
    engine.wait();
    Ok(engine)
}

/// What does the work.
enum Runner<'a> {
    Search(Engine, &'a Limits),
    Perft(perft::Depth),
    Evaluation(Box<Evaluator>),
}

/// The work that was done on a position.
enum Done {
    Search {
        nodes: u64,
        best: Option<Move>,
    },
    Perft(u64),
    /// Static evaluation in centipawns, White's view.
    Evaluation(i32),
}

impl<'a> Runner<'a> {
    fn start(
        settings: &'a BenchSettings,
        network: &Arc<NamedNetwork>,
    ) -> Result<Runner<'a>, BenchError> {
        Ok(match &settings.work {
            BenchWork::Search(limits) => {
                Runner::Search(start_engine(settings.hash, settings.threads, network)?, limits)
            }
            BenchWork::Perft(depth) => Runner::Perft(*depth),
            BenchWork::Evaluation => {
                Runner::Evaluation(Box::new(Evaluator::new(Arc::clone(network))))
            }
        })
    }

    /// Works on a position. Returns `None` if `stop` ends it early.
    fn run(&mut self, game: &Game, stop: &StopSignal) -> Option<Done> {
        let done = match self {
            Runner::Search(engine, limits) => {
                let (nodes, best) = search(engine, game, limits, stop);
                Done::Search { nodes, best }
            }
            Runner::Perft(depth) => {
                let leaves = perft::divide_until(game.position(), *depth, stop)?;
                Done::Perft(perft::total(*depth, &leaves))
            }
            Runner::Evaluation(evaluator) => {
                let score = evaluator.evaluate_once(game.position());
                Done::Evaluation(centipawns(game.position().turn().fold_wb(score, -score)))
            }
        };
        (!stop.is_requested()).then_some(done)
    }
}

fn search(engine: &Engine, game: &Game, limits: &Limits, stop: &StopSignal) -> (u64, Option<Move>) {
    let request =
        SearchRequest { stop: stop.clone(), ..SearchRequest::new(game.clone(), limits.clone()) };
    let mut nodes = 0;
    let best = engine.search(request, |info| nodes = info.nodes);
    (nodes, best)
}

impl Done {
    const fn nodes(&self) -> u64 {
        match *self {
            Done::Search { nodes, .. } | Done::Perft(nodes) => nodes,
            Done::Evaluation(_) => 0,
        }
    }

    fn text(&self, game: &Game) -> String {
        match *self {
            Done::Search { nodes, best } => {
                let position = game.position();
                let best = best.map_or_else(
                    || "(none)".to_owned(),
                    |best| position.to_uci(best, position.is_chess960()).to_string(),
                );
                format!("{nodes:>9} nodes {best:>6}")
            }
            Done::Perft(leaves) => format!("{leaves:>9} leaves"),
            Done::Evaluation(centipawns) => format!("{centipawns:>+6} cp"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::nnue;

    /// Runs a benchmark of few positions. Returns its nodes.
    fn nodes(arguments: &str) -> u64 {
        let settings = BenchSettings::parse(arguments).unwrap();
        let positions = settings.positions.read(Game::default().position()).unwrap();
        let network = nnue::embedded();
        let stop = StopSignal::default();
        let few = &positions[..positions.len().min(3)];
        let mut lines = 0;
        let totals = run(&settings, few, &network, &stop, |_| {
            lines += 1;
            Ok(())
        });
        assert_eq!(lines, few.len());
        totals.unwrap().unwrap().nodes
    }

    #[test]
    fn every_limit_ends_the_searches() {
        assert_eq!(nodes("1 1 6"), nodes("1 1 6 default depth"));
        assert_ne!(nodes("1 1 6"), nodes("1 1 7"));
        assert_eq!(nodes("1 1 1000 current nodes"), 1000);
        assert!(nodes("1 2 1000 default nodes") >= 3000);
        assert!(nodes("1 1 20 current movetime") > 0);
        assert_eq!(nodes("1 1 3 current perft"), 8902);
        assert_eq!(nodes("1 1 1 default eval"), 0);
    }

    #[test]
    fn a_stop_leaves_no_totals() {
        let stop = StopSignal::default();
        let settings = BenchSettings::parse("1 1 100 current").unwrap();
        let positions = settings.positions.read(Game::default().position()).unwrap();
        stop.request();
        let totals = run(&settings, &positions, &nnue::embedded(), &stop, |_| Ok(()));
        assert!(totals.unwrap().is_none());
    }

    #[test]
    fn totals_are_in_the_forms_that_tools_parse() {
        let totals = Totals { nodes: 2_003_253, time: Duration::from_millis(2000) };
        assert_eq!(totals.line(), "2003253 nodes 1001626 nps");
        let table = totals.table();
        for line in
            ["Total time (ms) : 2001", "Nodes searched  : 2003253", "Nodes/second    : 1001626"]
        {
            assert!(table.lines().any(|other| other == line), "{table}");
        }
    }
}
