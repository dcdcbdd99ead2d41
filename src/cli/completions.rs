//! `brudno completions`: shell completions.

use std::process::ExitCode;

use clap::Command;
use clap_complete::Shell;

use super::shared::process::{print_bytes, result};

/// Arguments of `brudno completions`.
#[derive(clap::Args)]
pub struct CompletionsArgs {
    /// Shell to print completions for
    shell: Shell,
}

/// Prints shell completions.
pub fn run(arguments: &CompletionsArgs, mut command: Command) -> ExitCode {
    let name = command.get_name().to_owned();
    // clap_complete would panic on a failed write to standard output.
    let mut text = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, name, &mut text);
    result(print_bytes(&text))
}
