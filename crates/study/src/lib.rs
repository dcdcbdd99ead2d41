//! Brudno's commands for people: analysis, play, puzzles and textbook searches in a terminal.
//!
//! The engine runs this program: `brudno analyse` is `brudno-study analyse`.

mod analyse;
mod compare;
mod completions;
mod engine;
mod man;
mod perft;
mod play;
mod puzzles;
mod savings;
mod shared;
mod solve;
mod tree;

use std::process::ExitCode;

use brudno::{eval::nnue, platform::signals, uci};
use brudno_console::process::{fail, parse};
use clap::{Command, CommandFactory as _, Parser, Subcommand};

/// A UCI chess engine, and its commands for people.
///
/// Arguments may also be UCI commands: brudno "position startpos moves e2e4" "go depth 12"
#[derive(Parser)]
#[command(name = "brudno", bin_name = "brudno", version)]
struct Arguments {
    #[command(subcommand)]
    command: StudyCommand,
}

#[derive(Subcommand)]
enum StudyCommand {
    /// Play against the engine
    Play(play::PlayArgs),
    /// Solve the puzzles of a file
    Puzzles(puzzles::PuzzlesArgs),
    /// Compare textbook search algorithms on a position
    Compare(compare::CompareArgs),
    /// Show how many leaves alpha-beta saves, computed and measured
    Savings(savings::SavingsArgs),
    /// Draw a search tree with windows, values and pruned moves
    Tree(tree::TreeArgs),
    /// Analyse a position and print a report, or annotate the games of a PGN file
    Analyse(analyse::AnalyseArgs),
    /// Run an EPD test suite and count the solved positions
    Solve(solve::SolveArgs),
    /// Count the leaf nodes of the tree of legal moves, for each move
    Perft(perft::PerftArgs),
    /// Print shell completions
    Completions(completions::CompletionsArgs),
    /// Print the manual page, or write the pages of all commands into a folder
    Man(man::ManArgs),
}

/// Returns the clap command with all subcommands and options of this program.
pub fn clap_command() -> Command {
    Arguments::command()
}

/// Returns the clap command with the engine's own commands too, for manual pages and completions.
fn whole_command() -> Command {
    // clap adds `help` itself.
    let engine = uci::shell_commands().into_iter().filter(|(name, _)| *name != "help");
    clap_command().subcommands(engine.map(|(name, does)| Command::new(name).about(does)))
}

/// Runs the command given by the process's arguments.
pub fn run() -> ExitCode {
    let Arguments { command } = match parse() {
        Ok(arguments) => arguments,
        Err(code) => return code,
    };
    signals::reset_broken_pipe();
    if let Err(error) = nnue::check_embedded() {
        return fail(&error);
    }
    match command {
        StudyCommand::Play(arguments) => play::run(&arguments),
        StudyCommand::Puzzles(arguments) => puzzles::run(&arguments),
        StudyCommand::Compare(arguments) => compare::run(&arguments),
        StudyCommand::Savings(arguments) => savings::run(&arguments),
        StudyCommand::Tree(arguments) => tree::run(&arguments),
        StudyCommand::Analyse(arguments) => analyse::run(arguments),
        StudyCommand::Solve(arguments) => solve::run(&arguments),
        StudyCommand::Perft(arguments) => perft::run(&arguments),
        StudyCommand::Completions(arguments) => completions::run(&arguments, whole_command()),
        StudyCommand::Man(arguments) => man::run(&arguments, whole_command()),
    }
}

#[cfg(test)]
mod tests {
    use brudno::companion;

    use super::*;

    #[test]
    fn the_engine_has_the_names_of_all_commands() {
        let command = clap_command();
        let about = |command: &Command| command.get_about().unwrap_or_default().to_string();
        let commands: Vec<(String, String)> = command
            .get_subcommands()
            .map(|command| (command.get_name().to_owned(), about(command)))
            .collect();
        let known: Vec<(String, String)> =
            companion::commands().map(|(name, does)| (name.to_owned(), does.to_owned())).collect();
        assert_eq!(commands, known);
    }
}
