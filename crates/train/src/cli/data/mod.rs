//! `brudno-train data`: inspects and converts files of training games and positions.

mod args;
mod chances;
mod count;
mod stats;
mod validate;

use std::{fmt::Display, path::Path, process::ExitCode};

pub use args::DataArgs;
use args::Tool;
use brudno::platform::stdio::{self, remark};
use brudno_console::format::{self, Format};
use indicatif::{HumanCount, ProgressBar};

use crate::{
    cli::progress::reading_bar,
    data,
    data::{
        Copied, DataError, Filter, Labelled, LeafSearchSettings, LineSettings, Output,
        PositionSettings, RescoreBy, ThinBy,
    },
};

/// Name of standard output in errors.
const STDOUT: &str = "standard output";

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
        Tool::Thin { files, all_men, leaves, output, seed } => {
            let by = match (*all_men, *leaves) {
                (true, _) => ThinBy::Score,
                (false, true) => ThinBy::ScoreAndMenOfLeaves,
                (false, false) => ThinBy::ScoreAndMen,
            };
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
        Tool::Leaves { files, output, per_game, branch, nodes, leaves, seed, threads } => {
            let settings = LeafSearchSettings {
                per_game: *per_game,
                branch: *branch,
                nodes: *nodes,
                leaves: *leaves,
                seed: *seed,
                threads: threads.get(),
            };
            let bar = reading_bar(files, 1);
            let out = Output::create(output)?;
            data::leaves(files, out, &settings, &|bytes| bar.set_position(bytes))
                .and_then(|copied| tell(&bar, &copied))
        }
    }
}

/// Formats the number of positions, and of games if there are any.
fn amount(games: u64, positions: u64) -> String {
    let positions = HumanCount(positions);
    match games {
        0 => format!("{positions} positions"),
        games => format!("{} games, {positions} positions", HumanCount(games)),
    }
}

fn warn(truncated: &[DataError]) {
    for error in truncated {
        remark(format_args!("brudno-train data: {error}; the data before this place is used"));
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
            0 => "are dropped",
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
