//! The log that `RUST_LOG` asks for, and the file of the option Debug Log File.

use std::fs;

use crate::support::{
    command::{brudno, finish_with_input, text},
    conversation::Engine,
    files::TempFolder,
};

const CONVERSATION: &str = "uci\nsetoption name MultiPV value 2\nposition startpos\n\
                            setoption name OwnBook value true\ngo depth 2 foo\nquit\n";

/// Returns what the engine writes to stdout and to stderr in the conversation.
fn converse(filter: Option<&str>) -> (String, String) {
    let mut command = brudno(&[]);
    match filter {
        Some(filter) => command.env("RUST_LOG", filter),
        None => command.env_remove("RUST_LOG"),
    };
    let output = finish_with_input(&mut command, CONVERSATION);
    assert!(output.status.success());
    (text(&output.stdout), text(&output.stderr))
}

#[test]
fn each_level_says_more_and_stdout_stays_uci() {
    const START: &str = "INFO  brudno::uci::session] Brudno ";
    const COMMAND: &str = ">> go depth 2 foo";
    const OPTION: &str = "option MultiPV set to 2";
    const GO: &str = "go: Limits { depth: Some(2)";
    const ANSWER: &str = "<< uciok";
    let all = [START, COMMAND, OPTION, GO, ANSWER];
    for (filter, said) in [
        (None, &[][..]),
        (Some("warn"), &[]),
        (Some("info"), &[START]),
        (Some("debug"), &[START, COMMAND, OPTION, GO]),
        (Some("brudno::uci=debug"), &[START, COMMAND, OPTION, GO]),
        (Some("brudno::uci=trace"), &all),
        (Some("brudno::uci::output=trace"), &[COMMAND, ANSWER]),
    ] {
        let (stdout, stderr) = converse(filter);
        for part in all {
            assert_eq!(stderr.contains(part), said.contains(&part), "{filter:?} {part}: {stderr}");
        }
        assert!(!said.is_empty() || stderr.is_empty(), "{filter:?}: {stderr}");
        for line in stdout.lines() {
            let word = line.split(' ').next().unwrap_or_default();
            assert!(["id", "option", "uciok", "info", "bestmove"].contains(&word), "{line}");
        }
        assert!(stdout.contains("info string go: ignored 'foo'; "), "{stdout}");
        assert!(stdout.contains("\nbestmove "), "{stdout}");
    }
}

#[test]
fn the_conversation_is_logged() {
    let folder = TempFolder::new();
    let path = folder.name("a conversation.log");
    let mut engine = Engine::start();
    engine.set_option("Debug Log File", &path);
    engine.sync();
    engine.search("go depth 2");
    engine.set_option("Debug Log File", "<empty>");
    engine.ask("position startpos moves g1h3");
    engine.send("quit");
    assert!(engine.wait().success());
    let log = fs::read_to_string(&path).expect("the log is there");
    for said in ["isready", "readyok", "go depth 2", "info depth 2 ", "bestmove "] {
        assert!(log.contains(said), "{said}: {log}");
    }
    assert!(!log.contains("g1h3"), "the log was closed: {log}");
}

#[test]
fn the_log_spares_other_files() {
    let folder = TempFolder::new();
    let mut engine = Engine::start();
    let path = folder.write("games.pgn", "1. e4 e5 *\n");
    engine.set_option("Debug Log File", &path);
    let said = engine.sync();
    assert!(said.iter().any(|line| line.contains("not a debug log")), "{said:?}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "1. e4 e5 *\n");
}
