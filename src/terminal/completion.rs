//! Completion of commands, their words, and names and values of options.

use rustyline::{
    Context, Helper,
    completion::{Completer, Pair},
    highlight::Highlighter,
    hint::Hinter,
    validate::Validator,
};

use crate::uci::{
    command_table,
    command_table::Completion::{Commands, Options as OptionWords, Words},
    options::Options,
};

pub struct LineHelper;

impl Helper for LineHelper {}
impl Highlighter for LineHelper {}
impl Validator for LineHelper {}

impl Hinter for LineHelper {
    type Hint = String;
}

impl Completer for LineHelper {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        cursor: usize,
        _context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let (start, names) = candidates(&line[..cursor]);
        let pair = |name: String| Pair { replacement: format!("{name} "), display: name };
        Ok((start, names.into_iter().map(pair).collect()))
    }
}

/// Returns the start of the last, unfinished part of the line, and its completions.
fn candidates(line: &str) -> (usize, Vec<String>) {
    let line_start = line.len() - line.trim_start().len();
    let word_start = last_word(line);
    if word_start <= line_start {
        return begun(line, word_start, command_table::names());
    }
    let (command, arguments) = line[line_start..].split_once(' ').unwrap_or_default();
    let first = last_word(arguments) == arguments.len() - arguments.trim_start().len();
    match command_table::find(command).map(|command| &command.completion) {
        Some(OptionWords) => setoption(line),
        Some(Commands) if first => begun(line, word_start, command_table::names()),
        Some(Words { first: words, .. }) if first => begun(line, word_start, *words),
        Some(Words { later, .. }) => begun(line, word_start, *later),
        Some(Commands) | None => (word_start, Vec::new()),
    }
}

/// Option names contain spaces: complete the whole name.
fn setoption(line: &str) -> (usize, Vec<String>) {
    const NAME: &str = "name ";
    const VALUE: &str = " value ";
    let lower = line.to_ascii_lowercase();
    let Some(name_start) = lower.find(NAME).map(|start| start + NAME.len()) else {
        return begun(line, last_word(line), ["name"]);
    };
    if let Some(value) = lower[name_start..].find(VALUE).map(|start| start + name_start) {
        return begun(line, value + VALUE.len(), Options::values(line[name_start..value].trim()));
    }
    let word_start = last_word(line);
    let name = line.get(name_start..word_start).unwrap_or_default().trim();
    if Options::names().any(|option| option.eq_ignore_ascii_case(name)) {
        return begun(line, word_start, ["value"]);
    }
    begun(line, name_start, Options::names())
}

fn last_word(line: &str) -> usize {
    line.rfind(' ').map_or(0, |space| space + 1)
}

/// Returns the names that start with the text at `start`, case-insensitive.
fn begun<S: AsRef<str>>(
    line: &str,
    start: usize,
    names: impl IntoIterator<Item = S>,
) -> (usize, Vec<String>) {
    let part = line[start..].to_ascii_lowercase();
    let names = names.into_iter().map(|name| name.as_ref().to_owned());
    (start, names.filter(|name| name.to_ascii_lowercase().starts_with(&part)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_word_is_completed() {
        for (line, part, names) in [
            ("pos", "pos", &["position"][..]),
            ("  po", "po", &["position", "ponderhit"]),
            ("help po", "po", &["position", "ponderhit"]),
            ("go dep", "dep", &["depth"]),
            ("go depth 5 win", "win", &["winc"]),
            ("debug o", "o", &["on", "off"]),
            ("position st", "st", &["startpos"]),
            ("position startpos m", "m", &["moves"]),
            ("setoption ", "", &["name"]),
            ("setoption name has", "has", &["Hash"]),
            ("setoption name move o", "move o", &["Move Overhead"]),
            ("setoption name Hash ", "", &["value"]),
            ("setoption name Move Overhead v", "v", &["value"]),
            ("setoption name Ponder value ", "", &["true", "false"]),
            ("setoption name UCI_Variant value c", "c", &["chess"]),
            ("setoption name Book File value ", "", &["<empty>"]),
            ("setoption name Hash value ", "", &["16"]),
            ("setoption name Nothing value ", "", &[]),
            ("stop n", "n", &[]),
            ("help go d", "d", &[]),
        ] {
            let (start, found) = candidates(line);
            assert_eq!(&line[start..], part, "{line}");
            assert_eq!(found, names, "{line}");
        }
        let (start, all) = candidates("");
        assert_eq!((start, all.len()), (0, command_table::names().count()));
        let (_, clear) = candidates("setoption name c");
        assert_eq!(clear, ["Clear Hash"]);
    }
}
