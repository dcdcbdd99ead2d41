//! Searches at the end of the input, as in `echo "go depth 12" | brudno`.

use std::time::{Duration, Instant};

use crate::support::conversation::Engine;

/// Returns an engine that has read lines and the end of its input.
fn engine_after(lines: &str) -> Engine {
    let mut engine = Engine::start();
    engine.send(lines);
    engine.close_stdin();
    engine
}

#[test]
fn the_engine_ends() {
    for lines in ["", "uci", "isready", "position startpos moves e2e4"] {
        assert!(engine_after(lines).wait().success(), "{lines}");
    }
    let mut engine = Engine::start();
    engine.send_bytes(b"isready");
    engine.close_stdin();
    assert_eq!(engine.line(), "readyok", "a last line without its end");
    assert!(engine.wait().success());
}

#[test]
fn bounded_searches_are_finished_first() {
    let mut engine = engine_after("go depth 10");
    assert_eq!(engine.best_move().last().depth, 10);
    assert!(engine.wait().success());

    let mut engine = engine_after("uci\nposition startpos\ngo nodes 100000");
    engine.read_until(|line| line == "uciok");
    assert!(engine.best_move().infos.last().is_some_and(|info| info.nodes > 50_000));
    assert!(engine.wait().success());

    let mut engine = Engine::start();
    engine.position("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", "");
    engine.send("go mate 2");
    engine.close_stdin();
    assert_eq!(engine.best_move().last().score, crate::support::report::Score::Mate(2));
    assert!(engine.wait().success());

    let start = Instant::now();
    let mut engine = engine_after("go movetime 500");
    engine.best_move();
    assert!(start.elapsed() > Duration::from_millis(400), "it takes its time");
    assert!(engine.wait().success());

    let mut engine = engine_after("go ponder depth 9\nponderhit");
    assert_eq!(engine.best_move().last().depth, 9);
    assert!(engine.wait().success());
}

#[test]
fn each_search_in_line_gets_its_due() {
    let mut engine = engine_after("go depth 5\ngo infinite\ngo wtime 1 btime 1\ngo depth 6");
    assert_eq!(engine.best_move().last().depth, 5);
    engine.best_move();
    engine.best_move();
    assert_eq!(engine.best_move().last().depth, 6);
    assert!(engine.wait().success());
}

#[test]
fn clocks_and_endless_searches_end_at_once() {
    for go in [
        "go",
        "go infinite",
        "go infinite depth 3",
        "go wtime 360000000 btime 360000000",
        "go depth 200 wtime 360000000 btime 360000000",
        "go ponder",
        "go ponder depth 1",
        "go foo",
    ] {
        let mut engine = engine_after(go);
        assert!(engine.best_move().best.is_some(), "{go}");
        assert!(engine.wait().success(), "{go}");
    }
}

#[test]
fn work_beside_the_search_is_finished_too() {
    for (lines, last) in [
        ("perft 5", "Nodes searched: 4865609"),
        ("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\ngo perft 4", "Nodes searched: 314346"),
        ("bench 16 1 2", " nps"),
        ("speedtest 1 1 1", " nps"),
    ] {
        let mut engine = engine_after(lines);
        engine.read_until(|line| line.ends_with(last));
        assert!(engine.wait().success(), "{lines}");
    }
}

/// A GUI that crashes closes both pipes; the engine has to end.
#[cfg(unix)]
#[test]
fn nothing_goes_on_where_nobody_reads() {
    use std::{io::Write, process::Stdio};

    use crate::support::command::{brudno, wait};

    for line in ["perft 15", "go movetime 100000000", "go depth 200", "bench 16 1 100"] {
        let mut process = brudno(&[]).stdin(Stdio::piped()).spawn().expect("the engine starts");
        let mut stdin = process.stdin.take().expect("stdin is piped");
        stdin.write_all(line.as_bytes()).expect("the engine listens");
        drop(stdin);
        drop(process.stdout.take());
        assert!(!wait(&mut process).success(), "{line}");
    }
}
