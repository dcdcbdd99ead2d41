//! The texts of `help`.

use thiserror::Error;

use super::{
    command_table::{self, COMMANDS, Command},
    nearest,
    presentation::Presentation,
};

/// What a line may be beside a command.
const COMMENT: (&str, &str) = ("# comment", "ignored");

/// Returns the list of commands, one per line.
pub fn list() -> String {
    let entries = COMMANDS.iter().map(|command| (command.example, command.does)).chain([COMMENT]);
    let width = entries.clone().map(|(example, _)| example.len()).max().unwrap_or_default();
    let lines = entries.map(|(example, does)| format!("{example:width$}  {does}"));
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns the help text of one command.
///
/// # Errors
///
/// There is no such command.
pub fn explain(command: &str, presentation: &dyn Presentation) -> Result<String, UnknownCommand> {
    let Command { example, does, more, .. } = command_table::find(command)
        .ok_or_else(|| UnknownCommand::new(command, nearest(command, command_table::names())))?;
    let paragraphs = more
        .lines()
        .map(|line| if line.starts_with(' ') { line.to_owned() } else { presentation.wrap(line) });
    let head = [presentation.bold(example), presentation.wrap(does)];
    let text: Vec<String> = head.into_iter().chain(paragraphs).collect();
    Ok(text.join("\n"))
}

/// Returns the engine's own commands for a shell, and what each does. They are UCI commands, except
/// `spsa`.
pub fn shell_commands() -> [(&'static str, String); 6] {
    let uci = |name| {
        let does = command_table::find(name).map_or("", |command| command.does);
        let (first, rest) = does.split_at(does.len().min(1));
        (name, first.to_uppercase() + rest)
    };
    let spsa = "Print the search parameters as OpenBench's SPSA input".to_owned();
    let [bench, speedtest, openings, network, help] =
        ["bench", "speedtest", "genfens", "export_net", "help"].map(uci);
    [bench, speedtest, ("spsa", spsa), openings, network, help]
}

/// An unknown command, with Stockfish's message and a suggestion.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("Unknown command: '{command}'.{suggestion} Type help for more information.")]
pub struct UnknownCommand {
    command: String,
    suggestion: String,
}

impl UnknownCommand {
    /// Creates the error of a line or word. `meant` is a command with a similar name.
    pub fn new(command: &str, meant: Option<&str>) -> UnknownCommand {
        let suggestion =
            meant.map_or_else(String::new, |meant| format!(" Did you mean '{meant}'?"));
        UnknownCommand { command: command.to_owned(), suggestion }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::uci::UciPresentation;

    #[test]
    fn the_list_has_a_line_for_each_command() {
        let plain = list();
        assert_eq!(plain.lines().count(), COMMANDS.len() + 1);
        assert!(plain.starts_with(&format!(
            "{:33}  switch to UCI: print name, author and options\n",
            "uci"
        )));
    }

    #[test]
    fn a_shell_has_the_words_of_the_uci_commands() {
        for (name, does) in shell_commands().into_iter().filter(|(name, _)| *name != "spsa") {
            let command = command_table::find(name).unwrap();
            assert!(does.starts_with(char::is_uppercase), "{does}");
            assert!(does.eq_ignore_ascii_case(command.does), "{does}");
        }
    }

    #[test]
    fn every_command_is_explained() {
        for command in &COMMANDS {
            let Command { example, does, more, .. } = command;
            assert!(!does.is_empty() && !more.is_empty());
            let text = explain(command.name(), &UciPresentation).unwrap();
            assert_eq!(text, format!("{example}\n{does}\n{more}"));
        }
        assert!(explain("castle", &UciPresentation).is_err());
    }
}
