//! Names of the commands.

/// The commands of the UCI specification.
const UCI: [&str; 11] = [
    "uci",
    "debug",
    "isready",
    "setoption",
    "register",
    "ucinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "quit",
];

/// The commands beyond it.
const BY_HAND: [&str; 10] = [
    "d",
    "eval",
    "flip",
    "export_net",
    "perft",
    "bench",
    "speedtest",
    "genfens",
    "compiler",
    "help",
];

/// Returns the names of all commands.
pub fn all() -> impl Iterator<Item = &'static str> {
    UCI.into_iter().chain(BY_HAND)
}

/// Returns true if there is a command of that name, in any case.
pub fn is_command(name: &str) -> bool {
    all().any(|command| command.eq_ignore_ascii_case(name))
}

/// Splits a line into the command and its arguments. Skips unknown words before a UCI command, as
/// the specification demands; a command beyond UCI must be the first word.
pub fn split(line: &str) -> Option<(&'static str, &str)> {
    let mut known = UCI.iter().chain(&BY_HAND);
    let mut rest = line;
    loop {
        let (word, arguments) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        if let Some(command) = known.find(|command| command.eq_ignore_ascii_case(word)) {
            return Some((command, arguments.trim()));
        }
        known = UCI.iter().chain(&[]);
        rest = arguments.trim_start();
        if rest.is_empty() {
            return None;
        }
    }
}
