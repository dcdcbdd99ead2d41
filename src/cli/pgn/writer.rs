//! The parts of which games in PGN are written.

use crate::display::Look;

/// The longest line that the standard allows.
const WIDTH: usize = 79;

/// A tag pair on a line of its own.
pub fn tag_line(name: &str, value: &str) -> String {
    let value = value.replace('\\', r"\\").replace('"', "\\\"");
    format!("[{name} \"{value}\"]\n")
}

/// Moves, comments and the result in lines of the standard's width, and the empty line at the end.
pub fn movetext(words: &[String]) -> String {
    let look = Look { width: Some(WIDTH), ..Look::PLAIN };
    look.wrap(&words.join(" "), "") + "\n\n"
}
