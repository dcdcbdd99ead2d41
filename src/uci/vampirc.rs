//! The call of vampirc-uci, which panics on some lines and cuts others.

use std::panic;

use vampirc_uci::UciMessage;

/// Parses a line that holds a single message. Returns `None` if vampirc-uci does not parse all of
/// it. Callers repair the lines that it panics on; another panic counts as a refusal.
pub fn parse(line: &str) -> Option<UciMessage> {
    let mut messages = panic::catch_unwind(|| vampirc_uci::parse_with_unknown(line)).ok()?;
    let message = messages.pop()?;
    messages.is_empty().then_some(message)
}

/// Parses a UCI command with its arguments. Returns the message and the value of an option, as it
/// stands in the line.
pub fn parse_command<'a>(
    command: &str,
    arguments: &'a str,
) -> Option<(UciMessage, Option<&'a str>)> {
    let (line, value) = repair(command, arguments);
    Some((parse(&line)?, value))
}

/// Returns a command in the form that vampirc-uci parses, and the value of an option: vampirc-uci
/// refuses empty values, and changes white space in others.
fn repair<'a>(command: &str, arguments: &'a str) -> (String, Option<&'a str>) {
    match command {
        "setoption" => {
            let (name, value) = split_value(arguments);
            (format!("setoption {}", tidy(name)), value)
        }
        "debug" | "register" => (format!("{command} {}", tidy(arguments)), None),
        // The other commands take no arguments.
        _ => (command.to_owned(), None),
    }
}

/// Splits `name X value Y` before the word `value`.
fn split_value(arguments: &str) -> (&str, Option<&str>) {
    let mut start = 0;
    for word in arguments.split(char::is_whitespace) {
        let end = start + word.len();
        if word.eq_ignore_ascii_case("value") {
            return (&arguments[..start], Some(arguments[end..].trim_start()));
        }
        // The white space between two words is one character, perhaps of several bytes.
        start = end + arguments[end..].chars().next().map_or(0, char::len_utf8);
    }
    (arguments, None)
}

fn tidy(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
