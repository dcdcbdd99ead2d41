//! `brudno solve`: how many positions of an EPD suite the engine solves.

use std::{
    error::Error,
    fmt, fs, io,
    path::{Path, PathBuf},
};

use shakmaty::Move;

use super::{
    engine::{Engine, EngineError, Listener, SearchSettings},
    progress,
};
use crate::{
    display::san,
    epd::{self, Entry, EpdError},
    score::{Bound, moves_to_mate},
    search::{self, Info, Limits},
};

/// What `brudno solve` is asked to do.
#[derive(clap::Args)]
pub struct SolveArgs {
    /// The suite: EPD lines with bm, am or dm
    file: PathBuf,
    /// Milliseconds for each position [default: 1000 without another limit]
    #[arg(long)]
    movetime: Option<u64>,
    /// Nodes for each position
    #[arg(long)]
    nodes: Option<u64>,
    /// Depth in plies
    #[arg(long)]
    depth: Option<u32>,
    /// Search threads
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Size of the transposition table in MiB
    #[arg(long, default_value_t = search::DEFAULT_HASH)]
    hash: usize,
}

/// Why a suite was not run.
#[derive(Debug)]
pub enum SolveError {
    /// The file cannot be read.
    File(PathBuf, io::Error),
    /// A line cannot be understood.
    Line(PathBuf, EpdError),
    /// No position asks for anything.
    NothingToSolve(PathBuf),
    /// There is no search as asked for.
    Engine(EngineError),
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveError::File(path, error) => write!(f, "{}: {error}", path.display()),
            SolveError::Line(path, error) => write!(f, "{}: {error}", path.display()),
            SolveError::NothingToSolve(path) => {
                write!(f, "{}: no position with bm, am or dm", path.display())
            }
            SolveError::Engine(error) => error.fmt(f),
        }
    }
}

impl Error for SolveError {}

/// Runs the suite: a progress bar on stderr, each miss by name on stdout, the result at the end.
///
/// # Errors
///
/// The file cannot be read or understood, or the search not be set up.
pub fn run(arguments: &SolveArgs) -> Result<(), SolveError> {
    let entries = read(&arguments.file)?;
    let limits = Limits {
        depth: arguments.depth,
        nodes: arguments.nodes,
        move_time: match (arguments.movetime, arguments.nodes, arguments.depth) {
            (None, None, None) => Some(1000),
            (movetime, ..) => movetime,
        },
        ..Limits::default()
    };
    let settings = SearchSettings { limits, lines: 1, skill: None };

    let engine = Engine::start(arguments.hash, arguments.threads).map_err(SolveError::Engine)?;

    let template = "{bar:30} {pos}/{len} {elapsed} ETA {eta}  {msg}";
    let bar = progress::bar(entries.len() as u64, template);
    let mut solved = 0;
    for entry in &entries {
        engine.new_game();
        let (Mate(mate), best) =
            engine.search(&entry.game, &settings, Mate(None)).map_err(SolveError::Engine)?;
        if best.is_some_and(|best| entry.is_solved_by(best, mate)) {
            solved += 1;
        } else {
            bar.suspend(|| println!("{}", miss(entry, best, mate)));
        }
        bar.set_message(format!("{solved} solved"));
        bar.inc(1);
    }
    bar.finish_and_clear();
    println!("{solved}/{} solved", entries.len());
    Ok(())
}

fn read(path: &Path) -> Result<Vec<Entry>, SolveError> {
    let text =
        fs::read_to_string(path).map_err(|error| SolveError::File(path.to_owned(), error))?;
    let mut entries =
        epd::parse(&text).map_err(|error| SolveError::Line(path.to_owned(), error))?;
    entries.retain(Entry::has_goal);
    if entries.is_empty() {
        return Err(SolveError::NothingToSolve(path.to_owned()));
    }
    Ok(entries)
}

fn miss(entry: &Entry, best: Option<Move>, mate: Option<u32>) -> String {
    let position = entry.game.position();
    let played = best.map_or_else(|| "nothing".to_owned(), |best| san(position, best));
    let mate = mate.map_or_else(String::new, |moves| format!(" (mate in {moves})"));
    format!("miss: {}: played {played}{mate}", entry.name())
}

/// The moves to mate that the last line claims.
struct Mate(Option<u32>);

impl Listener for Mate {
    fn line(&mut self, info: &Info<'_>) {
        let moves = moves_to_mate(info.score).filter(|&moves| moves > 0);
        // A mate that is at most true is not proven.
        self.0 = moves.filter(|_| info.bound != Bound::Upper).map(i32::unsigned_abs);
    }
}
