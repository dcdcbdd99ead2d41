//! Speed test: searches the positions of whole games for a fixed time with many threads. Arguments
//! and totals are those of Stockfish's `speedtest`; the games are Brudno's own.

use std::{io, num::NonZero, sync::Arc, thread, time::Instant};

use super::{
    arguments::{ArgumentError, Arguments},
    bench::{BenchError, Totals, start_engine},
};
use crate::{
    chess::Game,
    eval::nnue::NamedNetwork,
    notation::movetext,
    platform::StopSignal,
    search::{Engine, Limits, MAX_HASH, MAX_THREADS, SearchRequest},
};

/// Games of the engine against itself at 40,000 nodes a move.
const GAMES: &str = include_str!("speedtest.pgn");
/// Plies of a game before its first position.
const OPENING: usize = 10;
/// Default transposition table size for each thread, MiB.
const HASH_PER_THREAD: usize = 128;
/// Default duration, seconds.
const SECONDS: u64 = 150;
/// Longest duration, seconds: a day.
pub const MAX_SECONDS: u64 = 86_400;
/// Positions searched before the test.
const WARM_UP: usize = 3;

/// Settings of the speed test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpeedtestSettings {
    /// Search threads.
    pub threads: usize,
    /// Transposition table size, MiB.
    pub hash: usize,
    /// Time of all searches, seconds.
    pub seconds: u64,
    /// The arguments as given.
    given: String,
}

impl SpeedtestSettings {
    /// Parses `[THREADS [HASH [SECONDS]]]`.
    ///
    /// # Errors
    ///
    /// The first argument that cannot be read.
    pub fn parse(arguments: &str) -> Result<SpeedtestSettings, ArgumentError> {
        let mut words = Arguments::new(arguments);
        let threads = words.number("threads", MAX_THREADS as u64)?;
        let hash = words.number("hash", MAX_HASH as u64)?;
        let seconds = words.number("seconds", MAX_SECONDS)?;
        words.end()?;
        Ok(SpeedtestSettings::new(threads, hash, seconds))
    }

    /// Returns the settings with defaults for the missing ones: all processors, 128 MiB for each
    /// thread, and 150 seconds.
    pub fn new(threads: Option<u64>, hash: Option<u64>, seconds: Option<u64>) -> SpeedtestSettings {
        let given = [threads, hash, seconds].into_iter().flatten();
        let given: Vec<String> = given.map(|number| number.to_string()).collect();
        let threads = threads.map_or_else(processors, |threads| threads as usize);
        SpeedtestSettings {
            threads,
            hash: hash.map_or(HASH_PER_THREAD * threads, |hash| hash as usize),
            seconds: seconds.unwrap_or(SECONDS),
            given: given.join(" "),
        }
    }
}

fn processors() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get).min(MAX_THREADS)
}

/// The result of a speed test.
pub struct SpeedReport {
    settings: SpeedtestSettings,
    /// Nodes and time of all searches.
    pub totals: Totals,
    /// Permille of the table that each search has used.
    hashfull: Vec<u32>,
}

impl SpeedReport {
    /// Returns the lines that Stockfish prints on standard error.
    pub fn table(&self) -> String {
        let SpeedtestSettings { threads, hash, seconds, given } = &self.settings;
        let largest = self.hashfull.iter().max().copied().unwrap_or_default();
        let average = self.hashfull.iter().map(|&used| f64::from(used)).sum::<f64>()
            / self.hashfull.len().max(1) as f64;
        let lines = [
            ("Version", concat!("Brudno ", env!("CARGO_PKG_VERSION")).to_owned()),
            ("Compiled by", format!("{} for {}", env!("BRUDNO_RUSTC"), env!("BRUDNO_TARGET"))),
            ("User invocation", format!("speedtest {given}").trim_end().to_owned()),
            ("Filled invocation", format!("speedtest {threads} {hash} {seconds}")),
            ("Available processors", processors().to_string()),
            ("Thread count", threads.to_string()),
            ("TT size [MiB]", hash.to_string()),
            ("Hash max, avg [per mille]", format!("{largest}, {average:.0}")),
            ("Total nodes searched", self.totals.nodes.to_string()),
            ("Total search time [s]", format!("{:.3}", self.totals.time.as_secs_f64())),
            ("Nodes/second", self.totals.nps().to_string()),
        ];
        let lines = lines.map(|(name, value)| format!("\n{name:<27}: {value}"));
        format!("\n==========================={}", lines.concat())
    }
}

/// Searches the positions of all games, `settings.seconds` in total, after a warm-up. Clears the
/// table before each game. Passes a line for each game to `print`. Returns `None` if `stop` ends it
/// early.
///
/// # Errors
///
/// The system refuses memory or threads, or `print` fails.
pub fn run(
    settings: &SpeedtestSettings,
    network: &Arc<NamedNetwork>,
    stop: &StopSignal,
    mut print: impl FnMut(&str) -> io::Result<()>,
) -> Result<Option<SpeedReport>, BenchError> {
    let games = games();
    let schedule = Schedule::of(&games, settings.seconds);
    let engine = start_engine(settings.hash, settings.threads, network)?;
    let mut warm_up = Search { engine: &engine, stop, totals: Totals::default(), hashfull: vec![] };
    for (number, game) in (1..).zip(games.iter().flatten().take(WARM_UP)) {
        if !warm_up.run(game, schedule.milliseconds(number)) {
            return Ok(None);
        }
    }
    let mut search = Search { totals: Totals::default(), hashfull: vec![], ..warm_up };
    for (number, game) in (1..).zip(&games) {
        engine.new_game();
        engine.wait();
        for (number, position) in (1..).zip(game) {
            if !search.run(position, schedule.milliseconds(number)) {
                return Ok(None);
            }
        }
        let (count, nodes) = (games.len(), search.totals.nodes);
        print(&format!("{number}/{count} games {nodes:>12} nodes")).map_err(BenchError::Print)?;
    }
    let Search { totals, hashfull, .. } = search;
    Ok(Some(SpeedReport { settings: settings.clone(), totals, hashfull }))
}

/// Returns the positions of each game in which the same side is to move, without history.
fn games() -> Vec<Vec<Game>> {
    let paragraphs = GAMES.split("\n\n").filter(|paragraph| !paragraph.starts_with('['));
    let positions = |(number, moves): (usize, &str)| {
        let mut game = Game::default();
        let read = movetext::read(&game, moves).expect("the embedded games are valid");
        let mut games = vec![game.clone()];
        for m in read.moves {
            game.play(m);
            games.push(game.clone());
        }
        let positions = games.iter().skip(OPENING + number % 2).step_by(2);
        let unfinished = positions.filter(|game| game.outcome().is_none());
        unfinished.map(|game| Game::new(game.position().clone())).collect()
    };
    paragraphs.enumerate().map(positions).collect()
}

/// The time for each position of a game.
struct Schedule {
    /// Milliseconds for a weight of 1.
    unit: f64,
}

impl Schedule {
    fn of(games: &[Vec<Game>], seconds: u64) -> Schedule {
        let weights = games.iter().flat_map(|game| (1..=game.len()).map(weight));
        Schedule { unit: seconds as f64 * 1000.0 / weights.sum::<f64>() }
    }

    /// Returns the time for position `number` of a game, from 1, at least a millisecond.
    fn milliseconds(&self, number: usize) -> u64 {
        ((self.unit * weight(number)) as u64).max(1)
    }
}

/// The share of position `number` in the time of a game: less for later ones, as on a clock
/// (Stockfish).
fn weight(number: usize) -> f64 {
    1.0 / (number as f64 + 15.0)
}

/// Searches and their sums.
struct Search<'a> {
    engine: &'a Engine,
    stop: &'a StopSignal,
    totals: Totals,
    hashfull: Vec<u32>,
}

impl Search<'_> {
    /// Searches a position. Returns false if the stop signal ended it.
    fn run(&mut self, game: &Game, milliseconds: u64) -> bool {
        let limits = Limits { move_time: Some(milliseconds), ..Limits::default() };
        let begin = Instant::now();
        let request = SearchRequest {
            stop: self.stop.clone(),
            start: begin,
            ..SearchRequest::new(game.clone(), limits)
        };
        let (mut nodes, mut hashfull) = (0, 0);
        self.engine.search(request, |info| (nodes, hashfull) = (info.nodes, info.hashfull));
        self.totals.time += begin.elapsed();
        self.totals.nodes += nodes;
        self.hashfull.push(hashfull);
        !self.stop.is_requested()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::eval::nnue;

    #[test]
    fn arguments_are_stockfishs() {
        let parsed = |words| SpeedtestSettings::parse(words).unwrap();
        let SpeedtestSettings { threads, hash, seconds, .. } = parsed("");
        assert!(threads > 0);
        assert_eq!((hash, seconds), (128 * threads, 150));
        let SpeedtestSettings { threads, hash, seconds, .. } = parsed(" 3  ");
        assert_eq!((threads, hash, seconds), (3, 384, 150));
        let SpeedtestSettings { threads, hash, seconds, given } = parsed("2 64 5");
        assert_eq!((threads, hash, seconds, given.as_str()), (2, 64, 5, "2 64 5"));
        for words in ["0", "1025", "x", "1 0", "1 1 0", "1 1 1.5", "1 1 86401", "1 1 1 1"] {
            assert!(SpeedtestSettings::parse(words).is_err(), "{words}");
        }
    }

    #[test]
    fn the_games_have_different_positions_and_share_the_time() {
        let games = games();
        assert_eq!(games.len(), 6);
        let mut fens: Vec<String> =
            games.iter().flatten().map(|game| game.position().fen()).collect();
        assert!(fens.len() > 200, "{}", fens.len());
        let count = fens.len();
        fens.sort_unstable();
        fens.dedup();
        assert_eq!(fens.len(), count);
        for game in &games {
            let turn = game[0].position().turn();
            assert!(game.iter().all(|game| game.position().turn() == turn));
        }
        let schedule = Schedule::of(&games, 1000);
        let times =
            games.iter().flat_map(|game| (1..=game.len()).map(|n| schedule.milliseconds(n)));
        let total: u64 = times.sum();
        assert!((999_000..=1_000_000).contains(&total), "{total}");
        assert!(schedule.milliseconds(1) > 2 * schedule.milliseconds(40));
        assert_eq!(Schedule { unit: 0.0 }.milliseconds(1), 1);
    }

    #[test]
    fn a_short_test_has_totals_and_a_stopped_one_none() {
        let settings = SpeedtestSettings::parse("2 1 1").unwrap();
        let stop = StopSignal::default();
        let mut lines = Vec::new();
        let report = run(&settings, &nnue::embedded(), &stop, |line| {
            lines.push(line.to_owned());
            Ok(())
        });
        let report = report.unwrap().unwrap();
        assert_eq!(lines.len(), 6);
        assert!(report.totals.nodes > 0 && report.totals.time > Duration::ZERO);
        let table = report.table();
        for line in [
            "User invocation            : speedtest 2 1 1".to_owned(),
            "Thread count               : 2".to_owned(),
            format!("Total nodes searched       : {}", report.totals.nodes),
            format!("Nodes/second               : {}", report.totals.nps()),
        ] {
            assert!(table.lines().any(|other| other == line), "{table}");
        }
        let stopped = run(&settings, &nnue::embedded(), &stop, |_| {
            stop.request();
            Ok(())
        });
        assert!(stopped.unwrap().is_none());
    }
}
