//! `brudno completions`: shell completions.

use std::{
    io::{self, IsTerminal as _},
    process::ExitCode,
};

use brudno::platform::stdio::{print_bytes, remark};
use brudno_console::process::result;
use clap::Command;
use clap_complete::Shell;

/// Help on installing the completions of each shell.
const INSTALL: &str = "\
Where the completions go:

  bash, active in new shells, with the package bash-completion:
    mkdir -p ~/.local/share/bash-completion/completions
    brudno completions bash > ~/.local/share/bash-completion/completions/brudno
  zsh, active in new shells, with the last of these lines in ~/.zshrc:
    mkdir -p ~/.zfunc
    brudno completions zsh > ~/.zfunc/_brudno
    fpath+=~/.zfunc; autoload -U compinit; compinit
  fish, active in new shells:
    mkdir -p ~/.config/fish/completions
    brudno completions fish > ~/.config/fish/completions/brudno.fish
  powershell, active in new shells, after this line in the file $PROFILE:
    brudno completions powershell | Out-String | Invoke-Expression
  elvish, active in new shells, after this line in ~/.config/elvish/rc.elv:
    eval (brudno completions elvish | slurp)";

/// Arguments of `brudno completions`.
#[derive(clap::Args)]
#[command(after_help = INSTALL)]
pub struct CompletionsArgs {
    /// Shell to print completions for
    shell: Shell,
}

/// Prints shell completions. If standard output is a terminal, also prints how to install them.
pub fn run(arguments: &CompletionsArgs, mut command: Command) -> ExitCode {
    let name = command.get_name().to_owned();
    // clap_complete would panic on a failed write to standard output.
    let mut text = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, name, &mut text);
    let printed = print_bytes(&text);
    if printed.is_ok() && io::stdout().is_terminal() {
        remark("");
        install(arguments.shell).for_each(remark);
    }
    result(printed)
}

/// Returns the lines of `INSTALL` for a shell.
fn install(shell: Shell) -> impl Iterator<Item = &'static str> {
    let is_heading = |line: &str| line.starts_with("  ") && !line.starts_with("   ");
    let heading = format!("  {shell}, ");
    let mut lines = INSTALL.lines().skip_while(move |line| !line.starts_with(&heading));
    lines.next().into_iter().chain(lines.take_while(move |line| !is_heading(line)))
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum as _;

    use super::*;

    #[test]
    fn each_shell_has_a_place() {
        for shell in Shell::value_variants() {
            let lines: Vec<&str> = install(*shell).collect();
            assert!(lines.len() >= 2, "{shell}: {lines:?}");
            let command = format!("brudno completions {shell}");
            assert_eq!(lines.iter().filter(|line| line.contains(&command)).count(), 1, "{lines:?}");
            assert!(lines[0].contains("active in new shells"), "{lines:?}");
        }
    }
}
