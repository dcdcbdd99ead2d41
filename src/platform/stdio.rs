//! Standard output and standard error. A failed write is an error and not a panic, and text from an
//! input cannot control the terminal.

use std::{
    fmt::Display,
    io::{self, Write as _},
};

/// Longest remark, characters. Longer ones, which may quote a whole file, are cut.
const MAX_REMARK: usize = 4096;

/// Prints whole lines to standard output; the last line break is added.
///
/// # Errors
///
/// The system's.
pub fn print(text: impl Display) -> io::Result<()> {
    // A single write: buffered data could be lost without an error.
    io::stdout().write_all(format!("{text}\n").as_bytes())
}

/// Writes bytes to standard output.
///
/// # Errors
///
/// The system's, as by [`output_error`].
pub fn print_bytes(bytes: &[u8]) -> io::Result<()> {
    let mut output = io::stdout().lock();
    output.write_all(bytes).and_then(|()| output.flush()).map_err(output_error)
}

/// Returns an error of the same kind that names standard output.
pub fn output_error(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot write to standard output: {error}"))
}

/// Prints a remark to standard error, on one line that [`printable`] makes harmless. A closed
/// standard error is ignored.
pub fn remark(text: impl Display) {
    let text = text.to_string();
    let mut line = printable(&text);
    if let Some((end, _)) = line.char_indices().nth(MAX_REMARK) {
        line.truncate(end);
        line += "...";
    }
    io::stderr().write_all(format!("{line}\n").as_bytes()).ok();
}

/// Returns an untrusted text as one line that is safe to print on a terminal: escapes control
/// characters and those that change the text direction, and turns white space into spaces.
pub fn printable(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\t' | '\n' | '\r' => line.push(' '),
            _ if letter.is_control() || is_directional(letter) => {
                line.extend(letter.escape_default());
            }
            _ => line.push(letter),
        }
    }
    line
}

/// Returns true for Unicode's line separators, and for the embeddings, overrides and isolates of
/// bidirectional text, which change the order on the screen.
const fn is_directional(letter: char) -> bool {
    matches!(letter, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Returns true if standard input is a file or a pipe, and no terminal or other device.
#[cfg(unix)]
pub fn is_piped() -> bool {
    use std::{
        fs::File,
        os::{fd::AsFd as _, unix::fs::FileTypeExt as _},
    };

    let file = io::stdin().as_fd().try_clone_to_owned().map(File::from);
    file.and_then(|file| file.metadata()).is_ok_and(|metadata| {
        let kind = metadata.file_type();
        kind.is_file() || kind.is_fifo() || kind.is_socket()
    })
}

/// Returns true if standard input is no terminal.
#[cfg(not(unix))]
pub fn is_piped() -> bool {
    use std::io::IsTerminal as _;

    !io::stdin().is_terminal()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped() {
        for (text, line) in [
            ("Carlsen, M. – Ding (Łódź) 李 ½", "Carlsen, M. – Ding (Łódź) 李 ½"),
            ("\u{1b}]0;title\u{7}", "\\u{1b}]0;title\\u{7}"),
            ("a\0b\u{8}\u{7f}", "a\\u{0}b\\u{8}\\u{7f}"),
            ("\u{9b}31m\u{85}", "\\u{9b}31m\\u{85}"),
            ("one\ttwo\r\nthree", "one two  three"),
            ("\u{202e}evil\u{2066}\u{2028}", "\\u{202e}evil\\u{2066}\\u{2028}"),
            ("\u{5d0}\u{200f}", "\u{5d0}\u{200f}"),
        ] {
            assert_eq!(printable(text), line);
        }
    }
}
