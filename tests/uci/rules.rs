//! Castling notation, en passant, and ended games.

use crate::support::{conversation::Engine, report::Score};

#[test]
fn standard_castling_is_printed_as_the_kings_move() {
    let mut engine = Engine::start();
    for (fen, sent, printed) in [
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "e1g1"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", "e1g1"),
        ("r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "e8c8", "e8c8"),
        ("r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "e8a8", "e8c8"),
        ("4k3/8/8/8/8/8/8/4K2R w H - 0 1", "e1g1", "e1g1"),
    ] {
        engine.position(fen, "");
        let search = engine.search(&format!("go depth 4 searchmoves {sent}"));
        assert_eq!(search.best.as_deref(), Some(printed), "{fen}");
    }
}

#[test]
fn chess960_castling_is_printed_as_king_takes_rook() {
    let mut engine = Engine::with_options(&[("UCI_Chess960", "true")]);
    for (fen, sent, printed) in [
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", "e1h1"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "e1h1"),
        ("r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "e8a8", "e8a8"),
        ("3k4/8/8/8/8/8/8/1R3K1R w HB - 0 1", "f1h1", "f1h1"),
        ("3k4/8/8/8/8/8/8/1R3K1R w HB - 0 1", "f1b1", "f1b1"),
        // Only the rook moves.
        ("3k4/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", "g1h1"),
    ] {
        engine.position(fen, "");
        let search = engine.search(&format!("go depth 4 searchmoves {sent}"));
        assert_eq!(search.best.as_deref(), Some(printed), "{fen}");
    }
}

#[test]
fn both_castling_notations_are_read() {
    for chess960 in ["false", "true"] {
        let mut engine = Engine::with_options(&[("UCI_Chess960", chess960)]);
        for castling in ["e1g1", "e1h1"] {
            let opening = format!("e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 {castling} g8f6");
            engine.position("startpos", &opening);
            let fen = engine.fen();
            assert!(fen.starts_with("r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 w"));
            engine.search("go depth 3");
        }
    }
}

#[test]
fn chess960_games_are_played() {
    let mut engine = Engine::with_options(&[("UCI_Chess960", "true"), ("MultiPV", "3")]);
    for fen in [
        "nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w KQkq - 0 1",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
        "2r1kr2/8/8/8/8/8/8/1R2K1R1 w GBfc - 0 1",
        "r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq - 0 1",
    ] {
        engine.position(fen, "");
        assert!(engine.search("go depth 7").best.is_some());
    }
}

#[test]
fn chess960_rights_are_played_without_the_option_too() {
    let mut engine = Engine::start();
    engine.position("3k4/8/8/8/8/8/8/1R3K1R w HB - 0 1", "");
    let search = engine.search("go depth 4 searchmoves f1h1");
    assert_eq!(search.best.as_deref(), Some("f1h1"));
}

#[test]
fn an_ended_game_has_no_move() {
    for (fen, score) in [
        // Mates: fool's mate, a back rank, a smothered king.
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "mate 0"),
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "mate 0"),
        ("6rk/5Npp/8/8/8/8/8/6K1 b - - 0 1", "mate 0"),
        // Mate on the hundredth ply takes precedence over the fifty-move rule.
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 100 90", "mate 0"),
        // Stalemates.
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "cp 0"),
        ("8/8/8/8/8/k7/p7/K7 w - - 0 1", "cp 0"),
    ] {
        for go in ["go depth 5", "go wtime 1000 btime 1000", "go nodes 1", "go movetime 10"] {
            let mut engine = Engine::start();
            engine.position(fen, "");
            let search = engine.search(go);
            assert_eq!(search.best, None, "{fen}");
            assert_eq!(search.others, [format!("info depth 0 score {score}")], "{fen}");
        }
    }
}

#[test]
fn drawn_roots_get_a_move_all_the_same() {
    let shuffle = ["g1f3 g8f6 f3g1 f6g8"; 2].join(" ");
    for (start, moves) in [
        ("8/8/4k3/8/8/4K3/8/8 w - - 0 1", ""),
        ("8/8/4k3/8/8/4KN2/8/8 b - - 0 1", ""),
        ("8/5p2/4k3/8/8/4K3/3R4/8 w - - 100 120", ""),
        ("8/8/4k3/8/8/4K3/3R4/8 w - - 150 120", ""),
        ("startpos", shuffle.as_str()),
    ] {
        let mut engine = Engine::start();
        engine.position(start, moves);
        assert!(engine.search("go depth 6").best.is_some(), "{start}");
        assert!(engine.search("go nodes 1").best.is_some(), "{start}");
    }
}

#[test]
fn draws_are_seen() {
    for fen in [
        // Insufficient material.
        "8/8/4k3/8/8/4K3/8/8 w - - 0 1",
        "8/8/4k3/8/8/4KN2/8/8 w - - 0 1",
        // One ply to the fifty-move rule, and no mate on it.
        "7k/8/5K2/8/8/8/8/Q7 w - - 99 100",
    ] {
        let mut engine = Engine::start();
        engine.position(fen, "");
        assert_eq!(engine.search("go depth 6").last().score, Score::Centipawns(0), "{fen}");
    }
}

#[test]
fn a_mate_comes_before_the_fifty_move_rule() {
    let mut engine = Engine::start();
    engine.position("7k/8/6K1/8/8/8/8/1Q6 w - - 99 100", "");
    assert_eq!(engine.search("go depth 5").last().score, Score::Mate(1));
}

#[test]
fn en_passant_squares_stand_only_where_a_capture_is_legal() {
    let mut engine = Engine::start();
    for (fen, moves, square) in [
        ("k7/8/8/1pP5/2K5/8/8/8 w - b6 0 1", "", "b6"),
        // The capturing pawn is pinned.
        ("k1r5/8/8/1pP5/2K5/8/8/8 w - b6 0 1", "", "-"),
        // The captured pawn shields the king.
        ("k7/b5b1/8/2PpP3/3K4/8/8/8 w - d6 0 1", "", "-"),
        ("8/8/8/8/k2Pp2Q/8/8/4K3 b - d3 0 1", "", "-"),
        ("startpos", "e2e4", "-"),
        ("startpos", "e2e4 a7a6 e4e5 d7d5", "d6"),
        ("startpos", "e2e4 a7a6 e4e5 f7f5", "f6"),
        ("startpos", "e2e4 a7a6 e4e5 h7h5", "-"),
    ] {
        engine.position(fen, moves);
        let shown = engine.fen();
        assert_eq!(shown.split(' ').nth(3), Some(square), "{fen} {moves}");
        engine.search("go depth 3");
    }
}

#[test]
fn under_promotions_are_read_and_found() {
    let mut engine = Engine::start();
    engine.position("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8n");
    assert!(engine.fen().starts_with("N7/7k"));
    // Saavedra: a queen draws by stalemate, a rook wins.
    engine.position("8/2P5/8/8/3r4/8/2K5/k7 w - - 0 1", "");
    assert_eq!(engine.search("go depth 18").best.as_deref(), Some("c7c8r"));
}
