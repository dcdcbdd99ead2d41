//! Streams that fail, and text that would control a terminal.

use std::process::Output;

use super::command::{brudno, finish, finish_process, text};

/// Text that would set a terminal's title, with C0 and with C1 codes, and reverse the direction of
/// the text.
pub const ESCAPES: &str = "\u{1b}]0;title\u{7}\u{9b}31m\u{7f}\u{202e}";

/// Opens a device that is always full.
#[cfg(target_os = "linux")]
pub fn full() -> std::fs::File {
    std::fs::File::options().write(true).open("/dev/full").expect("there is /dev/full")
}

/// Runs the program with a standard output that is full. It has to fail with one line.
#[cfg(target_os = "linux")]
pub fn expect_error_on_a_full_disk(arguments: &[&str]) {
    let output = finish(brudno(arguments).stdout(full()));
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{arguments:?}: {errors}");
    assert_eq!(errors.lines().count(), 1, "{arguments:?}: {errors}");
}

/// Runs the program with a pipe without a reader as its standard output. It must not print an
/// error.
pub fn run_without_reader(arguments: &[&str]) -> Output {
    let mut program = brudno(arguments).spawn().expect("the program starts");
    drop(program.stdout.take());
    let output = finish_process(program);
    assert!(output.stderr.is_empty(), "{arguments:?}: {output:?}");
    output
}

/// Runs the program, and checks its success. Returns both outputs, in which no character controls a
/// terminal.
pub fn harmless(arguments: &[&str], succeeds: bool) -> String {
    let output = finish(&mut brudno(arguments));
    assert_eq!(output.status.success(), succeeds, "{arguments:?}: {output:?}");
    let said = text(&[output.stdout, output.stderr].concat());
    let controls = |letter: char| letter != '\n' && letter.is_control() || letter == '\u{202e}';
    assert!(!said.contains(controls), "{arguments:?}: {said:?}");
    said
}
