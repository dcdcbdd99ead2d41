//! What `RUST_LOG` makes the engine say, and where.

use std::{
    io::Write,
    process::{Command, Stdio},
};

const CONVERSATION: &str = "uci\nsetoption name MultiPV value 2\nposition startpos\n\
                            setoption name OwnBook value true\ngo depth 2 foo\nquit\n";

/// What the engine writes to stdout and to stderr in the conversation.
fn converse(filter: Option<&str>) -> (String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_brudno"));
    match filter {
        Some(filter) => command.env("RUST_LOG", filter),
        None => command.env_remove("RUST_LOG"),
    };
    let mut engine = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the engine starts");
    let mut stdin = engine.stdin.take().expect("stdin is piped");
    stdin.write_all(CONVERSATION.as_bytes()).expect("the engine listens");
    let output = engine.wait_with_output().expect("the engine ends");
    assert!(output.status.success());
    let text = |bytes| String::from_utf8(bytes).expect("it is text");
    (text(output.stdout), text(output.stderr))
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
        assert!(stdout.contains("info string go: ignored 'foo'\n"), "{stdout}");
        assert!(stdout.contains("\nbestmove "), "{stdout}");
    }
}
