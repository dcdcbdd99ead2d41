//! Failing output, endless input, and text that would control a terminal.

use std::{
    fs,
    process::{Command, Stdio},
};

#[cfg(target_os = "linux")]
use crate::support::streams::{expect_error_on_a_full_disk, full};
use crate::support::{
    command::{BRUDNO, brudno, finish, shell, text},
    files::{TempFile, TempFolder, path_text},
    streams::{ESCAPES, harmless, run_without_reader},
};

fn suite() -> TempFile {
    let mate = "7k/8/6K1/8/8/8/8/R7 w - - bm Ra8#; id \"mate\";";
    TempFile::new("suite.epd", format!("{mate}\n{mate}\n"))
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let suite = suite();
    let suite = suite.path();
    for arguments in [
        &["perft", "2"][..],
        &["analyse", "--depth", "1"],
        &["analyse", suite, "--depth", "1"],
        &["analyse", suite, "--depth", "1", "--json"],
        &["solve", suite, "--all", "--depth", "1"],
        &["compare", "--depth", "1", "--algorithms", "alphabeta"],
        &["compare", "--depth", "1", "--algorithms", "alphabeta", "--format", "json"],
        &["compare", "--depth", "1", "--algorithms", "alphabeta", "--format", "csv"],
        &["compare", "--list"],
        &["savings", "--depth", "2"],
        &["savings", "--depth", "2", "--format", "json"],
        &["completions", "bash"],
        &["completions", "zsh"],
        &["man"],
        &["play", "--depth", "1"],
        &["--help"],
        &["--version"],
        &["help", "compare"],
    ] {
        expect_error_on_a_full_disk(arguments);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn errors_that_cannot_be_printed_keep_their_status() {
    for (arguments, status) in [
        (&["analyse", "nonsense"][..], 1),
        (&["anlyse"], 2),
        (&["solve", "no such file"], 1),
        (&["compare", "nonsense", "--depth", "1"], 2),
        (&["savings", "--depth", "0"], 2),
    ] {
        let output = finish(brudno(arguments).stdout(Stdio::null()).stderr(full()));
        assert_eq!(output.status.code(), Some(status), "{arguments:?}");
    }
}

#[test]
fn a_file_size_limit_is_an_error() {
    let folder = TempFolder::new();
    let old = folder.write("tree.svg", "the old one");
    for (command, status) in [("completions zsh >long", 1), ("tree --depth 3 -o tree.svg", 2)] {
        let script = format!("ulimit -f 1; exec {BRUDNO} {command}");
        let output = finish(shell(&script).current_dir(folder.path()));
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{command}: {output:?}");
        assert!(errors.contains("too large"), "{command}: {errors}");
    }
    assert_eq!(fs::read_to_string(old).expect("it is there"), "the old one");
    assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 2);
}

#[test]
fn a_reader_that_leaves_is_no_reason_to_panic() {
    let output = run_without_reader(&["savings"]);
    assert!(!output.status.success(), "the output has no reader");
}

#[test]
fn a_reader_of_help_may_leave() {
    for argument in ["--help", "man"] {
        run_without_reader(&[argument]);
    }
}

#[test]
fn what_never_ends_is_not_read() {
    let folder = TempFolder::new();
    let link = folder.link("zero.epd", "/dev/zero");
    for arguments in [["analyse", link.as_str()], ["solve", link.as_str()], ["solve", "/dev/zero"]]
    {
        let output = finish(&mut brudno(&arguments));
        let said = text(&[output.stdout, output.stderr].concat());
        assert!(said.contains("regular file"), "{arguments:?}: {said}");
    }
}

#[test]
fn pipes_are_read_where_a_file_is_asked_for() {
    let suite = suite();
    let pipe = suite.folder().pipe("pipe");
    for command in ["solve", "analyse"] {
        let mut writer = Command::new("cp").arg(suite.path()).arg(&pipe).spawn().expect("it runs");
        let output = finish(&mut brudno(&[command, &pipe, "--depth", "3", "--json"]));
        // If the engine did not read the pipe, the writer still waits.
        let _ = writer.kill();
        writer.wait().expect("it ends");
        let said = text(&output.stdout);
        assert!(output.status.success() && said.contains("\"mate\""), "{output:?}");
    }
}

#[test]
fn names_control_no_terminal() {
    let mate = "7k/8/6K1/8/8/8/8/R7 w - -";
    let lines = format!("{mate} bm Ra8#; id \"a{ESCAPES}\";\n{mate} bm Ra7; id \"b{ESCAPES}\";\n");
    let suite = TempFile::new(&format!("suite{ESCAPES}.epd"), &lines);
    let shown = "\\u{1b}]0;title\\u{7}\\u{9b}31m\\u{7f}\\u{202e}";
    for arguments in [
        &["solve", suite.path(), "--all", "--depth", "1"][..],
        &["analyse", suite.path(), "--depth", "1"],
        &["compare", suite.path(), "--depth", "1", "--algorithms", "alphabeta"],
        &["compare", suite.path(), "--depth", "1", "--algorithms", "pvs", "--format", "csv"],
    ] {
        assert!(harmless(arguments, true).contains(shown), "{arguments:?}");
    }
    let pgn = format!(
        "[White \"A{ESCAPES}\"]\n[Odd{ESCAPES} \"x\"]\n\n1. e4 {{B{ESCAPES}}} e5 2. Nf6 *\n\n\
         [White \"A{ESCAPES}\"]\n[Black \"B\"]\n\n1. e4 {{C{ESCAPES}}} e5 *\n"
    );
    let games = TempFile::new(&format!("games{ESCAPES}.pgn"), &pgn);
    // The first game cannot be read.
    let said = harmless(&["analyse", games.path(), "--depth", "1"], false);
    assert!(said.contains(&format!("[White \"A{}\"]", shown.replace('\\', r"\\"))), "{said}");
    let page = games.folder().file(&format!("page{ESCAPES}.html"));
    harmless(&["analyse", games.path(), "--depth", "1", "--html", path_text(&page)], false);
    let tree = games.folder().file(&format!("tree{ESCAPES}.svg"));
    harmless(&["tree", "--depth", "1", "--output", path_text(&tree)], true);
}

#[test]
fn errors_control_no_terminal() {
    let fen = format!("7k/8/6K1/8/8/8/8/R7{ESCAPES} w - -");
    let broken = TempFile::new("broken.epd", format!("{fen} bm Ra8#;\n{fen}\n"));
    for arguments in [
        &["solve", broken.path()][..],
        &["solve", ESCAPES],
        &["analyse", broken.path(), "--depth", "1"],
        &["analyse", ESCAPES],
        &["analyse", &fen],
        &["analyse", "--moves", ESCAPES],
        &["analyse", "--lines", ESCAPES],
        &["analyse", "--syzygy", ESCAPES],
        &["perft", "1", &fen],
        &["compare", &fen, "--depth", "1"],
        &["compare", "--depth", "1", "--algorithms", ESCAPES],
        &["tree", "--depth", "1", "--output", ESCAPES],
        &["tree", "--tree", ESCAPES, "--output", "a.svg"],
    ] {
        harmless(arguments, false);
    }
    let said = harmless(&["analyse", ESCAPES], false);
    assert!(said.contains("\\u{1b}]0;title"), "{said}");
}
