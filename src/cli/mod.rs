//! The command line.

mod analyse;
mod bench;
mod compare;
mod completions;
mod engine;
mod man;
mod perft;
mod play;
mod savings;
mod shared;
mod solve;
mod spsa;
mod tree;

use std::{
    io::{self, IsTerminal as _},
    process::ExitCode,
};

use clap::{Command, CommandFactory as _, Parser, Subcommand};
pub use shared::{
    format, interrupt,
    process::{parse, reset_broken_pipe, result},
    progress, tablebase,
};

use crate::{eval::nnue, platform::stdio::remark, terminal, uci};

/// A UCI chess engine. Without a command it reads UCI commands from standard input; on a terminal it
/// prints the analysis in columns.
///
/// Arguments may also be UCI commands: brudno "position startpos moves e2e4" "go depth 12"
#[derive(Parser)]
#[command(name = "brudno", version)]
struct Arguments {
    #[command(subcommand)]
    command: Option<CliCommand>,
}

#[derive(Subcommand)]
enum CliCommand {
    /// Search the benchmark positions and print nodes and speed
    Bench(bench::BenchArgs),
    /// Search positions of whole games with many threads, and print the speed
    Speedtest(bench::SpeedtestArgs),
    /// Count the leaf nodes of the tree of legal moves, for each move
    Perft(perft::PerftArgs),
    /// Analyse a position and print a report, or annotate the games of a PGN file
    #[command(alias = "analyze")]
    Analyse(analyse::AnalyseArgs),
    /// Play against the engine
    Play(play::PlayArgs),
    /// Run an EPD test suite and count the solved positions
    Solve(solve::SolveArgs),
    /// Compare textbook search algorithms on a position
    Compare(compare::CompareArgs),
    /// Show how many leaves alpha-beta saves, computed and measured
    Savings(savings::SavingsArgs),
    /// Draw a search tree with windows, values and pruned moves
    Tree(tree::TreeArgs),
    /// Print the search parameters as OpenBench's SPSA input
    Spsa,
    /// Print shell completions
    Completions(completions::CompletionsArgs),
    /// Print the manual page, or write the pages of all commands into a folder
    Man(man::ManArgs),
    /// UCI commands to run in sequence: brudno "position startpos" "go depth 12"
    #[command(external_subcommand)]
    Lines(Vec<String>),
}

/// Returns the clap command with all subcommands and options.
pub fn clap_command() -> Command {
    Arguments::command()
}

/// Runs the command given by the process's arguments.
pub fn run() -> ExitCode {
    let Arguments { command } = match parse() {
        Ok(arguments) => arguments,
        Err(code) => return code,
    };
    // The UCI loop detects a closed output by itself.
    if command.is_some() {
        reset_broken_pipe();
    }
    if let Some(CliCommand::Lines(lines)) = &command
        && let Some(meant) = meant_command(lines)
    {
        remark(format_args!("brudno: no command '{}'; did you mean '{meant}'?", lines[0]));
        return ExitCode::FAILURE;
    }
    if let Err(error) = nnue::check_embedded() {
        remark(format_args!("brudno: cannot use the network embedded with EVALFILE: {error}"));
        return ExitCode::FAILURE;
    }
    match command {
        None if io::stdin().is_terminal() && io::stdout().is_terminal() => {
            terminal::run(shell_commands())
        }
        None => uci::run(),
        Some(CliCommand::Bench(arguments)) => bench::run(&arguments),
        Some(CliCommand::Speedtest(arguments)) => bench::run_speedtest(&arguments),
        Some(CliCommand::Perft(arguments)) => perft::run(&arguments),
        Some(CliCommand::Analyse(arguments)) => analyse::run(arguments),
        Some(CliCommand::Play(arguments)) => play::run(&arguments),
        Some(CliCommand::Solve(arguments)) => solve::run(&arguments),
        Some(CliCommand::Compare(arguments)) => compare::run(&arguments),
        Some(CliCommand::Savings(arguments)) => savings::run(&arguments),
        Some(CliCommand::Tree(arguments)) => tree::run(&arguments),
        Some(CliCommand::Spsa) => spsa::run(),
        Some(CliCommand::Completions(arguments)) => completions::run(&arguments, clap_command()),
        Some(CliCommand::Man(arguments)) => man::run(&arguments, clap_command()),
        // `brudno go depth 12` is one UCI line, without quotes.
        Some(CliCommand::Lines(words)) if !words.iter().any(|word| word.contains(' ')) => {
            uci::run_lines([words.join(" ")])
        }
        Some(CliCommand::Lines(lines)) => uci::run_lines(lines),
    }
}

/// Returns the names of the subcommands that are no UCI commands.
fn shell_commands() -> Vec<String> {
    let command = clap_command();
    let names = command
        .get_subcommands()
        .flat_map(|command| std::iter::once(command.get_name()).chain(command.get_all_aliases()));
    names.filter(|name| !uci::is_command(name)).map(str::to_owned).collect()
}

/// Returns the subcommand that a mistyped first word is closest to. `None` if the word is a UCI
/// command.
fn meant_command(lines: &[String]) -> Option<String> {
    let word = lines.first().filter(|word| !uci::is_command(word) && !word.contains(' '))?;
    let commands = clap_command();
    let names = commands.get_subcommands().map(Command::get_name);
    uci::nearest(word, names).map(str::to_owned)
}
