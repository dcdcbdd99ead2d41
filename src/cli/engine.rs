//! The engine options of the commands that search.

use std::{io, sync::Arc};

use thiserror::Error;

use super::shared::tablebase;
use crate::{
    search,
    search::{Engine, Limits, MAX_HASH, SettingError, set_and_wait},
    tablebase::FolderError,
};

/// The limits and options of a command's searches. Limits may be combined: the first reached ends
/// the search.
#[derive(clap::Args)]
pub struct EngineArgs {
    /// Seconds for each search
    #[arg(long, value_name = "SECONDS", value_parser = milliseconds, conflicts_with = "movetime")]
    time: Option<Milliseconds>,
    /// Milliseconds for each search, as in UCI
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
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
    /// Returns the limits given, or else `default` milliseconds.
    pub fn limits(&self, default: u64) -> Limits {
        let unlimited = self.depth.is_none() && self.nodes.is_none();
        let time = self.time.map(|Milliseconds(time)| time).or(self.movetime);
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
        let engine = Engine::start().map_err(EngineError::Start)?;
        set_and_wait(|done| engine.set_hash(self.hash, done)).map_err(EngineError::Setting)?;
        set_and_wait(|done| engine.set_threads(self.threads.into(), done))
            .map_err(EngineError::Setting)?;
        if let Some(folders) = &self.syzygy {
            let tablebase = tablebase::open(folders).map_err(EngineError::Tablebase)?;
            engine.set_tablebase(Arc::new(tablebase));
        }
        Ok(engine)
    }
}

/// Why there is no search.
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
