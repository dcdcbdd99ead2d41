//! Output that fails, input that never ends, and text that would control a terminal.

#![cfg(unix)]

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    thread,
    time::{Duration, Instant},
};

/// How long a command may take before it counts as hung.
const HANG: Duration = Duration::from_secs(120);
/// What sets a terminal's title, in C0 and in C1, and turns the text around.
const ESCAPES: &str = "\u{1b}]0;title\u{7}\u{9b}31m\u{7f}\u{202e}";

/// A file in a folder of its own.
struct Text {
    folder: tempfile::TempDir,
    path: PathBuf,
}

impl Text {
    fn new(name: &str, text: &str) -> Text {
        let folder = tempfile::tempdir().expect("the temporary folder can be written to");
        let path = folder.path().join(name);
        fs::write(&path, text).expect("it can be written");
        Text { folder, path }
    }

    fn path(&self) -> &str {
        text(&self.path)
    }
}

fn text(path: &Path) -> &str {
    path.to_str().expect("the path is text")
}

fn suite() -> Text {
    let mate = "7k/8/6K1/8/8/8/8/R7 w - - bm Ra8#; id \"mate\";";
    Text::new("suite.epd", &format!("{mate}\n{mate}\n"))
}

/// A disk without any room.
#[cfg(target_os = "linux")]
fn full() -> fs::File {
    fs::File::options().write(true).open("/dev/full").expect("there is /dev/full")
}

/// Runs the engine to its end, which may not take for ever.
fn finish(command: &mut Command) -> Output {
    let mut process = command.spawn().expect("the engine starts");
    let start = Instant::now();
    while process.try_wait().expect("it can be asked").is_none() {
        if start.elapsed() > HANG {
            process.kill().expect("it can be killed");
            panic!("{command:?} hangs");
        }
        thread::sleep(Duration::from_millis(10));
    }
    process.wait_with_output().expect("it has ended")
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let suite = suite();
    let suite = suite.path();
    for arguments in [
        &["bench", "1"][..],
        &["perft", "2"],
        &["go depth 2"],
        &["uci"],
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
        &["spsa"],
        &["completions", "bash"],
        &["completions", "zsh"],
        &["man"],
        &["play", "--depth", "1"],
        &["--help"],
        &["--version"],
        &["help", "compare"],
    ] {
        let full = full();
        let mut command = Command::new(env!("CARGO_BIN_EXE_brudno"));
        command.args(arguments).stdin(Stdio::null()).stdout(full).stderr(Stdio::piped());
        let output = finish(&mut command);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {errors}");
        assert_eq!(errors.lines().count(), 1, "{arguments:?}: {errors}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn errors_that_cannot_be_printed_keep_their_status() {
    for (arguments, status) in [
        (&["analyse", "nonsense"][..], 1),
        (&["anlyse"], 1),
        (&["solve", "no such file"], 1),
        (&["compare", "nonsense", "--depth", "1"], 2),
        (&["savings", "--depth", "0"], 2),
    ] {
        let full = full();
        let mut command = Command::new(env!("CARGO_BIN_EXE_brudno"));
        command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(full);
        assert_eq!(finish(&mut command).status.code(), Some(status), "{arguments:?}");
    }
}

#[test]
fn a_file_size_limit_is_an_error() {
    let folder = tempfile::tempdir().expect("the temporary folder can be written to");
    let old = folder.path().join("tree.svg");
    fs::write(&old, "the old one").expect("it can be written");
    let brudno = env!("CARGO_BIN_EXE_brudno");
    for (command, status) in
        [("completions zsh >long", 1), ("bench 1 >long", 1), ("tree --depth 3 -o tree.svg", 2)]
    {
        let script = format!("ulimit -f 1; exec {brudno} {command}");
        let mut shell = Command::new("sh");
        shell.args(["-c", &script]).current_dir(&folder).stderr(Stdio::piped());
        let output = finish(&mut shell);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{command}: {output:?}");
        assert!(errors.contains("too large"), "{command}: {errors}");
    }
    assert_eq!(fs::read_to_string(old).expect("it is there"), "the old one");
    assert_eq!(fs::read_dir(&folder).expect("it is there").count(), 2);
}

#[test]
fn a_reader_of_help_may_leave() {
    for argument in ["--help", "uci"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_brudno"));
        command.arg(argument).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut engine = command.spawn().expect("the engine starts");
        drop(engine.stdout.take());
        let output = engine.wait_with_output().expect("the engine ends");
        assert!(output.stderr.is_empty(), "{argument}: {output:?}");
    }
}

#[test]
fn what_never_ends_is_not_read() {
    let folder = tempfile::tempdir().expect("the temporary folder can be written to");
    let link = folder.path().join("zero.epd");
    std::os::unix::fs::symlink("/dev/zero", &link).expect("it can be made");
    for arguments in [
        ["analyse", text(&link)],
        ["solve", text(&link)],
        ["solve", "/dev/zero"],
        ["perft 1", "genfens 1 seed 1 book /dev/zero"],
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_brudno"));
        command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let output = finish(&mut command);
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8_lossy(&said);
        assert!(said.contains("regular file"), "{arguments:?}: {said}");
    }
}

#[test]
fn pipes_are_read_where_a_file_is_asked_for() {
    let suite = suite();
    let pipe = suite.folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo is there").success());
    for command in ["solve", "analyse"] {
        let mut writer = Command::new("cp").arg(suite.path()).arg(&pipe).spawn().expect("it runs");
        let mut engine = Command::new(env!("CARGO_BIN_EXE_brudno"));
        engine.arg(command).arg(&pipe).args(["--depth", "3", "--json"]).stdout(Stdio::piped());
        let output = finish(&mut engine);
        // Where the engine did not read, the writer still waits.
        let _ = writer.kill();
        writer.wait().expect("it ends");
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && said.contains("\"mate\""), "{output:?}");
    }
}

/// The output of a command, and whether it succeeded; no letter of it controls a terminal.
fn harmless(arguments: &[&str], succeeds: bool) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_brudno"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let output = finish(&mut command);
    assert_eq!(output.status.success(), succeeds, "{arguments:?}: {output:?}");
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8(said).expect("it is text");
    let controls = |letter: char| letter != '\n' && letter.is_control() || letter == '\u{202e}';
    assert!(!said.contains(controls), "{arguments:?}: {said:?}");
    said
}

#[test]
fn names_control_no_terminal() {
    let mate = "7k/8/6K1/8/8/8/8/R7 w - -";
    let lines = format!("{mate} bm Ra8#; id \"a{ESCAPES}\";\n{mate} bm Ra7; id \"b{ESCAPES}\";\n");
    let suite = Text::new(&format!("suite{ESCAPES}.epd"), &lines);
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
    let games = Text::new(&format!("games{ESCAPES}.pgn"), &pgn);
    // The first game cannot be read.
    let said = harmless(&["analyse", games.path(), "--depth", "1"], false);
    assert!(said.contains(&format!("[White \"A{}\"]", shown.replace('\\', r"\\"))), "{said}");
    let page = games.folder.path().join(format!("page{ESCAPES}.html"));
    harmless(&["analyse", games.path(), "--depth", "1", "--html", text(&page)], false);
    let tree = games.folder.path().join(format!("tree{ESCAPES}.svg"));
    harmless(&["tree", "--depth", "1", "--output", text(&tree)], true);
}

#[test]
fn errors_control_no_terminal() {
    let fen = format!("7k/8/6K1/8/8/8/8/R7{ESCAPES} w - -");
    let broken = Text::new("broken.epd", &format!("{fen} bm Ra8#;\n{fen}\n"));
    let position = format!("position fen {fen}");
    for arguments in [
        &["solve", broken.path()][..],
        &["solve", ESCAPES],
        &["analyse", broken.path(), "--depth", "1"],
        &["analyse", ESCAPES],
        &["analyse", &fen],
        &["analyse", "--moves", ESCAPES],
        &["analyse", "--lines", ESCAPES],
        &["analyse", "--syzygy", ESCAPES],
        &["annalyse", ESCAPES],
        &[ESCAPES],
        &[&position],
        &["perft", "1", &fen],
        &["compare", &fen, "--depth", "1"],
        &["compare", "--depth", "1", "--algorithms", ESCAPES],
        &["tree", "--depth", "1", "--output", ESCAPES],
        &["tree", "--tree", ESCAPES, "--output", "a.svg"],
        &["setoption name EvalFile value \u{1b}]0;title\u{7}"],
    ] {
        harmless(arguments, false);
    }
    let said = harmless(&["analyse", ESCAPES], false);
    assert!(said.contains("\\u{1b}]0;title"), "{said}");
}
