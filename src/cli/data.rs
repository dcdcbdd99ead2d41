//! `brudno data`: what is in files of training games, and files made of them.

mod chances;
mod stats;

use std::{num::NonZeroUsize, path::PathBuf, process::ExitCode};

use clap::{ArgGroup, Subcommand};
use indicatif::{HumanCount, ProgressBar};

use super::{
    filter::FilterArgs,
    format::{self, Format},
    progress::reading_bar,
};
use crate::data::{self, Copied, DataError, Output, RescoreBy, problems, visit_games};

/// Problems that `validate` prints; the rest is counted.
const MAX_PRINTED: u64 = 20;

/// What `brudno data` is asked to do.
#[derive(clap::Args)]
pub struct DataArgs {
    #[command(subcommand)]
    tool: Tool,
}

#[derive(Subcommand)]
enum Tool {
    /// Count games and positions
    Count(Files),
    /// Show how often each result, score, number of men, phase and ply occurs
    Stats {
        #[command(flatten)]
        files: Files,
        /// Count duplicate positions: takes 8 bytes of memory for each position
        #[arg(long)]
        duplicates: bool,
        #[command(flatten)]
        filter: FilterArgs,
    },
    /// Check that every move is legal, every score in range, and every result plausible
    Validate(Files),
    /// Write the games of all files into one, in random order
    Shuffle {
        #[command(flatten)]
        files: Files,
        /// The file to write
        #[arg(short, long)]
        output: PathBuf,
        /// Random seed
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Write the games of all files into one, in turn
    Merge {
        #[command(flatten)]
        files: Files,
        /// The file to write
        #[arg(short, long)]
        output: PathBuf,
        /// Scale the scores to this percentage, mates excepted: engines differ in their units
        #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000))]
        percent: u32,
    },
    /// Replace every score by the engine's own: of the quiescence search, or of a search to --depth
    /// or --nodes
    #[command(group(ArgGroup::new("by")))]
    Rescore {
        /// The games
        input: PathBuf,
        /// The file to write
        #[arg(short, long)]
        output: PathBuf,
        /// Depth in plies
        #[arg(long, group = "by", value_parser = clap::value_parser!(u32).range(1..))]
        depth: Option<u32>,
        /// Nodes for each position; the iteration in which they are reached is finished
        #[arg(long, group = "by", value_parser = clap::value_parser!(u64).range(1..))]
        nodes: Option<u64>,
        /// Threads
        #[arg(long, default_value_t = NonZeroUsize::MIN)]
        threads: NonZeroUsize,
    },
    /// Fit the win, draw and loss model to the scores in PGN files of cutechess-cli or fastchess
    Chances {
        /// The games
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Only the scores of players with this in their name
        #[arg(long)]
        player: Option<String>,
    },
}

#[derive(clap::Args)]
struct Files {
    /// Files of games in viriformat
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// Does it. The exit status is 1 where games are damaged or cannot be read or written.
pub fn run(arguments: &DataArgs) -> ExitCode {
    match dispatch(&arguments.tool) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("brudno data: {error}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(tool: &Tool) -> Result<ExitCode, DataError> {
    match tool {
        Tool::Count(files) => count(&files.files),
        Tool::Stats { files, filter, duplicates } => {
            stats::run(&files.files, filter.filter(), *duplicates)
        }
        Tool::Validate(files) => validate(&files.files),
        Tool::Chances { files, player } => chances::run(files, player.as_deref()),
        Tool::Shuffle { files, output, seed } => {
            let bar = reading_bar(&files.files, 2);
            let out = Output::create(output)?;
            data::shuffle(&files.files, out, *seed, &|bytes| bar.set_position(bytes))
                .map(|copied| tell(&bar, &copied))
        }
        Tool::Merge { files, output, percent } => {
            let bar = reading_bar(&files.files, 1);
            let out = Output::create(output)?;
            data::merge(&files.files, out, *percent, &|bytes| bar.set_position(bytes))
                .map(|copied| tell(&bar, &copied))
        }
        Tool::Rescore { input, output, depth, nodes, threads } => {
            let by = match (depth, nodes) {
                (Some(depth), _) => RescoreBy::Depth(*depth),
                (_, Some(nodes)) => RescoreBy::Nodes(*nodes),
                (None, None) => RescoreBy::Quiescence,
            };
            let bar = reading_bar(std::slice::from_ref(input), 1);
            let out = Output::create(output)?;
            data::rescore(input, out, by, threads.get(), &|bytes| bar.set_position(bytes))
                .map(|copied| tell(&bar, &copied))
        }
    }
}

fn count(files: &[PathBuf]) -> Result<ExitCode, DataError> {
    let bar = reading_bar(files, 1);
    let mut done = 0;
    let mut total = [0; 2];
    let mut rows = Vec::new();
    for path in files {
        let mut counts = [0; 2];
        let truncated = visit_games(
            std::slice::from_ref(path),
            &|bytes| bar.set_position(done + bytes),
            |_, record| {
                counts[0] += 1;
                counts[1] += record.len() as u64;
                Ok(())
            },
        )?;
        bar.suspend(|| warn(&truncated));
        done = bar.position();
        total = [total[0] + counts[0], total[1] + counts[1]];
        rows.push(row(path.display().to_string(), counts));
    }
    bar.finish_and_clear();
    if files.len() > 1 {
        rows.push(row("all".to_owned(), total));
    }
    print(&["file", "games", "positions"], &rows)
}

fn row(name: String, counts: [u64; 2]) -> Vec<String> {
    let [games, positions] = counts.map(HumanCount);
    vec![name, games.to_string(), positions.to_string()]
}

fn validate(files: &[PathBuf]) -> Result<ExitCode, DataError> {
    let bar = reading_bar(files, 1);
    let (mut games, mut positions, mut damaged, mut found) = (0, 0, 0, 0);
    let truncated = visit_games(files, &|bytes| bar.set_position(bytes), |place, record| {
        games += 1;
        positions += record.len() as u64;
        let problems = problems(record);
        damaged += u64::from(!problems.is_empty());
        for problem in problems {
            found += 1;
            if found <= MAX_PRINTED {
                bar.suspend(|| println!("{place}: {problem}"));
            }
        }
        Ok(())
    })?;
    bar.finish_and_clear();
    warn(&truncated);
    if found > MAX_PRINTED {
        println!("… and {} more", HumanCount(found - MAX_PRINTED));
    }
    let [games, positions, damaged_games] = [games, positions, damaged].map(HumanCount);
    println!("{games} games, {positions} positions: {damaged_games} games have problems");
    Ok(if damaged == 0 && truncated.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn warn(truncated: &[DataError]) {
    for error in truncated {
        eprintln!("brudno data: {error}; what came before it is used");
    }
}

fn tell(bar: &ProgressBar, copied: &Copied) -> ExitCode {
    bar.finish_and_clear();
    warn(&copied.truncated);
    let [games, positions] = [copied.games, copied.positions].map(HumanCount);
    println!("{games} games, {positions} positions written");
    ExitCode::SUCCESS
}

fn print(header: &[&str], rows: &[Vec<String>]) -> Result<ExitCode, DataError> {
    format::print_table(Format::Text, header, rows, &[])
        .map_err(|error| DataError::Io("standard output".into(), error))?;
    Ok(ExitCode::SUCCESS)
}
