//! The list of commands on one page.

use super::display::TermStyle;
use crate::uci::command_table::{COMMANDS, Command, Origin};

/// What a terminal reads beyond the commands.
const TYPED: [(&str, &str); 2] =
    [("e4, Nf3", "play moves on the board; a pasted PGN or FEN is set up"), ("exit", "quit")];

/// Returns the list of commands in a page of at most 22 rows.
pub fn page(style: TermStyle) -> String {
    let (for_guis, by_hand): (Vec<&Command>, Vec<&Command>) =
        COMMANDS.iter().partition(|command| command.origin == Origin::Gui);
    // The further forms are explained by `help COMMAND`.
    let does = |command: &Command| command.does.split(';').next().unwrap_or(command.does);
    let commands = by_hand.into_iter().map(|command| (command.name(), does(command)));
    let entries: Vec<(&str, &str)> = TYPED.into_iter().chain(commands).collect();
    let width = entries.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
    let indent = " ".repeat(width + 2);
    let line = |&(name, does): &(&str, &str)| {
        let text = style.wrap(&format!("{indent}{does}"), &indent);
        style.bold(&format!("{name:width$}")) + &text[width..]
    };
    let mut lines: Vec<String> = entries.iter().map(line).collect();
    let for_guis: Vec<&str> = for_guis.into_iter().map(Command::name).collect();
    lines.push(style.wrap(&format!("For GUIs: {}.", for_guis.join(", ")), "  "));
    lines.push(style.wrap("help COMMAND explains one, for example help go. Tab completes.", "  "));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_fits_terminals() {
        let text = page(TermStyle { width: Some(60), colour: true, unicode: true });
        for line in text.lines() {
            assert!(console::measure_text_width(line) <= 60, "{line}");
        }
        for name in COMMANDS.iter().map(Command::name) {
            assert!(text.contains(name), "{name}");
        }
        for width in [80, 120] {
            let style = TermStyle { width: Some(width), ..TermStyle::PLAIN };
            let rows = page(style).lines().count();
            assert!(rows <= 22, "{rows} rows and the prompt at {width} columns");
        }
    }
}
