//! The companion program, which a command that is not the engine's runs.

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::Output,
};

use brudno::companion;

use crate::support::{
    command::{BRUDNO, finish, finish_process, piped, signal, text},
    files::TempFolder,
};

/// A companion that prints its arguments, and ends with status 7.
const ECHO: &str = "#!/bin/sh\nprintf '<%s>' \"$0\" \"$@\"\nexit 7\n";

/// Copies the engine into a folder, and returns its path.
fn engine_in(folder: &TempFolder) -> PathBuf {
    let engine = folder.file("brudno");
    fs::copy(BRUDNO, &engine).expect("the engine can be copied");
    engine
}

fn write_companion(folder: &Path, script: &str) {
    let path = folder.join(companion::PROGRAM);
    fs::write(&path, script).expect("the folder can be written to");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("the file is ours");
}

/// Runs an engine with arguments. `search_path` is its PATH.
fn run(engine: &Path, search_path: &Path, arguments: &[&str]) -> Output {
    let engine = engine.to_str().expect("the path is text");
    finish(piped(engine, arguments).env("PATH", search_path))
}

#[test]
fn the_companion_beside_the_engine_gets_the_arguments_as_they_are() {
    let folder = TempFolder::new();
    let engine = engine_in(&folder);
    write_companion(folder.path(), ECHO);
    for arguments in [
        &["analyse", "1. e4 e5", "--depth", "3", ""][..],
        &["perft", "3", "8/8/8/8/8/k7/p7/K7 w - -"],
        &["perft", "--help"],
        &["help", "play"],
        &["man"],
    ] {
        let output = run(&engine, Path::new("/nowhere"), arguments);
        let words: String = arguments.iter().map(|word| format!("<{word}>")).collect();
        let program = folder.name(companion::PROGRAM);
        assert_eq!(text(&output.stdout), format!("<{program}>{words}"));
        assert_eq!(output.status.code(), Some(7), "the status is the companion's");
    }
}

#[test]
fn the_companion_is_also_found_in_the_path() {
    let (folder, elsewhere) = (TempFolder::new(), TempFolder::new());
    write_companion(elsewhere.path(), ECHO);
    let output = run(&engine_in(&folder), elsewhere.path(), &["play"]);
    assert_eq!((output.status.code(), text(&output.stdout).ends_with("<play>")), (Some(7), true));
}

#[test]
fn without_a_companion_a_line_says_how_to_build_it() {
    let folder = TempFolder::new();
    let engine = engine_in(&folder);
    let output = run(&engine, Path::new("/nowhere"), &["analyse", "--depth", "1"]);
    let errors = text(&output.stderr);
    assert_eq!((output.status.code(), errors.lines().count()), (Some(1), 1), "{errors}");
    assert!(errors.starts_with("brudno: 'analyse' is a command of brudno-study"), "{errors}");
    assert!(errors.contains("cargo build --release --workspace"), "{errors}");
    // The engine counts without it.
    let output = run(&engine, Path::new("/nowhere"), &["perft", "3"]);
    assert!(text(&output.stdout).ends_with("Nodes searched: 8902\n"), "{output:?}");
}

#[test]
fn signals_reach_the_companion() {
    let folder = TempFolder::new();
    let engine = engine_in(&folder);
    write_companion(
        folder.path(),
        "#!/bin/sh\ntrap 'echo stopped; exit 3' TERM\necho ready\nwhile :; do sleep 0.05; done\n",
    );
    let mut process = piped(engine.to_str().expect("the path is text"), &["play"])
        .spawn()
        .expect("the engine starts");
    let mut ready = [0; 6];
    let stdout = process.stdout.as_mut().expect("stdout is piped");
    std::io::Read::read_exact(stdout, &mut ready).expect("the companion prints");
    // A shell cannot trap SIGINT if it was started with SIGINT ignored, as background jobs are.
    signal(&process, "TERM");
    let output = finish_process(process);
    assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(3), "stopped\n"));
}
