//! `brudno solve`: runs an EPD test suite.

mod result;

use std::{
    io,
    path::{Path, PathBuf},
    process::ExitCode,
};

use brudno::{
    chess::score::{Bound, moves_to_mate},
    notation::epd::{self, EpdEntry},
    platform::stdio::{self, remark},
    search::Info,
    terminal::display::TermStyle,
};
use brudno_console::{
    interrupt::{self, INTERRUPTED, InterruptError},
    progress,
};
use brudno_notation::{ReadTextError, read_text};
use result::{PositionResult, SolutionEffort, Summary};
use thiserror::Error;

use crate::engine::{EngineArgs, EngineError};

/// Default time per position, milliseconds.
const DEFAULT_TIME: u64 = 1000;

/// Arguments of `brudno solve`.
#[derive(clap::Args)]
pub struct SolveArgs {
    /// File of EPD lines with bm, am or dm, possibly compressed, or - for standard input
    file: PathBuf,
    /// Also list the solved positions
    #[arg(long)]
    all: bool,
    /// Print JSON, with one line per position and a final line with the totals
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    engine: EngineArgs,
}

/// Errors of `brudno solve`.
#[derive(Debug, Error)]
enum SolveError {
    #[error(transparent)]
    File(ReadTextError),
    #[error("{0}: no position with bm, am or dm")]
    NothingToSolve(PathBuf),
    #[error(transparent)]
    Engine(EngineError),
    #[error(transparent)]
    Interrupt(InterruptError),
    #[error("cannot write JSON: {0}")]
    Json(serde_json::Error),
    #[error("cannot write the results: {0}")]
    Write(io::Error),
}

/// Runs the suite. Prints the progress to stderr, and the missed positions and the total to stdout.
/// After Ctrl-C, prints the result so far.
pub fn run(arguments: &SolveArgs) -> ExitCode {
    match solve(arguments) {
        Ok(code) => code,
        Err(error) => brudno_console::process::fail(&error),
    }
}

fn solve(arguments: &SolveArgs) -> Result<ExitCode, SolveError> {
    let (entries, faulty) = read(&arguments.file)?;
    let mut engine = arguments.engine.start_batch(DEFAULT_TIME, 1).map_err(SolveError::Engine)?;
    let stop = interrupt::stop_signal().map_err(SolveError::Interrupt)?;

    let style = TermStyle::of_stdout();
    let bar =
        progress::bar(entries.len() as u64, "{bar:30} {pos}/{len} {elapsed} ETA {eta}  {msg}");
    let print = |text: &str| bar.suspend(|| stdio::print(text));
    let mut summary = Summary::default();
    for entry in &entries {
        engine.new_game(1).map_err(SolveError::Engine)?;
        let mut tracker = SolutionTracker::new(entry.clone());
        let best = engine.search(entry.game.clone(), &stop, |info| tracker.update(info));
        // An interrupted search does not count.
        if stop.is_requested() {
            break;
        }
        let result = PositionResult::new(entry, best, &tracker);
        if arguments.json {
            let text = serde_json::to_string(&result).map_err(SolveError::Json)?;
            print(&text).map_err(SolveError::Write)?;
        } else if arguments.all || !result.is_solved() {
            print(&result.text(style)).map_err(SolveError::Write)?;
        }
        summary.add(&result);
        bar.set_message(format!("{} solved", summary.solved()));
        bar.inc(1);
    }
    bar.finish_and_clear();
    let text = if arguments.json {
        serde_json::to_string(&summary).map_err(SolveError::Json)?
    } else {
        summary.text()
    };
    stdio::print(text).map_err(SolveError::Write)?;
    Ok(if stop.is_requested() {
        ExitCode::from(INTERRUPTED)
    } else if faulty > 0 {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    })
}

/// Returns the positions to solve and the number of faulty lines. Prints a message about each fault,
/// and the number of positions that have nothing to solve.
fn read(path: &Path) -> Result<(Vec<EpdEntry>, usize), SolveError> {
    let text = read_text(path).map_err(SolveError::File)?;
    let (mut entries, mut faulty, mut aimless) = (Vec::new(), 0, 0);
    for entry in epd::entries(&text) {
        match entry {
            Ok(entry) => {
                for fault in &entry.faults {
                    remark(format_args!(
                        "brudno: {}: line {}: {fault}; ignored",
                        path.display(),
                        entry.line
                    ));
                }
                faulty += usize::from(!entry.faults.is_empty());
                if entry.has_goal() {
                    entries.push(entry);
                } else {
                    aimless += 1;
                }
            }
            Err(error) => {
                faulty += 1;
                remark(format_args!("brudno: {}: {error}; skipped", path.display()));
            }
        }
    }
    if entries.is_empty() {
        return Err(SolveError::NothingToSolve(path.to_owned()));
    }
    if aimless > 0 {
        let have = if aimless == 1 { "position has" } else { "positions have" };
        remark(format_args!(
            "brudno: {}: {aimless} {have} nothing to solve (no bm, am or dm)",
            path.display()
        ));
    }
    Ok((entries, faulty))
}

/// Records when a search finds the solution.
struct SolutionTracker {
    entry: EpdEntry,
    /// Moves to mate in the last line.
    mate: Option<u32>,
    depth: u32,
    /// Start of the current solution.
    solved: Option<SolutionEffort>,
}

impl SolutionTracker {
    const fn new(entry: EpdEntry) -> SolutionTracker {
        SolutionTracker { entry, mate: None, depth: 0, solved: None }
    }

    /// Adds a line of analysis.
    fn update(&mut self, info: &Info) {
        let Some(&best) = info.line.pv.first() else { return };
        let moves = moves_to_mate(info.line.score).filter(|&moves| moves > 0);
        // An upper bound does not prove a mate.
        self.mate = moves.filter(|_| info.line.bound != Bound::Upper).map(i32::unsigned_abs);
        self.depth = info.line.depth;
        let now = SolutionEffort {
            depth: info.line.depth,
            nodes: info.nodes,
            seconds: info.time.as_secs_f64(),
        };
        self.solved =
            self.entry.is_solved_by(best, self.mate).then(|| self.solved.take().unwrap_or(now));
    }
}
