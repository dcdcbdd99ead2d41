//! Output that fails, files that never end, and text that would control a terminal.

#[cfg(target_os = "linux")]
use std::process::Stdio;

#[cfg(target_os = "linux")]
use crate::support::streams::{expect_error_on_a_full_disk, full};
use crate::support::{
    command::{BRUDNO, brudno, finish, shell, text},
    files::TempFolder,
    streams::{ESCAPES, harmless, run_without_reader},
};

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
        expect_error_on_a_full_disk(arguments);
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
        let output = run_without_reader(arguments);
        assert!(!output.status.success(), "{arguments:?}: the output has no reader");
    }
}

#[test]
fn a_reader_of_help_may_leave() {
    for argument in ["--help", "uci"] {
        run_without_reader(&[argument]);
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
        harmless(&[argument], false);
    }
}
