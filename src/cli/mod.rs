//! The command line.

mod analyse;
mod annotate;
#[cfg(feature = "train")]
mod average;
mod compare;
#[cfg(feature = "train")]
mod data;
#[cfg(feature = "train")]
mod datagen;
mod engine;
mod evaluation;
#[cfg(feature = "train")]
mod filter;
mod format;
mod interrupt;
mod json;
mod packaging;
mod page;
mod play;
mod position;
mod progress;
mod savings;
mod solve;
mod tablebase;
#[cfg(feature = "train")]
mod train;
mod tree;

use std::{
    env,
    io::{self, IsTerminal as _, Write as _},
    process::ExitCode,
};

use clap::{Command, CommandFactory as _, Parser, Subcommand};

use crate::{
    bench, nnue, params, perft,
    search::Control,
    stdio::{self, printable, remark},
    uci,
};
use position::PositionArgs;

/// A UCI chess engine. Without a command it reads UCI commands from standard input; on a terminal it
/// prints the analysis in columns.
///
/// UCI commands may be arguments, too: brudno "position startpos moves e2e4" "go depth 12"
#[derive(Parser)]
#[command(name = "brudno", version)]
struct Arguments {
    #[command(subcommand)]
    command: Option<CliCommand>,
}

#[derive(Subcommand)]
enum CliCommand {
    /// Search the benchmark positions, and print the nodes and the speed
    Bench {
        /// Depth in plies
        #[arg(default_value_t = bench::DEFAULT_DEPTH)]
        depth: u32,
    },
    /// Count the leaf nodes of the tree of legal moves, for each move
    Perft {
        /// Depth in plies
        #[arg(value_parser = clap::value_parser!(u32).range(..=i64::from(perft::Depth::MAX)))]
        depth: u32,
        #[command(flatten)]
        position: PositionArgs,
    },
    /// Analyse a position and print a report, or annotate the games of a PGN file
    #[command(alias = "analyze")]
    Analyse(analyse::AnalyseArgs),
    /// Play against the engine
    Play(play::PlayArgs),
    /// Run an EPD test suite and count the solved positions
    Solve(solve::SolveArgs),
    /// Compare the textbooks' search algorithms on a position
    Compare(compare::CompareArgs),
    /// Show how many leaves alpha-beta saves, by formula and measured
    Savings(savings::SavingsArgs),
    /// Draw a search tree: each node with its window and value, and what was pruned
    Tree(tree::TreeArgs),
    /// Inspect, shuffle, merge, rescore and label training games and positions
    #[cfg(feature = "train")]
    Data(data::DataArgs),
    /// Generate training games by self-play
    #[cfg(feature = "train")]
    Datagen(datagen::DatagenArgs),
    /// Train a network on training games
    #[cfg(feature = "train")]
    Train(train::TrainArgs),
    /// Write the mean of networks, which errs less than each where they learned on from the same one
    #[cfg(feature = "train")]
    Average(average::AverageArgs),
    /// Print the search parameters as OpenBench's SPSA input
    Spsa,
    /// Print completions of commands and options for a shell
    Completions(packaging::CompletionsArgs),
    /// Print the manual page, or write those of all commands into a folder
    Man(packaging::ManArgs),
    /// UCI lines, run in turn: brudno "position startpos" "go depth 12"
    #[command(external_subcommand)]
    Lines(Vec<String>),
}

/// The command line as a value: its commands and their options.
pub fn clap_command() -> Command {
    Arguments::command()
}

/// Does what the process's arguments say.
pub fn run() -> ExitCode {
    block_file_size_signal();
    let command = match parse() {
        Ok(command) => command,
        Err(code) => return code,
    };
    if command.as_ref().is_some_and(|command| !writes_to_programs(command)) {
        // `brudno data stats games.vf | head` ends as other tools do; only the protocol has to
        // hear that nobody reads it any more, and those who write to programs of their own.
        sigpipe::reset();
    }
    if let Some(CliCommand::Lines(lines)) = &command
        && let Some(meant) = meant_command(lines)
    {
        remark(format_args!("brudno: no command '{}'; did you mean '{meant}'?", lines[0]));
        return ExitCode::FAILURE;
    }
    if needs_network(command.as_ref())
        && let Err(error) = nnue::check_embedded()
    {
        remark(format_args!("brudno: the network built in with EVALFILE cannot be used: {error}"));
        return ExitCode::FAILURE;
    }
    match command {
        None => uci::run(),
        Some(CliCommand::Bench { depth }) => {
            let print = |line: &str| stdio::print(line).map_err(stdio::output_error);
            result(bench::run(depth, &Control::new(false), print))
        }
        Some(CliCommand::Perft { depth, position }) => match position.one() {
            Ok(pasted) => {
                let fen = pasted.game().position().fen();
                uci::run_lines([format!("position fen {fen}"), format!("perft {depth}")])
            }
            Err(error) => fail(&error),
        },
        Some(CliCommand::Analyse(arguments)) => analyse::run(&arguments),
        Some(CliCommand::Play(arguments)) => play::run(&arguments),
        Some(CliCommand::Solve(arguments)) => solve::run(&arguments),
        Some(CliCommand::Compare(arguments)) => compare::run(&arguments),
        Some(CliCommand::Savings(arguments)) => savings::run(&arguments),
        Some(CliCommand::Tree(arguments)) => tree::run(&arguments),
        #[cfg(feature = "train")]
        Some(CliCommand::Data(arguments)) => data::run(&arguments),
        #[cfg(feature = "train")]
        Some(CliCommand::Datagen(arguments)) => datagen::run(&arguments),
        #[cfg(feature = "train")]
        Some(CliCommand::Train(arguments)) => train::run(&arguments),
        #[cfg(feature = "train")]
        Some(CliCommand::Average(arguments)) => average::run(&arguments),
        Some(CliCommand::Spsa) => result(list_tuned_numbers().map_err(stdio::output_error)),
        Some(CliCommand::Completions(arguments)) => {
            result(packaging::print_completions(&arguments, clap_command()))
        }
        Some(CliCommand::Man(arguments)) => {
            result(packaging::write_manual(&arguments, clap_command()))
        }
        // `brudno go depth 12` is one line, as shells make it easy to type.
        Some(CliCommand::Lines(words)) if !words.iter().any(|word| word.contains(' ')) => {
            uci::run_lines([words.join(" ")])
        }
        Some(CliCommand::Lines(lines)) => uci::run_lines(lines),
    }
}

/// Returns the command of the arguments, or the exit status after printing help or the error.
fn parse() -> Result<Option<CliCommand>, ExitCode> {
    let error = match Arguments::try_parse() {
        Ok(arguments) => return Ok(arguments.command),
        Err(error) => error,
    };
    let code = u8::try_from(error.exit_code()).unwrap_or(u8::MAX);
    if error.use_stderr() && quotes_control_characters() {
        // It quotes arguments: without colours, since they are control characters, too.
        error.to_string().lines().for_each(remark);
        return Err(ExitCode::from(code));
    }
    match error.print() {
        Err(failure) if !error.use_stderr() => Err(result(Err(stdio::output_error(failure)))),
        _ => Err(ExitCode::from(code)),
    }
}

fn quotes_control_characters() -> bool {
    env::args_os().any(|argument| {
        let text = argument.to_string_lossy();
        printable(&text) != text
    })
}

/// Makes a write beyond the limit of a file's size an error: the signal would end the process. Threads
/// that are started later inherit this.
fn block_file_size_signal() {
    #[cfg(unix)]
    {
        use nix::sys::signal::{SigSet, Signal};

        let mut signals = SigSet::empty();
        signals.add(Signal::SIGXFSZ);
        if let Err(error) = signals.thread_block() {
            log::warn!("SIGXFSZ cannot be blocked: {error}");
        }
    }
}

/// The command of the shell that the first word was meant to be, where it is no UCI line.
fn meant_command(lines: &[String]) -> Option<String> {
    let word = lines.first().filter(|word| !uci::is_command(word) && !word.contains(' '))?;
    let commands = clap_command();
    let names = commands.get_subcommands().map(Command::get_name);
    uci::nearest(word, names).map(str::to_owned)
}

/// OpenBench refuses a list that ends with an empty line, so that a pipe or a file gets none.
fn list_tuned_numbers() -> io::Result<()> {
    let list: Vec<String> = params::ALL.iter().map(params::Param::spsa).collect();
    let mut output = io::stdout().lock();
    output.write_all(list.join("\n").as_bytes())?;
    if output.is_terminal() {
        output.write_all(b"\n")?;
    }
    output.flush()
}

const fn writes_to_programs(command: &CliCommand) -> bool {
    match command {
        #[cfg(feature = "train")]
        CliCommand::Data(arguments) => arguments.writes_to_programs(),
        _ => false,
    }
}

/// The commands that work without a network are those that make one.
fn needs_network(command: Option<&CliCommand>) -> bool {
    match command {
        #[cfg(feature = "train")]
        Some(CliCommand::Train(_) | CliCommand::Average(_)) => false,
        _ => true,
    }
}

fn result(result: io::Result<()>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // Its reader has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::FAILURE,
        Err(error) => fail(&error),
    }
}

fn fail(error: &dyn std::error::Error) -> ExitCode {
    remark(format_args!("brudno: {error}"));
    ExitCode::FAILURE
}
