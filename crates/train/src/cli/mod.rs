//! The command line of the training tools.

mod average;
mod data;
mod datagen;
mod filter;
mod loss;
mod progress;
mod train;

use std::process::ExitCode;

use brudno::{
    eval::nnue,
    platform::{signals::reset_broken_pipe, stdio::remark},
};
use brudno_console::process::parse;
use clap::{Command, CommandFactory as _, Parser, Subcommand};

/// Train networks for Brudno: generate and prepare training data, and train
#[derive(Parser)]
#[command(name = "brudno-train", version)]
struct Arguments {
    #[command(subcommand)]
    command: TrainCommand,
}

#[derive(Subcommand)]
enum TrainCommand {
    /// Inspect, shuffle, merge, rescore and label training games and positions
    Data(data::DataArgs),
    /// Generate training games by self-play
    Datagen(datagen::DatagenArgs),
    /// Train a network on training games or positions
    Train(train::TrainArgs),
    /// Measure the loss of a network on labelled positions
    Loss(loss::LossArgs),
    /// Average the weights of networks fine-tuned from a common ancestor
    Average(average::AverageArgs),
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
    if !matches!(&command, TrainCommand::Data(arguments) if arguments.writes_to_programs()) {
        reset_broken_pipe();
    }
    // Training and averaging do not need the embedded network.
    if matches!(command, TrainCommand::Data(_) | TrainCommand::Datagen(_))
        && let Err(error) = nnue::check_embedded()
    {
        return fail(&error);
    }
    match command {
        TrainCommand::Data(arguments) => data::run(&arguments),
        TrainCommand::Datagen(arguments) => datagen::run(&arguments),
        TrainCommand::Train(arguments) => train::run(&arguments),
        TrainCommand::Loss(arguments) => loss::run(&arguments),
        TrainCommand::Average(arguments) => average::run(&arguments),
    }
}

fn fail(error: &dyn std::error::Error) -> ExitCode {
    remark(format_args!("brudno-train: {error}"));
    ExitCode::FAILURE
}
