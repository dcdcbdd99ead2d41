//! `brudno-train data`: inspects and converts files of training games and positions.

mod chances;
mod count;
mod stats;
mod validate;

use std::{
    fmt::Display,
    num::NonZeroUsize,
    path::{Path, PathBuf},
    process::ExitCode,
};

use brudno::{
    chess::score::Score,
    platform::stdio::{self, remark},
};
use brudno_console::format::{self, Format};
use clap::{ArgGroup, Subcommand};
use indicatif::{HumanCount, ProgressBar};

use crate::{
    cli::{filter::FilterArgs, progress::reading_bar},
    data,
    data::{
        Copied, DataError, Filter, Labelled, LineSettings, Output, PositionSettings, RescoreBy,
        ThinBy,
    },
};

/// Name of standard output in errors.
const STDOUT: &str = "standard output";

/// Arguments of `brudno-train data`.
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
    /// Check that every move and position is legal, every score in range, and every result plausible
    Validate(Files),
    /// Shuffle the games or positions of all files into one; derived positions stay with their parent
    Shuffle {
        #[command(flatten)]
        files: Files,
        /// The file to write
        #[arg(short, long)]
        output: PathBuf,
        /// Random seed
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Memory, MiB; the rest goes to temporary files beside the output
        #[arg(long, value_name = "MIB", default_value_t = 4096, value_parser = clap::value_parser!(u64).range(1..1 << 40))]
        memory: u64,
    },
    /// Keep a random part of the positions: all undecided ones of the middlegame, half of those beyond
    /// ±600, fewer of more decided ones, and a part of those with 27 men and more, or fewer than 20
    Thin {
        /// Files of positions with scores
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Drop none for its number of men, as in positions of `data lines`, which drops a part itself
        #[arg(long)]
        all_men: bool,
        /// The file to write
        #[arg(short, long)]
        output: PathBuf,
        /// Random seed
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Concatenate the games or positions of all files
    Merge {
        #[command(flatten)]
        files: Files,
        /// The file to write
        #[arg(short, long)]
        output: PathBuf,
        /// Scale the scores, except mates, to this percentage: engines have different units
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
        /// Nodes for each position, plus the rest of the iteration
        #[arg(long, group = "by", value_parser = clap::value_parser!(u64).range(1..))]
        nodes: Option<u64>,
        /// Threads
        #[arg(long, default_value_t = NonZeroUsize::MIN)]
        threads: NonZeroUsize,
    },
    /// Replace every score by that of a program that reads one FEN a line and answers each with a line:
    /// White's score in the data's units, an integer, or none
    ///
    /// A position without a score keeps its old score in a game, and is dropped from a file of
    /// positions. Until the output is complete, it is called OUTPUT.partial.
    Label {
        /// The games or positions
        input: PathBuf,
        /// The program and its arguments
        #[arg(long, value_name = "COMMAND")]
        teacher: String,
        /// The file to write
        #[arg(short, long)]
        output: PathBuf,
        /// Processes of the program
        #[arg(long, default_value_t = NonZeroUsize::MIN)]
        threads: NonZeroUsize,
    },
    /// Write the positions of games that are not in check, and positions derived from them by one to
    /// three random moves, without scores
    Positions {
        /// Files of games in viriformat
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// The file to write
        #[arg(short, long)]
        output: PathBuf,
        /// Derived positions per position
        #[arg(long, value_name = "N", default_value_t = 0)]
        children: usize,
        /// Random seed
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Skip this many plies at the start of each game
        #[arg(long, default_value_t = 14)]
        min_ply: usize,
        /// Skip positions with a larger halfmove clock
        #[arg(long, default_value_t = 59)]
        max_halfmoves: u32,
        /// Skip positions with a larger score, in the data's units
        #[arg(long, default_value_t = 2499)]
        max_score: Score,
    },
    /// Write the positions of PGN games and of the lines in their comments (pv=), each once, and
    /// positions derived from them, all without scores
    ///
    /// Skips positions in check, and a part of those with 27 pieces and more, or fewer than 20. Each
    /// position is followed by derived ones: by one to three random moves, and for some, positions that
    /// a short search evaluates.
    Lines {
        /// Files of games in PGN
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// The file to write
        #[arg(short, long)]
        output: PathBuf,
        /// Derived positions per position, by random moves
        #[arg(long, value_name = "N", default_value_t = 1)]
        children: usize,
        /// Share of positions to search, percent
        #[arg(long, value_name = "P", default_value_t = 40, value_parser = clap::value_parser!(u8).range(..=100))]
        searched: u8,
        /// Nodes of each search, plus the rest of the iteration
        #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u64).range(1..))]
        nodes: u64,
        /// Evaluated positions to keep of each search, drawn at random
        #[arg(long, value_name = "N", default_value_t = 3)]
        leaves: usize,
        /// Random seed
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Threads
        #[arg(long, default_value_t = NonZeroUsize::MIN)]
        threads: NonZeroUsize,
    },
    /// Fit the win, draw and loss model to the scores in PGN files of cutechess-cli or fastchess
    Chances {
        /// The games
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Only the scores of players whose name contains this text
        #[arg(long)]
        player: Option<String>,
    },
}

#[derive(clap::Args)]
struct Files {
    /// Files of games in viriformat, or of positions
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

impl DataArgs {
    /// Returns true if the command writes to a child process: then a broken pipe must not end this one.
    pub const fn writes_to_programs(&self) -> bool {
        matches!(self.tool, Tool::Label { .. })
    }
}

/// Runs the command. The exit status is 1 if data is damaged or cannot be read or written.
pub fn run(arguments: &DataArgs) -> ExitCode {
    match dispatch(&arguments.tool) {
        Ok(code) => code,
        Err(error) => {
            remark(format_args!("brudno-train data: {error}"));
            ExitCode::FAILURE
        }
    }
}

fn dispatch(tool: &Tool) -> Result<ExitCode, DataError> {
    match tool {
        Tool::Count(files) => count::run(&files.files),
        Tool::Stats { files, filter, duplicates } => {
            stats::run(&files.files, filter.filter(), *duplicates)
        }
        Tool::Validate(files) => validate::run(&files.files),
        Tool::Chances { files, player } => chances::run(files, player.as_deref()),
        Tool::Shuffle { files, output, seed, memory } => {
            let bar = reading_bar(&files.files, 2);
            let out = Output::create(output)?;
            let memory = memory << 20;
            data::shuffle(&files.files, out, *seed, memory, &|bytes| bar.set_position(bytes))
                .and_then(|copied| tell(&bar, &copied))
        }
        Tool::Thin { files, all_men, output, seed } => {
            let by = if *all_men { ThinBy::Score } else { ThinBy::ScoreAndMen };
            let bar = reading_bar(files, 1);
            let out = Output::create(output)?;
            data::thin(files, out, by, *seed, &|bytes| bar.set_position(bytes))
                .and_then(|copied| tell(&bar, &copied))
        }
        Tool::Merge { files, output, percent } => {
            let bar = reading_bar(&files.files, 1);
            let out = Output::create(output)?;
            data::merge(&files.files, out, *percent, &|bytes| bar.set_position(bytes))
                .and_then(|copied| tell(&bar, &copied))
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
                .and_then(|copied| tell(&bar, &copied))
        }
        Tool::Label { input, teacher, output, threads } => {
            let bar = reading_bar(std::slice::from_ref(input), 1);
            let out = Output::create(output)?;
            data::label(input, out, teacher, threads.get(), &|bytes| bar.set_position(bytes))
                .and_then(|labelled| tell_labelled(&bar, &labelled))
        }
        Tool::Positions { files, output, children, seed, min_ply, max_halfmoves, max_score } => {
            let filter = Filter {
                min_ply: *min_ply,
                max_halfmoves: *max_halfmoves,
                max_score: *max_score,
                decided: *max_score,
                ..Filter::default()
            };
            let settings = PositionSettings { filter, children: *children, seed: *seed };
            let bar = reading_bar(files, 1);
            let out = Output::create(output)?;
            data::write_positions(files, out, &settings, &|bytes| bar.set_position(bytes))
                .and_then(|copied| tell(&bar, &copied))
        }
        Tool::Lines { files, output, children, searched, nodes, leaves, seed, threads } => {
            let settings = LineSettings {
                children: *children,
                searched: f64::from(*searched) / 100.0,
                nodes: *nodes,
                leaves: *leaves,
                seed: *seed,
                threads: threads.get(),
            };
            let bar = reading_bar(files, 1);
            let out = Output::create(output)?;
            let progress = |bytes| bar.set_position(bytes);
            let skip = |error: &DataError| bar.suspend(|| warn_of_game(error));
            data::lines(files, out, &settings, &progress, &skip)
                .and_then(|copied| tell(&bar, &copied))
        }
    }
}

/// Describes the numbers of games, if any, and positions.
fn amount(games: u64, positions: u64) -> String {
    let positions = HumanCount(positions);
    match games {
        0 => format!("{positions} positions"),
        games => format!("{} games, {positions} positions", HumanCount(games)),
    }
}

fn warn(truncated: &[DataError]) {
    for error in truncated {
        remark(format_args!("brudno-train data: {error}; the data before it is used"));
    }
}

fn warn_of_game(error: &DataError) {
    remark(format_args!("brudno-train data: {error}; the game is skipped"));
}

fn tell(bar: &ProgressBar, copied: &Copied) -> Result<ExitCode, DataError> {
    bar.finish_and_clear();
    warn(&copied.truncated);
    say(format_args!("{} written", amount(copied.games, copied.positions)))?;
    Ok(ExitCode::SUCCESS)
}

fn tell_labelled(bar: &ProgressBar, labelled: &Labelled) -> Result<ExitCode, DataError> {
    let code = tell(bar, &labelled.copied)?;
    if labelled.unanswered > 0 {
        let unanswered = HumanCount(labelled.unanswered);
        let place = match labelled.copied.games {
            0 => "dropped",
            _ => "keep their scores",
        };
        say(format_args!("{unanswered} positions without an answer {place}"))?;
    }
    Ok(code)
}

/// Prints a line.
fn say(text: impl Display) -> Result<(), DataError> {
    stdio::print(text).map_err(DataError::io(Path::new(STDOUT)))
}

fn print(header: &[&str], rows: &[Vec<String>]) -> Result<ExitCode, DataError> {
    format::print_table(Format::Text, header, rows, &[])
        .map_err(DataError::io(Path::new(STDOUT)))?;
    Ok(ExitCode::SUCCESS)
}
