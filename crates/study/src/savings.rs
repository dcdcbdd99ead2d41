//! `brudno savings`: shows the leaves that alpha-beta saves, by formula and on synthetic trees.

use std::{io, process::ExitCode};

use brudno::{platform::stdio, terminal::display::TermStyle};
use brudno_console::{
    format::{self, Format},
    interrupt::{self, INTERRUPTED, InterruptError},
    process, progress,
};
use brudno_textbook::{
    Algorithm, Heuristics, LeafOrder, Method, Monitor, Uniform,
    minimal_tree::{all_leaves, exact_minimal_leaves, minimal_leaves},
    run as search,
};
use indicatif::HumanCount;
use serde::Serialize;
use thiserror::Error;

const HEADER: [&str; 7] =
    ["depth", "all leaves", "minimal", "share", "best order", "random order", "worst order"];
/// Columns that a narrow terminal omits, in this order.
const SPARE: [usize; 2] = [4, 3];

const FAIL_SOFT: Algorithm = Algorithm { method: Method::FailSoft, heuristics: Heuristics::NONE };
/// Exponent of the number of leaves that alpha-beta visits in random order (Pearl 1982). Shallow
/// trees need a slightly larger one.
const RANDOM_POWER: f64 = 0.8;

/// Arguments of `brudno savings`.
#[derive(clap::Args)]
pub struct SavingsArgs {
    /// Moves in each position: the branching factor
    #[arg(short, long, default_value_t = 40, value_parser = clap::value_parser!(u32).range(2..=1000))]
    branching: u32,
    /// Largest depth of the table, plies
    #[arg(short, long, default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=48))]
    depth: u32,
    /// Search only trees with at most this many expected leaf visits
    #[arg(long, default_value_t = 20_000_000)]
    limit: u64,
    /// Random seed of the leaves
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Results for one depth. Leaves are measured only in trees that are small enough.
#[derive(Serialize)]
struct SavingsRow {
    depth: u32,
    all: Option<u64>,
    minimal: Option<u64>,
    share: f64,
    best: Option<u64>,
    random: Option<u64>,
    worst: Option<u64>,
}

/// Errors of `brudno savings`.
#[derive(Debug, Error)]
enum SavingsError {
    #[error(transparent)]
    Interrupt(InterruptError),
    #[error("cannot write the table: {0}")]
    Write(io::Error),
}

/// Prints the table. The exit status is 1 if the table cannot be written, and 2 if the signal
/// handler cannot be set.
pub fn run(arguments: &SavingsArgs) -> ExitCode {
    savings(arguments).unwrap_or_else(|error| {
        let status = if matches!(error, SavingsError::Write(_)) { 1 } else { 2 };
        process::fail_command("savings", &error, status)
    })
}

fn savings(arguments: &SavingsArgs) -> Result<ExitCode, SavingsError> {
    let stop = interrupt::stop_signal().map_err(SavingsError::Interrupt)?;
    let monitor = Monitor { stop, ..Monitor::default() };
    let bar = progress::bar(arguments.depth.into(), "{bar:30} {pos}/{len}");
    let mut rows = Vec::new();
    for depth in 1..=arguments.depth {
        let row = measure(arguments, depth, &monitor);
        if monitor.stop.is_requested() {
            break;
        }
        rows.push(row);
        bar.inc(1);
    }
    bar.finish_and_clear();
    print(arguments, &rows).map_err(SavingsError::Write)?;
    Ok(if monitor.stop.is_requested() { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
}

fn measure(arguments: &SavingsArgs, depth: u32, monitor: &Monitor) -> SavingsRow {
    let &SavingsArgs { branching, limit, seed, .. } = arguments;
    let whole = f64::from(branching).powf(f64::from(depth));
    let least = minimal_leaves(f64::from(branching), depth);
    let leaves = |order, expected: f64| {
        if expected > limit as f64 {
            return None;
        }
        let tree = Uniform::new(branching, depth, order).ok()?;
        Some(search(FAIL_SOFT, &tree, depth, monitor).counters.leaves)
    };
    SavingsRow {
        depth,
        all: all_leaves(branching.into(), depth),
        minimal: exact_minimal_leaves(branching.into(), depth),
        share: least / whole,
        best: leaves(LeafOrder::Best, least),
        random: leaves(LeafOrder::Random(seed), whole.powf(RANDOM_POWER)),
        worst: leaves(LeafOrder::Worst, whole),
    }
}

fn print(arguments: &SavingsArgs, rows: &[SavingsRow]) -> io::Result<()> {
    if arguments.format == Format::Json {
        return stdio::print(serde_json::to_string_pretty(rows)?);
    }
    let number = |leaves: Option<u64>| match leaves {
        Some(leaves) if arguments.format == Format::Csv => leaves.to_string(),
        Some(leaves) => HumanCount(leaves).to_string(),
        None if arguments.format == Format::Csv => String::new(),
        None => "–".to_owned(),
    };
    let share = |share: f64| match arguments.format {
        Format::Csv => share.to_string(),
        _ => format!("{:.4} %", 100.0 * share),
    };
    let cells: Vec<_> = rows
        .iter()
        .map(|row| {
            vec![
                row.depth.to_string(),
                number(row.all),
                number(row.minimal),
                share(row.share),
                number(row.best),
                number(row.random),
                number(row.worst),
            ]
        })
        .collect();
    let note = format::print_fitting(
        arguments.format,
        &HEADER,
        &cells,
        &[],
        &SPARE,
        TermStyle::of_stdout().width,
    )?;
    if arguments.format != Format::Csv {
        let style = TermStyle::of_stdout();
        let legend = format!(
            "Branching {b}. All leaves: {b}^n, visited by minimax. Minimal: \
             {b}^⌈n/2⌉ + {b}^⌊n/2⌋ − 1, the minimum for alpha-beta. The orders are measured on \
             synthetic trees; – marks trees that are too large, and numbers beyond 64 bits.",
            b = arguments.branching
        );
        stdio::print(format_args!("\n{}", style.wrap(&format::for_stdout(&legend), "")))?;
        if let Some(note) = note {
            stdio::print(style.wrap(&note, ""))?;
        }
    }
    Ok(())
}
