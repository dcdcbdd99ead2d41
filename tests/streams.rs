//! Input that never ends.

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
