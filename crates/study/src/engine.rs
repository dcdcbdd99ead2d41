//! The engine options of the commands that search.

use std::{io, sync::Arc};

use brudno::{
    chess::{Game, score::MAX_PLY},
    platform::{StopSignal, stdio::remark},
    search::{
        self, DEFAULT_HASH, Engine, Info, Limits, MAX_HASH, SearchRequest, SettingError,
        set_and_wait,
    },
    tablebase::{FolderError, Tablebase},
};
use shakmaty::Move;
use thiserror::Error;

/// Nodes of a search to depth 0, and growth factor per ply. They give 6 to 20 times the mean nodes
/// of the positions of `bench`.
const NODES_AT_ROOT: f64 = 500.0;
const GROWTH: f64 = 1.6;
/// Upper bound of the nodes per millisecond of a thread, above the speed of a fast processor.
const NODES_PER_MILLISECOND: f64 = 4000.0;
/// Three entries take 32 bytes. Half of the entries stay free, because keys are not distributed
/// evenly.
const BYTES_PER_NODE: f64 = 2.0 * 32.0 / 3.0;

/// The limits and options of a command's searches. Limits may be combined. The search ends at the
/// first one that is reached.
#[derive(clap::Args)]
pub struct EngineArgs {
    /// Seconds for each search
    #[arg(long, value_name = "SECONDS", value_parser = milliseconds)]
    time: Option<Milliseconds>,
    /// Depth in plies
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Nodes for each search
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Size of the transposition table in MiB
    #[arg(long, value_name = "MIB", default_value_t = search::DEFAULT_HASH, value_parser = mebibytes)]
    hash: usize,
    /// Folders of Syzygy tablebases, as in the UCI option SyzygyPath
    #[arg(long, value_name = "FOLDERS")]
    syzygy: Option<String>,
}

/// Parses the size of a transposition table.
pub fn mebibytes(text: &str) -> Result<usize, String> {
    let mib = text.parse().ok().filter(|mib| (1..=MAX_HASH).contains(mib));
    mib.ok_or_else(|| format!("not a number of MiB from 1 to {MAX_HASH}"))
}

#[derive(Clone, Copy, Debug)]
struct Milliseconds(u64);

fn milliseconds(text: &str) -> Result<Milliseconds, String> {
    match text.parse::<f64>() {
        // Thirty years are long enough.
        Ok(seconds) if seconds > 0.0 => Ok(Milliseconds((seconds.min(1e9) * 1000.0).ceil() as u64)),
        _ => Err("not a number of seconds".to_owned()),
    }
}

impl EngineArgs {
    /// Returns the given limits, or `default` milliseconds without any.
    pub fn limits(&self, default: u64) -> Limits {
        let unlimited = self.depth.is_none() && self.nodes.is_none();
        let time = self.time.map(|Milliseconds(time)| time);
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            move_time: time.or_else(|| unlimited.then_some(default)),
            ..Limits::default()
        }
    }

    /// Starts an engine with these options.
    ///
    /// # Errors
    ///
    /// The system refuses memory or threads, or tablebases cannot be read.
    pub fn start(&self) -> Result<Engine, EngineError> {
        let engine = self.start_with_tablebase(self.tablebase()?)?;
        set_and_wait(|done| engine.set_hash(self.hash, done)).map_err(EngineError::Setting)?;
        Ok(engine)
    }

    /// Starts an engine for many games or positions with these options. Each search takes `default`
    /// milliseconds if no limit is given, and reports `lines` lines.
    ///
    /// # Errors
    ///
    /// The system refuses memory or threads, or tablebases cannot be read.
    pub fn start_batch(&self, default: u64, lines: u16) -> Result<BatchEngine, EngineError> {
        Ok(BatchEngine {
            engine: self.start_with_tablebase(self.tablebase()?)?,
            limits: self.limits(default),
            threads: self.threads.into(),
            lines,
            largest: self.hash,
            hash: DEFAULT_HASH,
        })
    }

    /// Starts an engine with these options, and an engine for advice. The latter has the same
    /// tablebases, one thread and a transposition table of the default size.
    ///
    /// # Errors
    ///
    /// The system refuses memory or threads, or tablebases cannot be read.
    pub fn start_with_adviser(&self) -> Result<[Engine; 2], EngineError> {
        let tablebase = self.tablebase()?;
        let adviser = Engine::start().map_err(EngineError::Start)?;
        if let Some(tablebase) = tablebase.clone() {
            adviser.set_tablebase(tablebase);
        }
        let engine = self.start_with_tablebase(tablebase)?;
        set_and_wait(|done| engine.set_hash(self.hash, done)).map_err(EngineError::Setting)?;
        Ok([engine, adviser])
    }

    /// Starts an engine with these threads and tablebases, and the default table.
    fn start_with_tablebase(
        &self,
        tablebase: Option<Arc<Tablebase>>,
    ) -> Result<Engine, EngineError> {
        let engine = Engine::start().map_err(EngineError::Start)?;
        set_and_wait(|done| engine.set_threads(self.threads.into(), done))
            .map_err(EngineError::Setting)?;
        if let Some(tablebase) = tablebase {
            engine.set_tablebase(tablebase);
        }
        Ok(engine)
    }

    fn tablebase(&self) -> Result<Option<Arc<Tablebase>>, EngineError> {
        let Some(folders) = &self.syzygy else { return Ok(None) };
        let tablebase = Tablebase::open_all(folders).map_err(EngineError::Tablebase)?;
        remark(tablebase.summary());
        Ok(Some(Arc::new(tablebase)))
    }
}

/// An engine for many games or positions, each of which starts with an empty transposition table.
///
/// Clearing a large table takes longer than a short search. The table therefore has the size that
/// the searches of one game can fill, up to `--hash`. The size and the analysis depend only on that
/// game.
pub struct BatchEngine {
    engine: Engine,
    limits: Limits,
    threads: u32,
    /// Number of lines of each search.
    lines: u16,
    /// `--hash`, MiB.
    largest: usize,
    /// Current size of the table, MiB.
    hash: usize,
}

impl BatchEngine {
    /// Clears the table and the histories for a game with at most this many searches.
    ///
    /// # Errors
    ///
    /// The system refuses the memory.
    pub fn new_game(&mut self, searches: usize) -> Result<(), EngineError> {
        let hash = self.largest.min(self.needed_hash(searches));
        if hash != self.hash {
            set_and_wait(|done| self.engine.set_hash(hash, done)).map_err(EngineError::Setting)?;
            self.hash = hash;
        }
        self.engine.new_game();
        Ok(())
    }

    /// Searches a position with the limits and lines of this engine. `report` receives the lines of
    /// analysis. Returns the best move.
    pub fn search(&self, game: Game, stop: &StopSignal, report: impl FnMut(&Info)) -> Option<Move> {
        let request = SearchRequest {
            multi_pv: self.lines.into(),
            stop: stop.clone(),
            ..SearchRequest::new(game, self.limits.clone())
        };
        self.engine.search(request, report)
    }

    /// Returns the engine, for searches of another kind.
    pub const fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Returns the limits of each search.
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Returns the number of lines of each search.
    pub const fn lines(&self) -> u16 {
        self.lines
    }

    /// Returns the size of a table with room for every node of this many searches, MiB.
    fn needed_hash(&self, searches: usize) -> usize {
        let Limits { depth, nodes, move_time, .. } = self.limits;
        let threads = f64::from(self.threads);
        let by_depth = depth.map(|depth| {
            let nodes = NODES_AT_ROOT * GROWTH.powi(depth.min(MAX_PLY as u32) as i32);
            nodes * threads * f64::from(self.lines)
        });
        let by_time = move_time.map(|time| time as f64 * NODES_PER_MILLISECOND * threads);
        let limits = [by_depth, nodes.map(|nodes| nodes as f64), by_time];
        let nodes = limits.into_iter().flatten().fold(f64::INFINITY, f64::min) * searches as f64;
        // Float casts saturate. The sizes are powers of two, because a new size costs a new
        // mapping.
        let mebibytes = (nodes * BYTES_PER_NODE / f64::from(1 << 20)).ceil() as usize;
        mebibytes.checked_next_power_of_two().unwrap_or(usize::MAX)
    }
}

/// Errors of starting a search.
#[derive(Debug, Error)]
pub enum EngineError {
    /// The system refuses the search thread.
    #[error(transparent)]
    Start(io::Error),
    /// The system refuses memory or threads.
    #[error(transparent)]
    Setting(SettingError),
    /// Tablebases cannot be read.
    #[error(transparent)]
    Tablebase(FolderError),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_a_game_has_the_size_of_its_searches() {
        let hash = |limits: Limits, searches| {
            let engine = Engine::start().unwrap();
            let hash = DEFAULT_HASH;
            BatchEngine { engine, limits, threads: 1, lines: 1, largest: 256, hash }
                .needed_hash(searches)
        };
        let depth = |depth| Limits { depth: Some(depth), ..Limits::default() };
        let nodes = |nodes| Limits { nodes: Some(nodes), ..Limits::default() };
        let time = |time| Limits { move_time: Some(time), ..Limits::default() };
        for (limits, searches, mebibytes) in [
            (depth(1), 1, 1),
            (depth(1), 80, 2),
            (depth(10), 80, 128),
            (nodes(1000), 80, 2),
            (nodes(1), 0, 1),
            (Limits { nodes: Some(1000), ..depth(200) }, 80, 2),
            (time(10), 1, 1),
            (time(500), 80, 4096),
        ] {
            assert_eq!(hash(limits.clone(), searches), mebibytes, "{limits:?}, {searches}");
        }
        for limits in [depth(200), nodes(u64::MAX), Limits::default()] {
            assert!(hash(limits.clone(), 80) > MAX_HASH, "{limits:?}");
        }
    }
}
