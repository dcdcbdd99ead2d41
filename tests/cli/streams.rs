//! Output that fails, files that never end, and text that would control a terminal.

use std::{fs, process::Stdio};

use crate::support::{
    command::{BRUDNO, brudno, finish, finish_process, shell, text},
    files::TempFolder,
};

/// Text that would set a terminal's title, in C0 and in C1, and turn the text around.
const ESCAPES: &str = "\u{1b}]0;title\u{7}\u{9b}31m\u{7f}\u{202e}";

/// A disk without any room.
#[cfg(target_os = "linux")]
fn full() -> fs::File {
    fs::File::options().write(true).open("/dev/full").expect("there is /dev/full")
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    for arguments in [
        &["bench", "16", "1", "1"][..],
        &["go depth 2"],
        &["uci"],
        &["spsa"],
        &["--help"],
        &["--version"],
        &["help", "go"],
    ] {
        let output = finish(brudno(arguments).stdout(full()));
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {errors}");
        assert_eq!(errors.lines().count(), 1, "{arguments:?}: {errors}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn errors_that_cannot_be_printed_keep_their_status() {
    let output = finish(brudno(&["anlyse"]).stdout(Stdio::null()).stderr(full()));
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_file_size_limit_is_an_error() {
    let folder = TempFolder::new();
    let script = format!("ulimit -f 1; exec {BRUDNO} bench 16 1 1 >long");
    let output = finish(shell(&script).current_dir(folder.path()));
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(errors.contains("too large"), "{errors}");
}

#[test]
fn a_reader_that_leaves_is_no_reason_to_panic() {
    for arguments in [&["bench", "16", "1", "3"][..], &["go depth 8"]] {
        let mut engine = brudno(arguments).spawn().expect("the engine starts");
        drop(engine.stdout.take());
        let output = finish_process(engine);
        assert!(!output.status.success(), "{arguments:?}: the output has no reader");
        assert!(output.stderr.is_empty(), "{arguments:?}: {output:?}");
    }
}

#[test]
fn a_reader_of_help_may_leave() {
    for argument in ["--help", "uci"] {
        let mut engine = brudno(&[argument]).spawn().expect("the engine starts");
        drop(engine.stdout.take());
        let output = finish_process(engine);
        assert!(output.stderr.is_empty(), "{argument}: {output:?}");
    }
}

#[test]
fn what_never_ends_is_not_read() {
    let output = finish(&mut brudno(&["genfens 1 seed 1 book /dev/zero"]));
    let said = text(&[output.stdout, output.stderr].concat());
    assert!(said.contains("regular file"), "{said}");
}

#[test]
fn errors_control_no_terminal() {
    let fen = format!("position fen 7k/8/6K1/8/8/8/8/R7{ESCAPES} w - -");
    let option = "setoption name EvalFile value \u{1b}]0;title\u{7}";
    let unknown = format!("annalyse{ESCAPES}");
    for argument in [ESCAPES, &fen, &unknown, option] {
        let output = finish(&mut brudno(&[argument]));
        assert!(!output.status.success(), "{argument:?}: {output:?}");
        let said = text(&[output.stdout, output.stderr].concat());
        let controls = |letter: char| letter != '\n' && letter.is_control() || letter == '\u{202e}';
        assert!(!said.contains(controls), "{argument:?}: {said:?}");
    }
}
