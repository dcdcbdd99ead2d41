//! `brudno tree`: draws a search tree.

mod dot;
mod drawing;
mod html;
mod svg;

use std::{
    io,
    path::{Path, PathBuf},
    process::ExitCode,
};

use brudno::platform::{files, stdio::remark};
use brudno_console::{
    format,
    interrupt::{self, INTERRUPTED, InterruptError},
    process,
};
use brudno_textbook::{
    Algorithm, ChessTree, Game as Tree, HandMade, Monitor, Outcome, Trace, estimate::Estimate,
    trace,
};
use clap::ValueEnum;
use drawing::Drawing;
use indicatif::HumanCount;
use thiserror::Error;

use crate::{
    compare::LeafArg,
    shared::{
        position_args::{PositionArgs, PositionArgsError},
        score,
    },
};

/// Drawings with more nodes need `--force`.
const DRAWABLE_NODES: usize = 50_000;
/// Searches that take longer need `--force`, seconds.
const MAX_SECONDS: f64 = 60.0;

/// Arguments of `brudno tree`.
#[derive(clap::Args)]
pub struct TreeArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Search a tree given by its leaf values, from Max's view: "((3 5 2) (4 1 6))"
    #[arg(long, conflicts_with = "position")]
    tree: Option<HandMade>,
    /// Depth in plies [default with --tree: the depth of the tree]
    #[arg(long, required_unless_present = "tree", value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: Option<u32>,
    /// Algorithm, with move orderings after plus signs; brudno compare --list lists them
    #[arg(long, default_value = "alphabeta")]
    algorithm: Algorithm,
    /// Evaluation of the leaves
    #[arg(long, value_enum, default_value_t = LeafArg::Eval)]
    leaf: LeafArg,
    /// File to write, ending in .svg, .html or .dot
    #[arg(short, long)]
    output: PathBuf,
    /// Draw even if it takes long or the drawing is very large
    #[arg(long)]
    force: bool,
}

/// File formats.
#[derive(Clone, Copy, ValueEnum)]
enum FileFormat {
    Svg,
    Html,
    Dot,
}

/// Errors of `brudno tree`.
#[derive(Debug, Error)]
enum DrawError {
    #[error(transparent)]
    Position(PositionArgsError),
    #[error("{0}: unknown file type; use .svg, .html or .dot")]
    Kind(PathBuf),
    #[error(
        "{0} is not a depth-first search on one thread and cannot be drawn; mt-sss and mt-dual \
         visit the leaves of sss and dual"
    )]
    NoTree(Algorithm),
    #[error(
        "the full tree has about {leaves:.0e} leaves, and the search takes about {time}; choose a \
         smaller --depth or add --force",
        time = format::seconds(*.seconds)
    )]
    TooLong { leaves: f64, seconds: f64 },
    #[error(
        "{nodes} nodes are too many for a readable drawing (maximum {most}); choose a smaller \
         --depth or an --algorithm that prunes more, or add --force",
        nodes = HumanCount(*.0 as u64),
        most = HumanCount(DRAWABLE_NODES as u64)
    )]
    TooLarge(usize),
    #[error(transparent)]
    Interrupt(InterruptError),
    #[error("cannot write the page's data: {0}")]
    Json(serde_json::Error),
    #[error("{0}: {1}")]
    Write(PathBuf, io::Error),
}

/// Searches the tree and writes the drawing. The exit status is 2 on failure.
pub fn run(arguments: &TreeArgs) -> ExitCode {
    draw(arguments).unwrap_or_else(|error| process::fail_command("tree", &error, 2))
}

fn draw(arguments: &TreeArgs) -> Result<ExitCode, DrawError> {
    let kind = kind(&arguments.output)?;
    if !arguments.algorithm.method.is_depth_first() {
        return Err(DrawError::NoTree(arguments.algorithm));
    }
    let drawing = if let Some(tree) = &arguments.tree {
        let depth = arguments.depth.unwrap_or(tree.height());
        let found = search(arguments, tree, depth)?;
        found.map(|found| {
            draw_up(arguments, depth, ["Max", "Min"], "a tree given by its leaves", found)
        })
    } else {
        let parsed = arguments.position.one().map_err(DrawError::Position)?;
        let position = parsed.game().position().clone();
        let players =
            if position.turn().is_white() { ["White", "Black"] } else { ["Black", "White"] };
        let name = position.fen();
        let leaf = arguments.leaf.horizon(arguments.algorithm.method);
        let tree = ChessTree::new(position.clone(), leaf);
        let depth = arguments.depth.unwrap_or(1);
        search(arguments, &tree, depth)?.map(|found| {
            let visits = &found.1.visits;
            let moves: Vec<_> = visits.iter().map(|visit| (visit.parent, visit.m)).collect();
            let (mut drawing, summary) = draw_up(arguments, depth, players, &name, found);
            drawing.add_boards(&position, &moves);
            (drawing, summary)
        })
    };
    let Some((drawing, summary)) = drawing else { return Ok(ExitCode::from(INTERRUPTED)) };
    let text = match kind {
        FileFormat::Svg => svg::render(&drawing),
        FileFormat::Dot => dot::render(&drawing),
        FileFormat::Html => html::render(&drawing).map_err(DrawError::Json)?,
    };
    files::replace(&arguments.output, text.as_bytes())
        .map_err(|error| DrawError::Write(arguments.output.clone(), error))?;
    remark(format_args!("{}: {summary}", arguments.output.display()));
    Ok(ExitCode::SUCCESS)
}

/// A search result with its trace.
type TracedSearch<M> = (Outcome<M>, Trace<M>);

/// Searches a tree. `None` if Ctrl-C ended the search.
fn search<G: Tree>(
    arguments: &TreeArgs,
    tree: &G,
    depth: u32,
) -> Result<Option<TracedSearch<G::Move>>, DrawError> {
    let algorithm = arguments.algorithm;
    let estimate = Estimate::new(tree, depth);
    let seconds = estimate.seconds(algorithm.method);
    if seconds > MAX_SECONDS && !arguments.force {
        return Err(DrawError::TooLong { leaves: estimate.leaves, seconds });
    }
    let stop = interrupt::stop_signal().map_err(DrawError::Interrupt)?;
    let monitor = Monitor { stop, ..Monitor::default() };
    let (outcome, trace) = trace(algorithm, tree, depth, &monitor);
    if outcome.stopped {
        return Ok(None);
    }
    let nodes = trace.visits.len();
    if nodes > DRAWABLE_NODES && !arguments.force {
        return Err(DrawError::TooLarge(nodes));
    }
    Ok(Some((outcome, trace)))
}

/// Builds the drawing and its summary.
fn draw_up<M>(
    arguments: &TreeArgs,
    depth: u32,
    players: [&str; 2],
    name: &str,
    (outcome, trace): TracedSearch<M>,
) -> (Drawing, String) {
    let algorithm = arguments.algorithm;
    let summary = format!(
        "{}, {}, value {}",
        format::count(outcome.counters.nodes, "node", "nodes"),
        format::count(outcome.counters.leaves, "leaf", "leaves"),
        score::text(outcome.value)
    );
    let title = format!("{algorithm}, depth {depth}: {name}");
    let windows = !algorithm.method.is_exhaustive();
    (Drawing::new(title, players, windows, trace), summary)
}

fn kind(path: &Path) -> Result<FileFormat, DrawError> {
    path.extension()
        .and_then(|extension| extension.to_str())
        .and_then(|extension| FileFormat::from_str(extension, true).ok())
        .ok_or_else(|| DrawError::Kind(path.to_owned()))
}
