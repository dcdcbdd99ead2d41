//! Files that are none: the protocol goes on.

use std::{fs, path::Path, process::Command};

use crate::engine::Engine;

/// A folder with a pipe that has neither a reader nor a writer: opening it waits for ever.
fn folder_with_pipe(name: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("the temporary folder can be written to");
    let made = Command::new("mkfifo").arg(folder.path().join(name)).status();
    assert!(made.expect("mkfifo is there").success());
    folder
}

fn text(path: &Path) -> &str {
    path.to_str().expect("the path is text")
}

#[test]
fn a_pipe_is_no_file_and_blocks_nothing() {
    let folder = folder_with_pipe("pipe");
    let pipe = folder.path().join("pipe");
    let pipe = text(&pipe);
    let mut engine = Engine::start();
    engine.send("go infinite");
    for line in [
        format!("setoption name EvalFile value {pipe}"),
        format!("setoption name Debug Log File value {pipe}"),
        format!("setoption name Book File value {pipe}"),
        format!("export_net {pipe}"),
    ] {
        engine.send(&line);
        let said = engine.read_until(|line| line.starts_with("info string "));
        let said = said.last().expect("there is one");
        assert!(said.contains("not a regular file"), "{line}: {said}");
    }
    engine.send("stop");
    assert!(engine.best_move().best.is_some());
    engine.send("quit");
    assert!(engine.wait().success());
}

#[test]
fn devices_and_folders_are_no_files() {
    let mut engine = Engine::start();
    for line in [
        "setoption name EvalFile value /dev/zero",
        "setoption name EvalFile value /dev",
        "setoption name Book File value /dev/zero",
        "setoption name Debug Log File value /dev/null",
        "setoption name Debug Log File value /dev",
        "export_net /dev/null",
        "export_net /dev",
    ] {
        let said = engine.ask(line);
        assert_eq!(said.len(), 1, "{line}: {said:?}");
        assert!(said[0].contains("not a regular file"), "{line}: {said:?}");
    }
}

#[test]
fn a_pipe_gives_no_openings() {
    let folder = folder_with_pipe("book.epd");
    for book in [text(&folder.path().join("book.epd")), "/dev/zero"] {
        let mut engine = Engine::start();
        engine.send(&format!("genfens 3 seed 1 book {book}"));
        let said = engine.line();
        assert!(said.contains("not a regular file"), "{said}");
        engine.send("quit");
        assert!(engine.wait().success());
    }
}

#[test]
fn a_pipe_is_no_endgame_table() {
    let folder = folder_with_pipe("KQvK.rtbw");
    let mut engine = Engine::start();
    let said = engine.ask(&format!("setoption name SyzygyPath value {}", text(folder.path())));
    assert!(said[0].contains("skipped tablebase files: 1"), "{said:?}");
    assert!(engine.search("go depth 3").best.is_some());
}

#[test]
fn a_network_is_written_whole_or_not_at_all() {
    let folder = tempfile::tempdir().expect("the temporary folder can be written to");
    let path = folder.path().join("brudno.nnue");
    fs::write(&path, "the old one").expect("it can be written");
    // 512 bytes, or a KiB.
    let script = format!(
        "ulimit -f 1; printf 'export_net {}\\nisready\\ngo depth 3\\n' | exec {}",
        text(&path),
        env!("CARGO_BIN_EXE_brudno")
    );
    let output = Command::new("sh").args(["-c", &script]).output().expect("there is a shell");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    assert!(said.contains("info string cannot write "), "{said}");
    assert!(said.contains("\nreadyok\n") && said.contains("\nbestmove "), "{said}");
    assert_eq!(fs::read_to_string(&path).expect("it is there"), "the old one");
    assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 1);
    let mut engine = Engine::start();
    engine.ask(&format!("export_net {}", text(&path)));
    let said = engine.ask(&format!("setoption name EvalFile value {}", text(&path)));
    assert!(said[0].starts_with("info string NNUE evaluation using "), "{said:?}");
}
