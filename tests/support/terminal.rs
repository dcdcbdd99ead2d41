//! The engine at a terminal.

use std::{path::Path, process::Command};

use rexpect::session::{PtySession, spawn_command};

use super::command::BRUDNO;

/// How long the terminal may show nothing expected before the engine counts as hung, milliseconds.
const HANG: u64 = 60_000;

/// Starts the engine at a terminal, with a file for the history of lines.
pub fn start_in_terminal(arguments: &[&str], history: &Path) -> PtySession {
    let mut command = Command::new(BRUDNO);
    command.args(arguments);
    command.env("NO_COLOR", "1").env("TERM", "xterm").env("BRUDNO_HISTORY", history);
    spawn_command(command, Some(HANG)).expect("the engine starts")
}

/// Waits for a text. Returns what is shown before it.
pub fn expect(terminal: &mut PtySession, text: &str) -> String {
    terminal.exp_string(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Types keys, those that enter the line among them.
pub fn type_keys(terminal: &mut PtySession, keys: &str) {
    terminal.send(keys).and_then(|_| terminal.flush()).expect("the engine listens");
}

/// Types a key together with Ctrl.
pub fn press_control(terminal: &mut PtySession, key: char) {
    terminal.send_control(key).and_then(|()| terminal.flush()).expect("the engine listens");
}
