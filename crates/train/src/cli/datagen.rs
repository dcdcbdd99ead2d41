//! `brudno-train datagen`: generates self-play games.

use std::{
    io,
    num::NonZeroUsize,
    path::PathBuf,
    process::ExitCode,
    time::{Duration, Instant},
};

use brudno::{
    chess::score::Score,
    platform::stdio::{self, printable, remark},
    tablebase::{FolderError, Tablebase},
    tools::openings::{self, Openings, OpeningsError},
};
use brudno_console::{
    interrupt::{self, INTERRUPTED, InterruptError},
    progress,
};
use indicatif::HumanCount;
use thiserror::Error;

use crate::{
    data::DataError,
    self_play,
    self_play::{DatagenProgress, DatagenSettings, LeafSettings, WIN_SCORE},
};

/// Interval between progress reports without a terminal.
const REPORT_INTERVAL: Duration = Duration::from_secs(60);

/// Arguments of `brudno-train datagen`.
#[derive(clap::Args)]
pub struct DatagenArgs {
    /// Number of games in the finished file, including existing games
    #[arg(long)]
    games: u64,
    /// Number of threads; each plays one game at a time
    #[arg(long, default_value_t = NonZeroUsize::MIN)]
    threads: NonZeroUsize,
    /// Nodes per move; the search then finishes its iteration
    #[arg(long, default_value_t = 5_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// File to write; an existing file is continued
    #[arg(short, long)]
    output: PathBuf,
    /// Random seed; the same seed gives the same games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// File of FEN or EPD positions to start from [default: the start position]
    #[arg(long)]
    book: Option<PathBuf>,
    /// Percentage of games from a double Fischer random start
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u32).range(..=100))]
    dfrc: u32,
    /// Adjudicate a win if one side leads by this score for four plies, in internal units
    #[arg(long, value_name = "SCORE", default_value_t = WIN_SCORE, value_parser = clap::value_parser!(Score).range(1..))]
    win_score: Score,
    /// Folders of Syzygy tablebases; a game that reaches a position of the tablebases ends with
    /// their result
    #[arg(long)]
    syzygy: Option<String>,
    /// Also write positions that the searches evaluate to this file, for `data label`; an existing
    /// file is continued together with its games
    #[arg(long, value_name = "FILE")]
    leaves: Option<PathBuf>,
    /// Number of evaluated positions to keep per move, drawn at random
    #[arg(long, value_name = "N", default_value_t = 1, requires = "leaves", value_parser = clap::value_parser!(u16).range(1..))]
    leaves_per_move: u16,
}

/// Errors of the command.
#[derive(Debug, Error)]
enum DatagenError {
    #[error(transparent)]
    Data(#[from] DataError),
    #[error(transparent)]
    Book(OpeningsError),
    #[error(transparent)]
    Tablebase(FolderError),
    #[error(transparent)]
    Interrupt(InterruptError),
    #[error("cannot write to standard output: {0}")]
    Write(io::Error),
}

/// Runs the command. The exit status is 1 on failure, 130 after Ctrl-C.
pub fn run(arguments: &DatagenArgs) -> ExitCode {
    match play(arguments) {
        Ok(code) => code,
        Err(error) => super::fail(&error),
    }
}

fn play(arguments: &DatagenArgs) -> Result<ExitCode, DatagenError> {
    let book = arguments.book.as_deref().map(openings::read_positions).transpose();
    let book = book.map_err(DatagenError::Book)?.unwrap_or_default();
    let stop = interrupt::stop_signal().map_err(DatagenError::Interrupt)?;
    let tablebase = match &arguments.syzygy {
        Some(folders) => Tablebase::open_all(folders).map_err(DatagenError::Tablebase)?,
        None => Tablebase::default(),
    };
    if arguments.syzygy.is_some() {
        remark(tablebase.summary());
    }
    let settings = DatagenSettings {
        games: arguments.games,
        threads: arguments.threads.get(),
        nodes: arguments.nodes,
        seed: arguments.seed,
        openings: Openings { book, fischer_random: arguments.dfrc },
        win_score: arguments.win_score,
        tablebase,
        leaves: arguments
            .leaves
            .clone()
            .map(|path| LeafSettings { path, per_move: arguments.leaves_per_move.into() }),
    };
    let bar = progress::bar(arguments.games, "{bar:30} {pos}/{len} games, {msg}, {eta} left");
    let start = Instant::now();
    let mut reported = start;
    let done = self_play::run(&settings, &arguments.output, &stop, |progress| {
        let message = describe(progress, start.elapsed());
        if bar.is_hidden() && reported.elapsed() >= REPORT_INTERVAL {
            reported = Instant::now();
            remark(format_args!("{} of {} games, {message}", progress.games, arguments.games));
        }
        if progress.new_positions == 0 {
            // The speed is computed from this run only.
            bar.reset_eta();
        }
        bar.set_position(progress.games);
        bar.set_message(message);
    })?;
    bar.finish_and_clear();
    let path = printable(&arguments.output.display().to_string());
    let games = HumanCount(done.games);
    stdio::print(format_args!("{path}: {games} games, {}", describe(done, start.elapsed())))
        .map_err(DatagenError::Write)?;
    if stop.is_requested() && done.games < arguments.games {
        stdio::print("stopped; run the same command to continue").map_err(DatagenError::Write)?;
        return Ok(ExitCode::from(INTERRUPTED));
    }
    Ok(ExitCode::SUCCESS)
}

fn describe(progress: DatagenProgress, elapsed: Duration) -> String {
    let speed = progress.new_positions as f64 / elapsed.as_secs_f64().max(1e-9);
    format!("{} positions, {speed:.0} positions/s", HumanCount(progress.positions))
}
