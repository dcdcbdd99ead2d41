//! Pipes, devices and folders in place of files.

use std::fs;

use crate::support::{
    command::{BRUDNO, finish, shell},
    conversation::Engine,
    files::TempFolder,
};

#[test]
fn a_pipe_is_no_file_and_blocks_nothing() {
    let folder = TempFolder::new();
    // A pipe without a reader and a writer: opening it waits for ever.
    let pipe = folder.pipe("pipe");
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
    let folder = TempFolder::without_spaces();
    for book in [folder.pipe("book.epd").as_str(), "/dev/zero"] {
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
    let folder = TempFolder::new();
    folder.pipe("KQvK.rtbw");
    let mut engine = Engine::start();
    let said = engine.ask(&format!("setoption name SyzygyPath value {}", folder.path().display()));
    assert!(said[0].contains("skipped tablebase files: 1"), "{said:?}");
    assert!(engine.search("go depth 3").best.is_some());
}

#[test]
fn a_network_is_written_whole_or_not_at_all() {
    let folder = TempFolder::new();
    let path = folder.write("brudno.nnue", "the old one");
    // 512 bytes, or a KiB.
    let script = format!(
        "ulimit -f 1; printf 'export_net {path}\\nisready\\ngo depth 3\\n' | exec {BRUDNO}"
    );
    let output = finish(&mut shell(&script));
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    assert!(said.contains("info string cannot write "), "{said}");
    assert!(said.contains("\nreadyok\n") && said.contains("\nbestmove "), "{said}");
    assert_eq!(fs::read_to_string(&path).expect("it is there"), "the old one");
    assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 1);
    let mut engine = Engine::start();
    engine.ask(&format!("export_net {path}"));
    let said = engine.ask(&format!("setoption name EvalFile value {path}"));
    assert!(said[0].starts_with("info string NNUE evaluation using "), "{said:?}");
}
