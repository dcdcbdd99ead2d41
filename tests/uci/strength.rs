//! Play at a limited strength.

use std::collections::HashSet;

use crate::support::{conversation::Engine, report::Search, test_positions::KIWIPETE};

/// White can take a queen.
const QUEEN_HANGS: &str = "rnb1kbnr/pppp1ppp/8/4p1q1/3PP3/5N2/PPP2PPP/RNBQKB1R w KQkq - 0 1";
const MATE_IN_ONE: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
const MATED: &str = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";

fn player(elo: &str) -> Engine {
    Engine::with_options(&[("UCI_LimitStrength", "true"), ("UCI_Elo", elo)])
}

/// Returns the moves of 30 searches.
fn moves(engine: &mut Engine, go: &str) -> Vec<String> {
    (0..30).filter_map(|_| engine.search(go).best).collect()
}

fn nodes(search: &Search) -> u64 {
    search.infos.last().expect("the search has said something").nodes
}

/// The parser has checked that the best move begins the last line.
#[test]
fn one_line_is_shown_and_the_last_is_played() {
    for elo in ["800", "1700", "3191"] {
        let mut engine = player(elo);
        for fen in ["startpos", KIWIPETE, QUEEN_HANGS, MATE_IN_ONE] {
            engine.position(fen, "");
            for go in ["go wtime 60000 btime 60000", "go movetime 1000", "go depth 30"] {
                let search = engine.search(go);
                assert!(search.infos.iter().all(|info| info.multipv == 1), "{elo} {go}");
                assert!(search.best.is_some());
            }
        }
    }
}

#[test]
fn lines_asked_for_are_shown_with_the_move_played_first() {
    let mut engine = player("1000");
    engine.set_option("MultiPV", "3");
    engine.position(KIWIPETE, "");
    for _ in 0..10 {
        let search = engine.search("go movetime 1000");
        let lines = search.best_lines();
        let first: HashSet<&String> = lines.values().map(|info| &info.pv[0]).collect();
        assert_eq!((lines.len(), first.len()), (3, 3));
    }
}

#[test]
fn the_weak_vary_and_the_strong_do_not_blunder() {
    let mut weak = player("800");
    // Most first moves are e4 and d4, as people's.
    for (fen, fewest) in [("startpos", 2), (KIWIPETE, 4)] {
        weak.position(fen, "");
        let played = moves(&mut weak, "go movetime 1000");
        assert!(played.iter().collect::<HashSet<_>>().len() >= fewest, "{fen}: {played:?}");
    }
    // Mistakes: none in 50 times 30 searches at 2100 and at 2400; by the noise, 1 in ten million
    // searches at 2800.
    for (elo, allowed) in [("2100", 5), ("2400", 3), ("2800", 0)] {
        let mut strong = player(elo);
        for (fen, best, allowed) in [(QUEEN_HANGS, "c1g5 f3g5", allowed), (MATE_IN_ONE, "a1a8", 0)]
        {
            strong.position(fen, "");
            let mut played = moves(&mut strong, "go movetime 1000");
            played.retain(|m| !best.contains(m));
            assert!(played.len() <= allowed, "{elo} {fen}: {played:?}");
        }
    }
}

#[test]
fn strength_is_a_number_of_nodes_and_not_of_threads() {
    let mut before = 0;
    for elo in ["2200", "2600", "3000"] {
        let mut engine = player(elo);
        engine.position(KIWIPETE, "");
        let alone = nodes(&engine.search("go wtime 600000 btime 600000"));
        assert!(alone > before, "{elo}: {alone} nodes");
        before = alone;
        engine.set_option("Threads", "3");
        engine.send("ucinewgame");
        assert_eq!(nodes(&engine.search("go wtime 600000 btime 600000")), alone);
    }
}

#[test]
fn limits_are_kept() {
    let mut engine = player("3000");
    engine.position("startpos", "");
    assert!(nodes(&engine.search("go nodes 700")) <= 800);
    assert!(engine.search("go depth 2").infos.iter().all(|info| info.depth <= 2));
    for go in ["go wtime 1 btime 1", "go movetime 1", "go searchmoves a2a3 movetime 20"] {
        engine.search(go);
    }
    engine.position(MATED, "");
    assert_eq!(engine.search("go movetime 100").best, None);
}

#[test]
fn analysis_is_at_full_strength() {
    let mut engine = player("800");
    engine.position(MATE_IN_ONE, "");
    assert_eq!(engine.search("go mate 1").best.as_deref(), Some("a1a8"));
    engine.position("startpos", "");
    engine.send("go infinite");
    engine.read_until(|line| line.starts_with("info depth 12 "));
    engine.send("stop");
    engine.best_move();
    engine.set_option("UCI_AnalyseMode", "true");
    assert_eq!(engine.search("go depth 10").last().depth, 10);
}

#[test]
fn a_ponder_search_waits_for_its_hit() {
    let mut engine = player("1500");
    engine.position("startpos", "e2e4 e7e5");
    engine.send("go ponder wtime 60000 btime 60000");
    engine.expect_no_best_move(std::time::Duration::from_millis(100));
    engine.send("ponderhit");
    assert!(engine.best_move().best.is_some());
}

#[test]
fn a_simulated_thought_ends_at_a_stop() {
    // Ten hours for the game: the shortest thought takes longer than the test.
    let go = "go wtime 36000000 btime 36000000";
    let mut engine = player("1500");
    engine.position(KIWIPETE, "");
    assert!(engine.search(go).best.is_some(), "without the option the answer comes at once");
    engine.set_option("SimulateThinkingTime", "true");
    engine.send(go);
    engine.expect_no_best_move(std::time::Duration::from_millis(300));
    engine.send("stop");
    assert!(engine.best_move().best.is_some());
    // Without a clock there is nothing to simulate.
    assert!(engine.search("go movetime 36000000").best.is_some());
    assert!(engine.search("go depth 20").best.is_some());
    engine.set_option("UCI_LimitStrength", "false");
    engine.search("go wtime 600 btime 600");
}

#[test]
fn a_skill_level_is_an_elo_and_the_elo_comes_first() {
    let nodes_of = |options: &[(&str, &str)]| {
        let mut engine = Engine::with_options(options);
        engine.position(KIWIPETE, "");
        nodes(&engine.search("go nodes 500000"))
    };
    // Nodes grow with the strength.
    let weak = nodes_of(&[("Skill Level", "7")]);
    let limited = nodes_of(&[("Skill Level", "7"), ("UCI_LimitStrength", "true")]);
    let stronger = nodes_of(&[("Skill Level", "9")]);
    assert!(limited < weak && weak < stronger, "{limited} {weak} {stronger}");
    assert_eq!(weak, nodes_of(&[("UCI_LimitStrength", "true"), ("UCI_Elo", "2500")]));
    assert_eq!(nodes_of(&[("Skill Level", "20")]), nodes_of(&[]));
}

#[test]
fn without_the_limit_the_elo_means_nothing() {
    let search = |options: &[(&str, &str)]| {
        let mut engine = Engine::with_options(options);
        engine.position(QUEEN_HANGS, "");
        engine.search("go depth 7").infos
    };
    assert_eq!(search(&[("UCI_Elo", "800")]), search(&[]));
}
