//! Reports of a search: lines, ranks, mates, and reproducible numbers.

use crate::support::{
    conversation::Engine,
    report::{Info, Score},
    test_positions::KIWIPETE,
};

const ENDGAME: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
/// A quiet king move mates in two (from Stockfish's tests of mate searches).
const STUDY: &str = "8/5R2/2K1P3/4k3/8/b1PPpp1B/5p2/8 w - - 0 1";

#[test]
fn every_depth_has_one_line() {
    let mut engine = Engine::start();
    for fen in ["startpos", KIWIPETE, ENDGAME] {
        engine.position(fen, "");
        let search = engine.search("go depth 8");
        let depths: Vec<u32> = search.exact().map(|info| info.depth).collect();
        assert_eq!(depths, (1..=8).collect::<Vec<_>>(), "{fen}");
        let nodes: Vec<u64> = search.infos.iter().map(|info| info.nodes).collect();
        assert!(nodes.is_sorted(), "{nodes:?}");
        assert!(search.infos.iter().all(|info| info.multipv == 1 && info.wdl.is_none()));
        assert!(search.exact().all(|info| info.seldepth > 0));
        assert_eq!(search.others, Vec::<String>::new());
    }
}

#[test]
fn a_search_that_is_cut_off_ends_with_an_exact_line() {
    let mut engine = Engine::start();
    for fen in ["startpos", KIWIPETE, ENDGAME] {
        for nodes in (2_000..40_000).step_by(1_900) {
            engine.send("ucinewgame");
            engine.position(fen, "");
            let search = engine.search(&format!("go nodes {nodes}"));
            let last = search.infos.last().expect("the search has said something");
            assert!(last.pv.len() > 2, "{fen}, {nodes} nodes: {last:?}");
            // A bound is the last line only if it contradicts the exact score before it.
            let exact = search.last();
            match (last.is_exact, exact.score, last.score) {
                (true, ..) => {}
                (_, Score::Centipawns(before), Score::Centipawns(bound))
                    if exact.pv[0] == last.pv[0] =>
                {
                    assert!((before - bound).abs() > 20, "{fen}, {nodes} nodes: {search:?}");
                }
                _ => {}
            }
        }
    }
}

/// Positions in which the best move changes often.
const SHARP: [&str; 3] = [
    KIWIPETE,
    "2r5/p1r1k3/1p1b1qpB/nP2pp2/7R/6P1/Q4PB1/3RK3 b - - 3 30",
    "r2qr1k1/p1n2pbp/bp1p1np1/2pP4/P1N1P3/2N2P2/1P2B1PP/R1BQ1RK1 w - - 0 1",
];

#[test]
fn lines_of_a_search_that_is_cut_off_are_sorted() {
    let mut engine = Engine::with_options(&[("MultiPV", "3")]);
    for fen in SHARP {
        for nodes in (300..3_000).step_by(97) {
            engine.send("ucinewgame");
            engine.position(fen, "");
            let search = engine.search(&format!("go nodes {nodes}"));
            let lines: Vec<&Info> = search.best_lines().into_values().collect();
            assert_eq!(search.best.as_ref(), Some(&lines[0].pv[0]), "{fen}, {nodes} nodes");
            for pair in lines.windows(2).filter(|pair| pair[0].depth == pair[1].depth) {
                let [Score::Centipawns(above), Score::Centipawns(below)] =
                    [pair[0].score, pair[1].score]
                else {
                    continue;
                };
                assert!(above >= below, "{fen}, {nodes} nodes: {lines:?}");
            }
        }
    }
    // The lines after the first of a mate search.
    engine.set_option("MultiPV", "2");
    engine.position("3k4/8/8/8/2B5/2B5/2K5/8 w - - 0 1", "");
    let search = engine.search("go mate 2");
    let scores: Vec<Score> = search.best_lines().into_values().map(|info| info.score).collect();
    let [Score::Centipawns(first), Score::Centipawns(second)] = scores[..] else {
        panic!("{scores:?}")
    };
    assert!(first >= second, "{scores:?}");
}

#[test]
fn certain_draws_have_no_other_chances() {
    let mut engine = Engine::with_options(&[("UCI_ShowWDL", "true")]);
    for fen in [
        "8/8/4k3/8/8/8/8/4K3 w - - 0 1",
        "8/8/4k3/8/8/4B3/1B1B4/4K3 w - - 0 1",
        "8/8/4k3/8/8/4B3/1B1B4/4K3 b - - 0 1",
        "8/5b2/4k3/8/8/8/4B3/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/3R4/4K3 w - - 100 90",
        "4k3/8/8/8/8/8/3R4/4K3 b - - 99 90",
    ] {
        engine.position(fen, "");
        let last = engine.search("go depth 6").last().clone();
        assert_eq!((last.score, last.wdl), (Score::Centipawns(0), Some([0, 1000, 0])), "{fen}");
    }
    // A capture starts the counter again; bishops of both colours mate.
    for fen in ["3k4/8/8/8/8/4p3/4R3/4K3 w - - 100 90", "8/8/4k3/8/8/4B3/1BB5/4K3 w - - 0 1"] {
        engine.position(fen, "");
        let [win, ..] = engine.search("go depth 6").last().wdl.expect("they are shown");
        assert!(win > 900, "{fen}: {win}");
    }
}

#[test]
fn chances_are_shown_when_asked_for() {
    let mut engine = Engine::with_options(&[("UCI_ShowWDL", "true")]);
    for fen in ["startpos", KIWIPETE, "4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1"] {
        engine.position(fen, "");
        let search = engine.search("go depth 9");
        // The parser has checked that they sum to 1000.
        assert!(search.infos.iter().all(|info| info.wdl.is_some()), "{fen}");
    }
    let [win, _, loss] = engine.search("go depth 5").last().wdl.expect("they are shown");
    assert!(win > 900 && loss < 10, "two queens win");
    engine.set_option("UCI_ShowWDL", "false");
    assert_eq!(engine.search("go depth 3").last().wdl, None);
}

#[test]
fn multi_pv_ranks_distinct_moves() {
    let mut engine = Engine::with_options(&[("MultiPV", "4")]);
    for fen in ["startpos", KIWIPETE, ENDGAME] {
        engine.position(fen, "");
        let search = engine.search("go depth 6");
        for depth in 1..=6 {
            let ranked: Vec<&Info> = search.exact().filter(|info| info.depth == depth).collect();
            let ranks: Vec<usize> = ranked.iter().map(|info| info.multipv).collect();
            assert_eq!(ranks, [1, 2, 3, 4], "{fen}, depth {depth}");
            let mut first: Vec<&String> = ranked.iter().map(|info| &info.pv[0]).collect();
            first.sort();
            first.dedup();
            assert_eq!(first.len(), 4, "{fen}, depth {depth}");
            let values: Vec<i32> = ranked.iter().map(|info| value(info)).collect();
            assert!(values.is_sorted_by(|a, b| a >= b), "{fen}, depth {depth}: {values:?}");
        }
    }
}

#[test]
fn multi_pv_stops_at_the_number_of_moves() {
    let mut engine = Engine::start();
    let maximum = engine.option_maximum("MultiPV").to_string();
    engine.set_option("MultiPV", &maximum);
    for (fen, moves) in [
        // One legal move, two, twenty, 218.
        ("7k/8/8/8/8/8/1r6/K7 w - - 0 1", 1),
        ("k7/8/8/8/8/8/2r5/K7 w - - 0 1", 1),
        ("8/8/8/8/8/8/6k1/K6r w - - 0 1", 2),
        ("startpos", 20),
        ("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", 218),
    ] {
        engine.position(fen, "");
        let search = engine.search("go depth 3");
        let expected = moves.min(maximum.parse().expect("a number"));
        assert_eq!(search.best_lines().len(), expected, "{fen}");
        engine.search("go nodes 1");
    }
}

#[test]
fn mates_have_the_right_length() {
    let mut engine = Engine::start();
    for (fen, moves, go, mate, best) in [
        // An en-passant capture mates.
        ("5K2/8/2qk4/2nPp3/3r4/6B1/B7/3R4 w - e6 0 1", "", "go depth 18", 1, "d5e6"),
        ("2brrb2/8/p7/Q7/1p1kpPp1/1P1pN1K1/3P4/8 b - - 0 1", "", "go depth 18", -1, ""),
        (STUDY, "", "go depth 18 searchmoves c6d7", 2, "c6d7"),
        (STUDY, "", "go mate 2 searchmoves c6d7", 2, "c6d7"),
        (STUDY, "", "go nodes 500000 searchmoves c6d7", 2, "c6d7"),
        (STUDY, "c6d7", "go depth 18 searchmoves e3e2", -1, "e3e2"),
        (STUDY, "c6d7 f2f1q", "go depth 18", 1, "f7f5"),
        ("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", "", "go depth 16", 2, ""),
        ("r6k/1b4pp/p7/1p2p1N1/4P3/1Q5P/Pq3PP1/3R2K1 w - - 0 1", "", "go mate 4", 4, "g5f7"),
        // Morphy's mate, with few nodes.
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "", "go mate 2 nodes 20000", 2, "a1a6"),
    ] {
        engine.send("ucinewgame");
        engine.position(fen, moves);
        let search = engine.search(go);
        assert_eq!(search.last().score, Score::Mate(mate), "{fen} {go}");
        assert!(best.is_empty() || search.best.as_deref() == Some(best), "{fen} {go}");
    }
}

#[test]
fn a_mate_is_found_and_the_search_stopped_by_hand() {
    let mut engine = Engine::start();
    engine.position("r1b2r1k/pp1p2pp/2p5/2B1q3/8/8/P1PN2PP/R4RK1 w - - 0 18", "");
    engine.send("go");
    engine.read_until(|line| line.contains(" score mate 1 "));
    engine.send("stop");
    assert_eq!(engine.best_move().best.as_deref(), Some("f1f8"));
}

#[test]
fn a_move_in_progress_is_shown_after_a_while() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    let lines = engine.read_until(|line| line.contains("currmove"));
    engine.send("stop");
    engine.best_move();
    let words: Vec<&str> = lines.last().expect("it is there").split(' ').collect();
    let ["info", "depth", depth, "currmove", m, "currmovenumber", number] = words[..] else {
        panic!("malformed: {words:?}");
    };
    assert!(depth.parse::<u32>().is_ok_and(|depth| depth > 0));
    assert!(engine.game.position().parse_uci(m).is_ok());
    assert!(number.parse::<u32>().is_ok_and(|number| (1..=20).contains(&number)));
}

#[test]
fn a_new_game_brings_the_same_figures() {
    let mut engine = Engine::start();
    let mut games = Vec::new();
    for _ in 0..2 {
        engine.send("ucinewgame");
        let mut game = Vec::new();
        for go in ["go depth 9", "go nodes 30000", "go depth 7"] {
            for (start, moves) in [("startpos", "d2d4 d7d5"), (KIWIPETE, ""), (ENDGAME, "")] {
                engine.position(start, moves);
                let search = engine.search(go);
                game.push((search.infos, search.best, search.ponder));
            }
        }
        games.push(game);
    }
    assert_eq!(games[0], games[1]);
}

/// After Stockfish's `reprosearch.sh`: short games of growing node limits, each played twice.
#[test]
fn node_limits_bring_the_same_figures() {
    let mut engine = Engine::start();
    for exponent in 1..=20 {
        let nodes = (100.0 * 1.5_f64.powi(exponent)) as u64;
        let mut games = Vec::new();
        for _ in 0..2 {
            engine.send("ucinewgame");
            let mut game = Vec::new();
            for moves in ["", "e2e4 c7c6"] {
                engine.position("startpos", moves);
                let search = engine.search(&format!("go nodes {nodes}"));
                // Bounds are printed only in long searches, which depends on the machine.
                game.push((search.exact().cloned().collect::<Vec<_>>(), search.best));
            }
            games.push(game);
        }
        assert_eq!(games[0], games[1], "{nodes} nodes");
    }
}

#[test]
fn two_engines_agree() {
    let search = || {
        let mut engine = Engine::start();
        engine.position(KIWIPETE, "");
        engine.search("go depth 8").infos
    };
    assert_eq!(search(), search());
}

/// Many positions; the parser checks every pv.
#[test]
fn principal_variations_are_sound_over_a_game() {
    let mut engine = Engine::with_options(&[("MultiPV", "2")]);
    engine.send("ucinewgame");
    let mut moves = Vec::new();
    for _ in 0..60 {
        engine.position("startpos", &moves.join(" "));
        let Some(best) = engine.search("go nodes 8000").best else { break };
        moves.push(best);
    }
    assert!(moves.len() > 20, "{moves:?}");
}

/// Returns a score as one number, with mates beyond all centipawns.
fn value(info: &Info) -> i32 {
    match info.score {
        Score::Centipawns(centipawns) => centipawns,
        Score::Mate(moves) if moves > 0 => 1_000_000 - moves,
        Score::Mate(moves) => -1_000_000 - moves,
    }
}
