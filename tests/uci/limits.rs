//! `go` with each limit and with combinations.

use std::time::Duration;

use crate::support::{
    conversation::Engine,
    report::{Score, Search},
};

/// A mate by two rooks.
const MATE_IN_TWO: &str = "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1";
const MATED: &str = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
const STALEMATED: &str = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
const BLACK_TO_MOVE: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

/// Searches that end by themselves.
const FINITE: &[&str] = &[
    "go depth 0",
    "go depth 1",
    "go depth 6",
    "go nodes 0",
    "go nodes 1",
    "go nodes 2",
    "go nodes 1000",
    "go nodes 20000",
    "go movetime 0",
    "go movetime 1",
    "go movetime 50",
    "go movetime -5",
    "go wtime 100",
    "go btime 100",
    "go wtime 100 winc 100 btime 100 binc 100",
    "go btime 100 winc 100 wtime 100 binc 100",
    "go binc 100 btime 100 winc 100 wtime 100",
    "go wtime 0 btime 0",
    "go wtime 0 btime 0 winc 0 binc 0",
    "go wtime -50 btime -1000",
    "go wtime -50 btime 1000 winc 10 binc 10",
    "go wtime 1 btime 1 winc 1 binc 1",
    "go wtime 50 btime 50 winc 5000 binc 5000",
    "go wtime 1000 btime 1000 winc 0 binc 0",
    "go wtime 1000 btime 1000 winc 0 binc 0 movestogo 5",
    "go wtime 300 btime 300 movestogo 1",
    "go wtime 300 btime 300 movestogo 0",
    "go wtime 300 btime 300 movestogo 300",
    "go wtime 300 movestogo 40",
    "go btime 300 movestogo 40",
    "go depth 6 nodes 1000000 movetime 20000",
    "go depth 100 nodes 5000",
    "go movetime 100 wtime 5 btime 5",
    "go movetime 100 depth 90",
    "go depth 5 wtime 100000 btime 100000",
    "go nodes 500 depth 30 wtime 100000 btime 100000 winc 1000 binc 1000 movestogo 20",
    "go mate 3 depth 5",
    "go mate 1 nodes 5000",
    "go searchmoves e2e4 d2d4 depth 4",
    "go depth 4 searchmoves e2e4 d2d4",
    "go nodes 20000 searchmoves e2e4 d2d4",
    "go movetime 30 searchmoves a2a3",
    // Variants of a line from shells, files and GUIs.
    "go depth 3 ",
    "go  depth   3",
    "\tgo\tdepth\t3\t",
    "go depth 3\r",
];

/// Searches that end only on `stop`.
const ENDLESS: &[&str] = &[
    "go",
    "go ",
    "go infinite",
    "go infinite ",
    "go infinite depth 3",
    "go infinite nodes 100",
    "go infinite searchmoves a2a3",
    "go searchmoves e2e4 d2d4",
    "go depth 240",
    "go depth 256",
    "go depth 1000",
    "go depth 999999999999",
    "go nodes 1000000000000",
    "go nodes 18446744073709551615",
    "go movetime 100000000",
    "go movetime 999999999999999",
    "go wtime 9999999999 btime 9999999999",
    "go ponder",
    "go ponder depth 1",
    "go ponder nodes 1",
    "go ponder movetime 1",
    "go ponder wtime 100 btime 100",
    "go wtime 100 btime 100 ponder",
    "go ponder infinite",
];

#[test]
fn every_limit_ends_with_a_legal_move() {
    let mut engine = Engine::start();
    for go in FINITE {
        let allowed: Vec<&str> = match go.split_once("searchmoves ") {
            Some((_, moves)) => moves.split(' ').filter(|word| word.len() == 4).collect(),
            None => Vec::new(),
        };
        engine.position("startpos", "");
        let best = engine.search(go).best.expect("there are legal moves");
        assert!(allowed.is_empty() || allowed.contains(&best.as_str()), "{go}: {best}");
        if allowed.is_empty() {
            engine.position(BLACK_TO_MOVE, "");
            engine.search(go);
        }
    }
    assert!(engine.sync().is_empty(), "nothing is left to say");
}

#[test]
fn endless_searches_wait_for_stop() {
    let mut engine = Engine::start();
    for go in ENDLESS {
        engine.position("startpos", "e2e4 e7e5");
        engine.position("startpos", "");
        engine.send(go);
        let search = engine.stop_after_a_while();
        assert!(search.best.is_some(), "{go}");
    }
    assert!(engine.sync().is_empty(), "nothing is left to say");
}

#[test]
fn endless_searches_wait_at_a_mate_too() {
    let mut engine = Engine::start();
    for go in ["go infinite", "go", "go ponder wtime 1000 btime 1000", "go infinite depth 1"] {
        engine.position(MATE_IN_TWO, "");
        engine.send(go);
        let search = engine.stop_after_a_while();
        assert!(search.best.is_some(), "{go}");
        for (fen, score) in [(MATED, "mate 0"), (STALEMATED, "cp 0")] {
            engine.position(fen, "");
            engine.send(go);
            // The score comes before the stop.
            engine.read_until(|line| line == format!("info depth 0 score {score}"));
            let search = engine.stop_after_a_while();
            assert_eq!(search.best, None, "{go}");
        }
    }
}

#[test]
fn a_move_after_ponderhit_has_a_line_of_its_own() {
    let mut engine = Engine::start();
    engine.position(MATE_IN_TWO, "");
    engine.send("go ponder wtime 1000 btime 1000");
    // The last iteration: nothing is left to search.
    engine.read_until(|line| line.starts_with("info depth 239 "));
    engine.sync();
    engine.send("ponderhit");
    let search = engine.best_move();
    let last = search.infos.last().expect("the line is reported again");
    assert_eq!((last.score, search.best.as_ref()), (Score::Mate(2), Some(&last.pv[0])));
}

#[test]
fn limits_are_kept() {
    let mut engine = Engine::start();
    engine.position("startpos", "");
    let depths = |search: &Search| search.exact().map(|info| info.depth).collect::<Vec<_>>();
    assert_eq!(depths(&engine.search("go depth 5")), [1, 2, 3, 4, 5]);
    assert_eq!(depths(&engine.search("go depth 1")), [1]);
    for nodes in [1000, 50_000] {
        let search = engine.search(&format!("go nodes {nodes}"));
        assert!(search.infos.iter().all(|info| info.nodes <= nodes + 100), "{:?}", search.infos);
    }
}

#[test]
fn mate_is_searched_for() {
    let mut engine = Engine::start();
    engine.position(MATE_IN_TWO, "");
    for go in ["go mate 2", "go mate 5", "go mate 2 wtime 100000 btime 100000"] {
        let search = engine.search(go);
        assert!(matches!(search.last().score, Score::Mate(1..=5)), "{go}");
    }
    assert_eq!(engine.search("go mate 2").last().score, Score::Mate(2));
    engine.position("startpos", "");
    engine.send("go mate 2");
    let lines = engine.read_until(|line| line.starts_with("bestmove"));
    assert!(lines.contains(&"info string there is no mate in 2".to_owned()), "{lines:?}");
}

#[test]
fn the_mate_comes_before_further_lines() {
    let mut engine = Engine::with_options(&[("MultiPV", "3")]);
    engine.position(MATE_IN_TWO, "");
    let search = engine.search("go mate 2");
    assert_eq!(search.last().score, Score::Mate(2));
    let ranks: Vec<usize> = search.best_lines().into_keys().collect();
    assert_eq!(ranks, [1, 2, 3]);
    engine.position("startpos", "");
    engine.send("go mate 2");
    let lines = engine.read_until(|line| line.starts_with("bestmove"));
    assert!(lines.contains(&"info string there is no mate in 2".to_owned()), "{lines:?}");
}

#[test]
fn ponder_hit_starts_the_clock() {
    let mut engine = Engine::start();
    for go in [
        "go ponder wtime 200 btime 200",
        "go ponder wtime 200 btime 200 winc 20 binc 20",
        "go wtime 200 btime 200 ponder",
        "go ponder movetime 50",
        "go ponder depth 2",
        "go ponder nodes 10",
        "go ponder depth 2 wtime 100000 btime 100000",
        "go ponder wtime 0 btime 0",
    ] {
        engine.position("startpos", "e2e4 e7e5");
        engine.send(go);
        engine.expect_no_best_move(Duration::from_millis(100));
        engine.send("ponderhit");
        assert!(engine.best_move().best.is_some(), "{go}");
    }
    assert!(engine.sync().is_empty(), "nothing is left to say");
}

#[test]
fn ponder_hit_may_come_at_once_and_stop_after_it() {
    let mut engine = Engine::start();
    for _ in 0..20 {
        engine.position("startpos", "e2e4 e7e5");
        engine.send_bytes(b"go ponder wtime 100 btime 100\nponderhit\n");
        engine.best_move();
        engine.send_bytes(b"go ponder wtime 100000 btime 100000\nponderhit\nstop\n");
        engine.best_move();
        engine.send_bytes(b"go ponder wtime 100000 btime 100000\nstop\nponderhit\n");
        engine.best_move();
    }
    assert!(engine.sync().is_empty(), "nothing is left to say");
}

#[test]
fn pondering_at_a_mate_waits_for_ponder_hit() {
    let mut engine = Engine::start();
    engine.position(MATED, "");
    engine.send("go ponder wtime 1000 btime 1000");
    engine.expect_no_best_move(Duration::from_millis(100));
    engine.send("ponderhit");
    assert_eq!(engine.best_move().best, None);
}

#[test]
fn a_line_of_one_move_gets_its_ponder_move_from_the_table() {
    let mut engine = Engine::start();
    engine.search("go depth 10");
    let search = engine.search("go depth 1");
    assert_eq!(search.last().pv.len(), 1, "a longer line would have one of its own");
    assert!(search.ponder.is_some());
}

#[test]
fn a_stop_before_the_first_iteration_still_gets_a_move() {
    let mut engine = Engine::start();
    for go in ["go infinite", "go depth 30", "go wtime 60000 btime 60000", "go ponder"] {
        for _ in 0..50 {
            engine.send_bytes(format!("{go}\nstop\n").as_bytes());
            assert!(engine.best_move().best.is_some(), "{go}");
        }
    }
    assert!(engine.sync().is_empty(), "nothing is left to say");
}

#[test]
fn a_late_stop_does_not_reach_the_next_search() {
    let mut engine = Engine::start();
    for _ in 0..20 {
        engine.search("go depth 1");
        engine.send_bytes(b"stop\nstop\ngo depth 6\n");
        assert_eq!(engine.best_move().last().depth, 6);
    }
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let mut engine = Engine::with_options(&[("MultiPV", "5")]);
    engine.position("startpos", "");
    let search = engine.search("go depth 5 searchmoves a2a3 h2h3");
    let mut first: Vec<&str> =
        search.best_lines().values().map(|info| info.pv[0].as_str()).collect();
    first.sort_unstable();
    assert_eq!(first, ["a2a3", "h2h3"]);
}
