//! `brudno-train data`: what is in files of training games and positions, and files made of them.

mod chances;
mod stats;

use std::{
    fmt::Display,
    num::NonZeroUsize,
    path::{Path, PathBuf},
    process::ExitCode,
};

use brudno::{
    chess::score::Score,
    cli::{format, format::Format},
    platform::{
        stdio,
        stdio::{printable, remark},
    },
};
use clap::{ArgGroup, Subcommand};
use indicatif::{HumanCount, ProgressBar};

use crate::{
    cli::{filter::FilterArgs, progress::reading_bar},
    data,
    data::{
        Copied, DataError, Filter, Labelled, LineSettings, Output, Place, PositionSettings,
        Problem, RescoreBy, Unit, is_positions_file, position_problem, problems, visit_games,
        visit_positions,
    },
};

/// Problems that `validate` prints; the rest is counted.
const MAX_PRINTED: u64 = 20;
/// What errors call standard output.
const STDOUT: &str = "standard output";

/// What `brudno-train data` is asked to do.
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
    /// Write the games or positions of all files into one, in random order; derived positions stay
    /// with the one that they come from
    Shuffle {
        #[command(flatten)]
        files: Files,
        /// The file to write
        #[arg(short, long)]
        output: PathBuf,
        /// Random seed
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Memory to take, MiB; what does not fit goes to temporary files beside the output
        #[arg(long, value_name = "MIB", default_value_t = 4096, value_parser = clap::value_parser!(u64).range(1..1 << 40))]
        memory: u64,
    },
    /// Write the games or positions of all files into one, in turn
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
    /// Replace every score by that of another program: it reads a FEN a line and answers each with
    /// a line, an integer, White's score in the data's units, or none
    ///
    /// A position without an answer keeps its score in a game, and is left out of positions. Until
    /// the output is whole, it is called OUTPUT.partial.
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
    /// Write the positions of games that are not in check, and others derived from them by one to
    /// three random moves, which have no score yet
    Positions {
        /// Files of games in viriformat
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// The file to write
        #[arg(short, long)]
        output: PathBuf,
        /// Positions derived from each of the games'
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
    /// Write the positions of games in PGN and of the lines in their comments (pv=), each once, with
    /// others that are met near them; none has a score yet
    ///
    /// Positions in check are left out, and of those with 27 men and more, or fewer than 20, a part.
    /// Each is followed by those derived from it: by one to three random moves, and, of some, those
    /// that a short search of it evaluates.
    Lines {
        /// Files of games in PGN
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// The file to write
        #[arg(short, long)]
        output: PathBuf,
        /// Positions derived from each by random moves
        #[arg(long, value_name = "N", default_value_t = 1)]
        children: usize,
        /// The share of the positions that is searched, percent
        #[arg(long, value_name = "P", default_value_t = 40, value_parser = clap::value_parser!(u8).range(..=100))]
        searched: u8,
        /// Nodes of such a search; the iteration in which they are reached is finished
        #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u64).range(1..))]
        nodes: u64,
        /// Positions that each search evaluates, drawn at random
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
        /// Only the scores of players with this in their name
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
    /// Whether the work is to write to another program, whose end must not be that of this one.
    pub const fn writes_to_programs(&self) -> bool {
        matches!(self.tool, Tool::Label { .. })
    }
}

/// Does it. The exit status is 1 where games are damaged or cannot be read or written.
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
        Tool::Count(files) => count(&files.files),
        Tool::Stats { files, filter, duplicates } => {
            stats::run(&files.files, filter.filter(), *duplicates)
        }
        Tool::Validate(files) => validate(&files.files),
        Tool::Chances { files, player } => chances::run(files, player.as_deref()),
        Tool::Shuffle { files, output, seed, memory } => {
            let bar = reading_bar(&files.files, 2);
            let out = Output::create(output)?;
            let memory = memory << 20;
            data::shuffle(&files.files, out, *seed, memory, &|bytes| bar.set_position(bytes))
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
            data::lines(files, out, &settings, &|bytes| bar.set_position(bytes))
                .and_then(|copied| tell(&bar, &copied))
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
        let file = std::slice::from_ref(path);
        let progress = |bytes| bar.set_position(done + bytes);
        let truncated = if is_positions_file(path)? {
            visit_positions(file, &progress, |_, _| {
                counts[1] += 1;
                Ok(())
            })
        } else {
            visit_games(file, &progress, |_, record| {
                counts[0] += 1;
                counts[1] += record.len() as u64;
                Ok(())
            })
        }?;
        bar.suspend(|| warn(&truncated));
        done = bar.position();
        total = [total[0] + counts[0], total[1] + counts[1]];
        rows.push(row(printable(&path.display().to_string()), counts));
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
    let unit = Unit::of(files)?;
    let bar = reading_bar(files, 1);
    let progress = |bytes| bar.set_position(bytes);
    let (mut games, mut positions, mut damaged, mut found) = (0, 0, 0, 0);
    let mut print = |place: &dyn Fn() -> Place, problems: &[Problem]| -> Result<(), DataError> {
        damaged += u64::from(!problems.is_empty());
        for problem in problems {
            found += 1;
            if found <= MAX_PRINTED {
                bar.suspend(|| say(printable(&format!("{}: {problem}", place()))))?;
            }
        }
        Ok(())
    };
    let truncated = match unit {
        Unit::Game => visit_games(files, &progress, |place, record| {
            games += 1;
            positions += record.len() as u64;
            print(&|| place.clone(), &problems(record))
        }),
        Unit::Position => visit_positions(files, &progress, |reader, position| {
            positions += 1;
            let problem = position_problem(&position, reader.is_orphan(&position));
            print(&|| reader.place(), problem.as_slice())
        }),
    }?;
    bar.finish_and_clear();
    warn(&truncated);
    if found > MAX_PRINTED {
        say(format_args!("… and {} more", HumanCount(found - MAX_PRINTED)))?;
    }
    let damaged_units = HumanCount(damaged);
    say(format_args!("{}: {damaged_units} {unit}s have problems", amount(games, positions)))?;
    Ok(if damaged == 0 && truncated.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Games, where there are any, and positions.
fn amount(games: u64, positions: u64) -> String {
    let positions = HumanCount(positions);
    match games {
        0 => format!("{positions} positions"),
        games => format!("{} games, {positions} positions", HumanCount(games)),
    }
}

fn warn(truncated: &[DataError]) {
    for error in truncated {
        remark(format_args!("brudno-train data: {error}; what came before it is used"));
    }
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
            0 => "left out",
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
