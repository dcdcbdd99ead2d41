//! Runs the engine's command line.

use std::process::{Command, Output, Stdio};

/// Runs the engine with arguments and an empty input, to its end.
pub fn run(arguments: &[&str]) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_brudno"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("the engine starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!errors.contains("panicked"), "{arguments:?}: {errors}");
    output
}

/// Runs the engine where it has to succeed: the lines of its output.
pub fn lines(arguments: &[&str]) -> Vec<String> {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    let text = String::from_utf8(output.stdout).expect("output is text");
    text.lines().map(str::to_owned).collect()
}
