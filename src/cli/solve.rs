//! `brudno solve`: how many positions of an EPD suite the engine solves.

use std::{
    error::Error,
    fmt, fs, io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    thread,
    time::Duration,
};

use crossbeam_channel::{Sender, unbounded};
use indicatif::{ProgressBar, ProgressStyle};
use shakmaty::Move;

use crate::{
    epd::{self, Entry, EpdError},
    score::{MATE, is_mate},
    search::{self, Control, Info, Limits, Reporter, Request},
    tablebase,
};

/// What `brudno solve` is asked to do.
#[derive(clap::Args)]
pub struct SolveArgs {
    /// The suite: EPD lines with bm, am or dm
    file: PathBuf,
    /// Milliseconds for each position (1000 where no limit is given)
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
    /// The search could not be set up as asked.
    Setting(String),
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveError::File(path, error) => write!(f, "{}: {error}", path.display()),
            SolveError::Line(path, error) => write!(f, "{}: {error}", path.display()),
            SolveError::NothingToSolve(path) => {
                write!(f, "{}: no position with bm, am or dm", path.display())
            }
            SolveError::Setting(why) => f.write_str(why),
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

    let (commands, receiver) = unbounded();
    thread::Builder::new()
        .name("search".to_owned())
        .stack_size(search::STACK_SIZE)
        .spawn(move || search::run(&receiver))
        .map_err(|error| SolveError::Setting(error.to_string()))?;
    set(&commands, |done| search::Command::Hash(arguments.hash, done))?;
    set(&commands, |done| search::Command::Threads(arguments.threads, done))?;

    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {elapsed} ETA {eta}  {msg}")
        .expect("the template is valid");
    let bar = ProgressBar::new(entries.len() as u64).with_style(style);
    bar.enable_steady_tick(Duration::from_millis(200));
    let mut solved = 0;
    for entry in &entries {
        let (best, mate) = search_one(&commands, entry, &limits);
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

fn set(
    commands: &Sender<search::Command>,
    command: impl FnOnce(search::Done) -> search::Command,
) -> Result<(), SolveError> {
    let (reply, result) = unbounded();
    let done: search::Done = Box::new(move |outcome| drop(reply.send(outcome)));
    let gone = || SolveError::Setting("the search thread has ended".to_owned());
    commands.send(command(done)).map_err(|_| gone())?;
    result.recv().map_err(|_| gone())?.map_err(SolveError::Setting)
}

/// The best move, and the moves to mate where the last line claims one.
fn search_one(
    commands: &Sender<search::Command>,
    entry: &Entry,
    limits: &Limits,
) -> (Option<Move>, Option<u32>) {
    let (reply, result) = unbounded();
    let request = Request {
        game: entry.game.clone(),
        limits: limits.clone(),
        control: Arc::new(Control::new(false)),
        multi_pv: 1,
        move_overhead: 0,
        tables: tablebase::Settings::default(),
        skill: None,
        reporter: Box::new(Answer { mate: Mutex::new(None), reply }),
    };
    drop(commands.send(search::Command::NewGame));
    drop(commands.send(search::Command::Search(Box::new(request))));
    result.recv().unwrap_or_default()
}

fn miss(entry: &Entry, best: Option<Move>, mate: Option<u32>) -> String {
    let position = entry.game.position();
    let played = best.map_or_else(
        || "nothing".to_owned(),
        |best| shakmaty::san::SanPlus::from_move(position.chess().clone(), best).to_string(),
    );
    let mate = mate.map_or_else(String::new, |moves| format!(" (mate in {moves})"));
    format!("miss: {}: played {played}{mate}", entry.name())
}

/// Keeps what `solve` needs to know of a search.
struct Answer {
    mate: Mutex<Option<u32>>,
    reply: Sender<(Option<Move>, Option<u32>)>,
}

impl Reporter for Answer {
    fn info(&self, info: &Info<'_>) {
        let plies = MATE - info.score;
        let mates = is_mate(info.score) && info.score > 0;
        *self.mate.lock().unwrap_or_else(PoisonError::into_inner) =
            mates.then(|| (plies as u32).div_ceil(2));
    }

    fn current_move(&self, _depth: u32, _m: Move, _number: usize) {}

    fn message(&self, text: &str) {
        log::warn!("{text}");
    }

    fn best_move(&self, best: Option<Move>, _ponder: Option<Move>) {
        let mate = *self.mate.lock().unwrap_or_else(PoisonError::into_inner);
        // Nobody waits any more where the suite was given up.
        let _ = self.reply.send((best, mate));
    }
}
