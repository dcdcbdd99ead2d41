//! `brudno tree`: a search drawn.

mod dot;
mod drawing;
mod html;
mod svg;

use std::{
    error::Error,
    fmt, fs, io,
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::ValueEnum;
use indicatif::HumanCount;

use super::compare::LeafArg;
use super::format;
use super::interrupt::{self, INTERRUPTED, InterruptError};
use crate::position::{Game, Position, PositionError};
use crate::textbook::estimate::Estimate;
use crate::textbook::{Algorithm, ChessTree, Game as Tree, HandMade, Monitor, record};
use drawing::Drawing;

/// More nodes than this are drawn only with `--force`.
const DRAWABLE_NODES: usize = 50_000;
/// A longer search, in seconds, needs `--force`.
const MAX_SECONDS: f64 = 60.0;

/// What `brudno tree` is asked to do.
#[derive(clap::Args)]
pub struct TreeArgs {
    /// FEN of the position [default: the start position]
    #[arg(long, group = "what")]
    fen: Option<String>,
    /// Search the start position
    #[arg(long, group = "what")]
    startpos: bool,
    /// Search a tree given by its leaf values, as Max sees them: "((3 5 2) (4 1 6))"
    #[arg(long, group = "what")]
    tree: Option<HandMade>,
    /// Depth in plies [default with --tree: to the leaves]
    #[arg(long, required_unless_present = "tree", value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: Option<u32>,
    /// The algorithm, with move orderings after plus signs; see brudno compare --list
    #[arg(long, default_value = "alphabeta")]
    algorithm: Algorithm,
    /// Evaluation of the leaves
    #[arg(long, value_enum, default_value_t = LeafArg::Eval)]
    leaf: LeafArg,
    /// The file to write: .svg, .html or .dot
    #[arg(short, long)]
    output: PathBuf,
    /// Draw even if it takes long, or gets too large to be looked at
    #[arg(long)]
    force: bool,
}

/// The kinds of file.
#[derive(Clone, Copy, ValueEnum)]
enum Kind {
    Svg,
    Html,
    Dot,
}

/// Why nothing was drawn.
#[derive(Debug)]
enum DrawError {
    Position(PositionError),
    Kind(PathBuf),
    NoTree(Algorithm),
    TooLong { leaves: f64, seconds: f64 },
    TooLarge(usize),
    Interrupt(InterruptError),
    Json(serde_json::Error),
    Write(PathBuf, io::Error),
}

impl fmt::Display for DrawError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DrawError::Position(error) => error.fmt(f),
            DrawError::Kind(path) => {
                write!(f, "{}: the name has to end in .svg, .html or .dot", path.display())
            }
            DrawError::NoTree(algorithm) => write!(
                f,
                "{algorithm} does not go through the tree depth first on one thread, and cannot be \
                 drawn; mt-sss and mt-dual visit the leaves of sss and dual"
            ),
            DrawError::TooLong { leaves, seconds } => write!(
                f,
                "the whole tree has about {leaves:.0e} leaves, and the search takes about {}; \
                 choose a smaller --depth, or add --force",
                format::seconds(*seconds)
            ),
            DrawError::TooLarge(nodes) => write!(
                f,
                "{} nodes are more than anyone can look at ({}); choose a smaller --depth or an \
                 --algorithm that prunes more, or add --force",
                HumanCount(*nodes as u64),
                HumanCount(DRAWABLE_NODES as u64)
            ),
            DrawError::Interrupt(error) => error.fmt(f),
            DrawError::Json(error) => write!(f, "cannot write the page's data: {error}"),
            DrawError::Write(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl Error for DrawError {}

/// Searches and draws. The exit status is 2 where it cannot.
pub fn run(arguments: &TreeArgs) -> ExitCode {
    match draw(arguments) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("brudno tree: {error}");
            ExitCode::from(2)
        }
    }
}

fn draw(arguments: &TreeArgs) -> Result<ExitCode, DrawError> {
    let kind = kind(&arguments.output)?;
    if !arguments.algorithm.method.is_depth_first() {
        return Err(DrawError::NoTree(arguments.algorithm));
    }
    let drawing = if let Some(tree) = &arguments.tree {
        let depth = arguments.depth.unwrap_or(tree.height());
        search(arguments, tree, depth, ["Max", "Min"], "a tree made by hand")?
    } else {
        let position = match &arguments.fen {
            Some(fen) => {
                Game::from_fen(fen, false).map_err(DrawError::Position)?.position().clone()
            }
            None => Position::startpos(),
        };
        let players =
            if position.turn().is_white() { ["White", "Black"] } else { ["Black", "White"] };
        let name = position.fen();
        let tree = ChessTree::new(position, arguments.leaf.horizon(arguments.algorithm.method));
        search(arguments, &tree, arguments.depth.unwrap_or(1), players, &name)?
    };
    let Some(drawing) = drawing else { return Ok(ExitCode::from(INTERRUPTED)) };
    let text = match kind {
        Kind::Svg => svg::render(&drawing),
        Kind::Dot => dot::render(&drawing),
        Kind::Html => html::render(&drawing).map_err(DrawError::Json)?,
    };
    fs::write(&arguments.output, text)
        .map_err(|error| DrawError::Write(arguments.output.clone(), error))?;
    Ok(ExitCode::SUCCESS)
}

/// The search of a tree as a drawing; `None` where Ctrl-C ended it.
fn search<G: Tree>(
    arguments: &TreeArgs,
    tree: &G,
    depth: u32,
    players: [&str; 2],
    name: &str,
) -> Result<Option<Drawing>, DrawError> {
    let algorithm = arguments.algorithm;
    let estimate = Estimate::new(tree, depth);
    let seconds = estimate.seconds(algorithm.method);
    if seconds > MAX_SECONDS && !arguments.force {
        return Err(DrawError::TooLong { leaves: estimate.leaves, seconds });
    }
    let stop = interrupt::stop_flag().map_err(DrawError::Interrupt)?;
    let monitor = Monitor { stop, ..Monitor::default() };
    let (outcome, recording) = record(algorithm, tree, depth, &monitor);
    if outcome.stopped {
        return Ok(None);
    }
    let nodes = recording.visits.len();
    if nodes > DRAWABLE_NODES && !arguments.force {
        return Err(DrawError::TooLarge(nodes));
    }
    let title = format!("{algorithm}, depth {depth}: {name}");
    let counters = outcome.counters;
    eprintln!(
        "{}: {} nodes, {} leaves, value {}",
        arguments.output.display(),
        HumanCount(counters.nodes),
        HumanCount(counters.leaves),
        format::score(outcome.value)
    );
    let windows = !algorithm.method.is_exhaustive();
    Ok(Some(Drawing::new(title, players, windows, recording)))
}

fn kind(path: &Path) -> Result<Kind, DrawError> {
    path.extension()
        .and_then(|extension| extension.to_str())
        .and_then(|extension| Kind::from_str(extension, true).ok())
        .ok_or_else(|| DrawError::Kind(path.to_owned()))
}
