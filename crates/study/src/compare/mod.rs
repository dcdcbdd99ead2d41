//! `brudno compare`: compares the textbook searches on a position.

mod row;

use std::{
    fmt, io,
    process::ExitCode,
    sync::{Arc, atomic::Ordering},
    time::Instant,
};

use brudno::{
    chess::{Position, score::Score},
    platform::stdio::{self, printable},
    terminal::display::TermStyle,
};
use brudno_console::{
    format::{self, Format},
    interrupt::{self, INTERRUPTED, InterruptError},
    process, progress,
};
use brudno_notation::input::ParsedGame;
use brudno_textbook::{
    Algorithm, CATALOGUE, ChessTree, Game as _, Horizon, Method, Monitor, Static, all_algorithms,
    estimate::Estimate, first_algorithms, minimal_tree::count_tree, run as search,
};
use clap::ValueEnum;
use indicatif::{HumanCount, ProgressBar, ProgressState};
use row::{ComparisonRow, WholeTree};
use serde::Serialize;
use thiserror::Error;

use crate::shared::{
    position_args::{PositionArgs, PositionArgsError},
    score,
};

/// Searches that take longer need `--force`, seconds.
const MAX_SECONDS: f64 = 3_600.0;
/// Full trees with at most this number of leaves are counted. The size of larger trees is
/// estimated, unless an algorithm visits all leaves.
const COUNTED_LEAVES: f64 = 3e7;

/// Leaf evaluations.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LeafArg {
    /// Material: 1, 3, 3, 5, 9
    Material,
    /// The engine's static evaluation
    Eval,
    /// Quiescence search of captures and queen promotions, then material
    Quiescence,
}

impl LeafArg {
    /// Returns the leaf evaluation of a method. Two methods have their own.
    pub const fn horizon(self, method: Method) -> Horizon {
        let evaluation = match self {
            LeafArg::Material | LeafArg::Quiescence => Static::Material,
            LeafArg::Eval => Static::Engine,
        };
        match (method, self) {
            (Method::WithQuiescence, _) => Horizon::Quiescence(evaluation),
            (Method::WithoutQuiescence, _) => Horizon::Stand(evaluation),
            (_, LeafArg::Quiescence) => Horizon::Quiescence(evaluation),
            (_, LeafArg::Material | LeafArg::Eval) => Horizon::Stand(evaluation),
        }
    }
}

/// Arguments of `brudno compare`.
#[derive(clap::Args)]
pub struct CompareArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Depth in plies
    #[arg(long, required_unless_present = "list", value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: Option<u32>,
    /// Evaluation of the leaves
    #[arg(long, value_enum, default_value_t = LeafArg::Eval)]
    leaf: LeafArg,
    /// Algorithms, with move orderings after plus signs: alphabeta,pvs+captures+killers,mtdf+all
    /// [default: minimax,alphabeta-hard,alphabeta,deepening+hash,pvs,mtdf]
    #[arg(long, value_delimiter = ',')]
    algorithms: Vec<Algorithm>,
    /// Compare all algorithms
    #[arg(long, conflicts_with = "algorithms")]
    all: bool,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Search even if it takes hours
    #[arg(long)]
    force: bool,
    /// List the algorithms with their sources
    #[arg(long)]
    list: bool,
}

/// Errors of `brudno compare`.
#[derive(Debug, Error)]
enum CompareError {
    #[error(transparent)]
    Position(PositionArgsError),
    #[error(
        "{name}: about {leaves:.0e} leaves at this depth take {time}; choose a smaller --depth or \
         fewer --algorithms (minimax and negamax visit every leaf), or add --force",
        time = format::seconds(*.seconds)
    )]
    TooDeep { name: String, leaves: f64, seconds: f64 },
    #[error(transparent)]
    Interrupt(InterruptError),
    #[error("cannot write the table: {0}")]
    Output(io::Error),
}

/// Results of all algorithms for a position.
#[derive(Serialize)]
struct Comparison {
    name: String,
    fen: String,
    depth: u32,
    leaf: LeafArg,
    tree: WholeTree,
    rows: Vec<ComparisonRow>,
    /// Common value of all exact algorithms, if they agree.
    value: Option<Score>,
    agree: bool,
}

/// Runs the algorithms and prints the table. The exit status is 1 if exact algorithms disagree or
/// the output cannot be written, and 2 if the search cannot start.
pub fn run(arguments: &CompareArgs) -> ExitCode {
    compare(arguments).unwrap_or_else(|error| {
        let status = if matches!(error, CompareError::Output(_)) { 1 } else { 2 };
        process::fail_command("compare", &error, status)
    })
}

fn compare(arguments: &CompareArgs) -> Result<ExitCode, CompareError> {
    let Some(depth) = arguments.depth.filter(|_| !arguments.list) else {
        let rows = CATALOGUE.map(|(_, name, source)| vec![name.to_owned(), source.to_owned()]);
        return format::print_table(arguments.format, &["algorithm", "source"], &rows, &[1])
            .map(|()| ExitCode::SUCCESS)
            .map_err(CompareError::Output);
    };
    let mut algorithms = arguments.algorithms.clone();
    if algorithms.is_empty() {
        algorithms = if arguments.all { all_algorithms() } else { first_algorithms() };
    }
    let positions = positions(arguments)?;
    let stop = interrupt::stop_signal().map_err(CompareError::Interrupt)?;
    let monitor = Arc::new(Monitor { stop, ..Monitor::default() });
    let mut estimates = Vec::new();
    for (name, position) in &positions {
        let tree = ChessTree::new(position.clone(), arguments.leaf.horizon(Method::Minimax));
        let estimate = Estimate::new(&tree, depth);
        let seconds: f64 = algorithms.iter().map(|a| estimate.seconds(a.method)).sum();
        if seconds > MAX_SECONDS && !arguments.force {
            let (name, leaves) = (name.clone(), estimate.leaves);
            return Err(CompareError::TooDeep { name, leaves, seconds });
        }
        estimates.push(estimate);
    }

    let mut comparisons = Vec::new();
    for ((name, position), estimate) in positions.into_iter().zip(&estimates) {
        let comparison =
            compare_one(name, &position, depth, arguments.leaf, &algorithms, estimate, &monitor);
        if arguments.format != Format::Json {
            print(arguments.format, &comparison).map_err(CompareError::Output)?;
        }
        comparisons.push(comparison);
        if monitor.stop.is_requested() {
            break;
        }
    }
    if arguments.format == Format::Json {
        serde_json::to_string_pretty(&comparisons)
            .map_err(io::Error::from)
            .and_then(stdio::print)
            .map_err(CompareError::Output)?;
    }
    Ok(if comparisons.iter().any(|comparison| !comparison.agree) {
        ExitCode::FAILURE
    } else if monitor.stop.is_requested() {
        ExitCode::from(INTERRUPTED)
    } else {
        ExitCode::SUCCESS
    })
}

fn positions(arguments: &CompareArgs) -> Result<Vec<(String, Position)>, CompareError> {
    let all = arguments.position.all().map_err(CompareError::Position)?;
    let several = all.len() > 1;
    let name = |index: usize, parsed: &ParsedGame| match &parsed.id {
        Some(id) => id.clone(),
        None if several => format!("position {}", index + 1),
        None if parsed.game().position().key() == Position::startpos().key() => {
            "start position".to_owned()
        }
        None => "position".to_owned(),
    };
    let named = all.iter().enumerate();
    Ok(named.map(|(i, parsed)| (name(i, parsed), parsed.game().position().clone())).collect())
}

fn compare_one(
    name: String,
    position: &Position,
    depth: u32,
    leaf: LeafArg,
    algorithms: &[Algorithm],
    estimate: &Estimate,
    monitor: &Arc<Monitor>,
) -> Comparison {
    let bar = progress_bar(algorithms.len(), monitor);
    let mut rows = Vec::new();
    for &algorithm in algorithms {
        bar.set_message(algorithm.to_string());
        let tree = ChessTree::new(position.clone(), leaf.horizon(algorithm.method));
        let start = Instant::now();
        let outcome = search(algorithm, &tree, depth, monitor);
        if outcome.stopped {
            break;
        }
        let best = outcome.line.first().map(|&m| tree.label(position, m));
        rows.push(ComparisonRow::new(algorithm, depth, &outcome, best, start.elapsed()));
        bar.inc(1);
    }
    let exhaustive = rows.iter().find(|row| row.is_exhaustive);
    let tree = match exhaustive {
        Some(row) => WholeTree::new(row.nodes as f64, row.leaves as f64, false, depth),
        None if estimate.leaves <= COUNTED_LEAVES => {
            let game = ChessTree::new(position.clone(), leaf.horizon(Method::Minimax));
            let size = count_tree(&game, position, depth);
            WholeTree::new(size.nodes as f64, size.leaves as f64, false, depth)
        }
        None => WholeTree::new(estimate.nodes, estimate.leaves, true, depth),
    };
    for row in &mut rows {
        row.compare_with(&tree);
    }
    bar.finish_and_clear();
    let mut values: Vec<Score> = rows.iter().filter(|row| row.exact).map(|row| row.value).collect();
    values.dedup();
    Comparison {
        name,
        fen: position.fen(),
        depth,
        leaf,
        tree,
        rows,
        value: values.first().copied().filter(|_| values.len() == 1),
        agree: values.len() <= 1,
    }
}

fn progress_bar(rows: usize, monitor: &Arc<Monitor>) -> ProgressBar {
    let seen = Arc::clone(monitor);
    let bar = progress::bar(rows as u64, "{bar:30} {pos}/{len} {elapsed} {nodes} nodes  {msg}");
    let nodes = move |_: &ProgressState, out: &mut dyn fmt::Write| {
        // The results are valid without the drawing.
        let _ = write!(out, "{}", HumanCount(seen.nodes.load(Ordering::Relaxed)));
    };
    bar.set_style(bar.style().with_key("nodes", nodes));
    bar
}

fn print(format: Format, comparison: &Comparison) -> io::Result<()> {
    let Comparison { name, fen, depth, tree, rows, .. } = comparison;
    let name = printable(name);
    let cells: Vec<_> = rows.iter().map(|row| row.cells(&name, format)).collect();
    if format == Format::Csv {
        return format::print_table(format, &row::CSV_HEADER, &cells, &[]);
    }
    stdio::print(format_args!("{name}, depth {depth}: {fen}\n"))?;
    let note = format::print_fitting(
        format,
        &row::HEADER,
        &cells,
        &[row::BEST],
        &row::SPARE,
        TermStyle::of_stdout().width,
    )?;
    let style = TermStyle::of_stdout();
    stdio::print(format_args!("\n{}", style.wrap(&tree.to_string(), "")))?;
    if let Some(note) = note {
        stdio::print(style.wrap(&note, ""))?;
    }
    for row in rows.iter().filter(|row| !row.iterations.is_empty()) {
        let nodes: Vec<_> =
            row.iterations.iter().map(|&nodes| HumanCount(nodes).to_string()).collect();
        let note = format!("{}: nodes by iteration {}.", row.algorithm, nodes.join("; "));
        stdio::print(style.wrap(&note, ""))?;
    }
    if rows.iter().any(|row| !row.exact) {
        stdio::print("* uses its own leaf evaluation and may disagree.")?;
    }
    let exact = rows.iter().filter(|row| row.exact).count();
    let agreement = match comparison.value {
        Some(value) if exact == 1 => {
            format!("The only exact search returns {}.\n", score::text(value))
        }
        Some(value) => format!("All {exact} exact searches agree: {}.\n", score::text(value)),
        None if comparison.agree => "No exact search was finished.\n".to_owned(),
        None => "THE EXACT SEARCHES DISAGREE.\n".to_owned(),
    };
    stdio::print(agreement)
}
