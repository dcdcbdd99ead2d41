//! Invalid input.

use std::time::Duration;

use crate::support::conversation::Engine;

/// Lines that get one `info string` each.
const REFUSED: &[&str] = &[
    // Not a command.
    "garbage",
    "hello world",
    "?!",
    "e2e4",
    "uciok",
    "readyok",
    "\u{265a}\u{265b}\u{2654}",
    "position",
    "setoption",
    // Not a position.
    "position fen",
    "position fen moves e2e4",
    "position foo",
    "position startpos e2e4",
    "position fen rubbish",
    "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
    "position fen 4k3/8/8/8/8/8/8/8 w - - 0 1",
    "position fen 4k3/8/8/8/8/8/8/4K2P w - - 0 1",
    "position fen 4k2P/8/8/8/8/8/8/4K3 w - - 0 1",
    "position fen 4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",
    "position fen 8/8/8/3kK3/8/8/8/8 w - - 0 1",
    "position fen kk6/8/8/8/8/8/8/K7 w - - 0 1",
    "position fen rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "position fen rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNZ w KQkq - 0 1",
    "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
    "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e9 0 1",
    "position fen QQQQQQQk/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/8/8/K7 w - - 0 1",
    // Not a move.
    "position startpos moves e2e5",
    "position startpos moves e2e4 e2e4",
    "position startpos moves e2e4 e7e5 e1e2 e8e7 e2e1 e7e8 e1g1",
    "position startpos moves 0000",
    "position startpos moves e2e4 0000 g1f3",
    "position startpos moves e2e4 xx e7e5",
    "position startpos moves e7e5",
    "position startpos moves e2e4q",
    "position startpos moves i9j0",
    "position startpos moves e5",
    "position startpos moves P@e4",
    "position fen 8/P6k/8/8/8/8/8/K7 w - - 0 1 moves a7a8",
    "position fen 8/P6k/8/8/8/8/8/K7 w - - 0 1 moves a7a8k",
    // Not an option, or not a value of it.
    "setoption name",
    "setoption name Nonsense value 5",
    "setoption name value 5",
    "setoption value 5",
    "setoption name Hash",
    "setoption name Hash value",
    "setoption name Hash value abc",
    "setoption name Hash value 0",
    "setoption name Hash value -5",
    "setoption name Hash value 16.5",
    "setoption name Hash value 99999999999999999999",
    "setoption name Threads value abc",
    "setoption name Threads value 0",
    "setoption name Threads value -5",
    "setoption name Threads value 999999999999",
    "setoption name MultiPV value 0",
    "setoption name MultiPV value 100000",
    "setoption name MultiPV value two",
    "setoption name Move Overhead value -1",
    "setoption name Move Overhead value 10000000",
    "setoption name UCI_ShowWDL value maybe",
    "setoption name UCI_Chess960 value 1",
    "setoption name Ponder value",
    "setoption name UCI_Variant value atomic",
    "setoption name Skill Level value 21",
    "setoption name Contempt value 5",
    "setoption name Debug Log File value /no such folder/brudno.log",
    "setoption name EvalFile value /no such folder/brudno.nnue",
    "export_net /no such folder/brudno.nnue",
    "debug maybe",
    "perft",
    "perft x",
    "perft -1",
    "perft 241",
    "perft 100000",
    "perft 99999999999999999999",
    "go perft",
    "go perft x",
    "go perft 100000",
    "go depth 3 perft 4294967295",
    "bench 0",
    "bench 16 1025",
    "bench 16 1 0",
    "bench 16 1 1 default plies",
    "bench 16 1 241 default perft",
    "bench 16 1 1 default depth 2",
    "bench 16 1 1 /no/such/file.epd",
    "speedtest many",
    "speedtest 1 16 1 1",
];

#[test]
fn bad_lines_get_one_remark_and_change_nothing() {
    let mut engine = Engine::with_options(&[("MultiPV", "2"), ("UCI_ShowWDL", "true")]);
    engine.position("startpos", "d2d4 g8f6");
    for line in REFUSED {
        let said = engine.ask(line);
        assert_eq!(said.len(), 1, "{line}: {said:?}");
        assert!(said[0].starts_with("info string "), "{line}: {said:?}");
        engine.expect_unchanged_position();
    }
    let search = engine.search("go depth 4");
    assert_eq!(search.best_lines().len(), 2);
    assert!(search.last().wdl.is_some());
}

#[test]
fn bad_lines_during_a_search_leave_it_alone() {
    let mut engine = Engine::start();
    engine.position("startpos", "d2d4 g8f6");
    engine.send("go infinite");
    for line in REFUSED {
        engine.send(line);
    }
    engine.sync();
    engine.send("stop");
    assert!(engine.best_move().best.is_some());
    engine.expect_unchanged_position();
}

/// A GUI waits for `bestmove` after any `go`: the search runs with the valid parts.
#[test]
fn every_go_gets_its_best_move() {
    let mut engine = Engine::start();
    for (go, ignored) in [
        ("go wtime 1000.0 btime 1000", ""),
        ("go movetime 100.5", ""),
        ("go depth 2.9", ""),
        ("go nodes 1e3", ""),
        ("go depth 2 foo", "'foo'; searching to depth 2"),
        ("go movetime 10 depth x", "'depth x'; searching for 10 ms"),
        ("go wtime 100 foo 5 btime 200", "'foo', '5' (of which limit?); searching on the clock"),
        ("go nodes 100 depth -1 mate", "'depth -1', 'mate' (no number); searching 100 nodes"),
        ("go depth 3 searchmoves", "'searchmoves'; searching to depth 3"),
    ] {
        let search = engine.search(go);
        assert!(search.best.is_some(), "{go}");
        let said = format!("info string go: ignored {ignored}");
        let said = if ignored.is_empty() { vec![] } else { vec![said] };
        assert_eq!(search.others, said, "{go}");
    }
    let search = engine.search("go depth 4 searchmoves e2e5 d2d4 xx h2h3");
    assert!(["d2d4", "h2h3"].map(Some).contains(&search.best.as_deref()));
    assert_eq!(search.others, ["info string go: ignored 'e2e5', 'xx'; searching to depth 4"]);
}

#[test]
fn a_go_with_nothing_usable_searches_until_stop() {
    let mut engine = Engine::start();
    for (go, ignored) in [
        ("go foo", "'foo'"),
        ("go 5", "'5' (of which limit?)"),
        ("go depth", "'depth' (no number)"),
        ("go depth x", "'depth x'"),
        ("go nodes -1", "'nodes -1'"),
        ("go movetime soon", "'movetime soon'"),
    ] {
        engine.send(go);
        let remark = format!("info string go: ignored {ignored}; searching until 'stop'");
        assert_eq!(engine.line(), remark);
        assert!(engine.stop_after_a_while().best.is_some(), "{go}");
    }
}

/// As in Stockfish up to 16.1; from 17 on it searches all moves instead.
#[test]
fn with_illegal_search_moves_alone_there_is_no_best_move() {
    for threads in ["1", "3"] {
        let mut engine = Engine::with_options(&[("Threads", threads)]);
        for (position, go, ignored, score) in [
            ("startpos", "go searchmoves e2e5 depth 3", "e2e5", "cp 0"),
            ("startpos", "go wtime 100 btime 100 searchmoves foo", "foo", "cp 0"),
            ("startpos moves e2e4 f7f6 d1h5", "go depth 3 searchmoves f6f5", "f6f5", "mate 0"),
        ] {
            engine.send(&format!("position {position}"));
            engine.send(go);
            let remark = format!("info string go: ignored '{ignored}'; no move to search");
            assert_eq!(engine.line(), remark);
            assert_eq!(engine.line(), format!("info depth 0 score {score}"), "{go}");
            assert_eq!(engine.line(), "bestmove (none)", "{go}");
        }
        engine.send("go infinite searchmoves e2e5");
        engine.expect_no_best_move(Duration::from_millis(100));
        engine.send("stop");
        engine.read_until(|line| line == "bestmove (none)");
    }
}

#[test]
fn impossible_rights_are_dropped() {
    let mut engine = Engine::start();
    for (fen, expected) in [
        ("4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
    ] {
        assert_eq!(engine.ask(&format!("position fen {fen}")), Vec::<String>::new());
        assert_eq!(engine.fen(), expected);
    }
}

#[test]
fn strange_but_legal_positions_are_played() {
    let mut engine = Engine::start();
    for fen in [
        // More queens than promotions allow.
        "qqqqkqqq/8/8/8/8/8/8/QQQQKQQQ w - - 0 1",
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        // Checks that no game can reach.
        "3R4/8/q4k2/2B5/1NK5/3b4/8/8 w - - 0 1",
        "1rrrrrk1/1PPPPPPP/8/8/8/8/8/6K1 b - - 0 1",
        "2b5/1nbn4/n3n3/1kn5/n3n3/1n1n4/5RQ1/2KQ1R2 w - - 0 1",
        // Walled in.
        "2b5/kpPp4/1p1P4/1P6/6p1/4p1P1/4PpPK/5B2 w - - 0 1",
        "8/8/8/8/8/8/8/K1k5 w - - 4294967295 1",
    ] {
        engine.position(fen, "");
        assert!(engine.search("go depth 5").best.is_some(), "{fen}");
        assert!(engine.search("go nodes 1").best.is_some(), "{fen}");
    }
}

#[test]
fn bytes_that_are_not_text_get_one_remark() {
    let mut engine = Engine::start();
    for bytes in [
        &b"\xff\xfe\xfd\n"[..],
        b"\x80\n",
        b"a\0b\n",
        b"position fen \xc3\x28 w - - 0 1\n",
        b"\0\n",
    ] {
        engine.send_bytes(bytes);
        let said = engine.sync();
        assert_eq!(said.len(), 1, "{bytes:?}: {said:?}");
        assert!(said[0].starts_with("info string "), "{bytes:?}: {said:?}");
    }
    engine.expect_unchanged_position();
}

#[test]
fn huge_lines_get_one_short_remark() {
    let mut engine = Engine::start();
    let long = "x".repeat(1 << 20);
    let words = "e2e4 ".repeat(1 << 18);
    for line in [
        long.clone(),
        words.clone(),
        format!("position startpos moves {words}"),
        format!("position startpos moves {long}"),
        format!("position fen {long}"),
        format!("position fen {words}"),
        format!("setoption name {long}"),
        format!("setoption name Hash value {}", "9".repeat(1 << 20)),
    ] {
        let said = engine.ask(&line);
        assert_eq!(said.len(), 1, "{}", &line[..40]);
        assert!(said[0].starts_with("info string ") && said[0].len() < 10_000, "{}", &line[..40]);
    }
    engine.expect_unchanged_position();
    assert!(engine.search("go depth 3").best.is_some());
}

#[test]
fn an_endless_line_is_skipped() {
    let mut engine = Engine::start();
    let piece = vec![b'x'; 1 << 20];
    (0..17).for_each(|_| engine.send_bytes(&piece));
    engine.send_bytes(b"\n");
    let said = engine.sync();
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].starts_with("info string a line is longer than "), "{said:?}");
    assert!(engine.search("go depth 3").best.is_some());
}

#[test]
fn a_table_too_large_is_refused_and_the_engine_plays_on() {
    let mut engine = Engine::start();
    engine.search("go depth 4");
    // 32 TiB: more than the option or the machine allows.
    let mut said = engine.ask("setoption name Hash value 33554432");
    let search = engine.search("go depth 5");
    said.extend(search.others);
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].starts_with("info string "), "{said:?}");
    assert_eq!(engine.ask("setoption name Hash value 1"), Vec::<String>::new());
    engine.search("go depth 5");
}

/// Tools run during a search, which still ends with `bestmove`.
#[test]
fn tools_that_fail_leave_the_search_its_best_move() {
    let mut engine = Engine::start();
    engine.position("startpos", "d2d4 g8f6");
    engine.send("go infinite");
    for line in ["perft 100000", "go perft 100000", "perft 240", "perft 0", "bench 16 1 4294967295"]
    {
        engine.send(line);
    }
    engine.send("eval");
    engine.sync();
    assert!(engine.stop_after_a_while().best.is_some());
    engine.expect_unchanged_position();
}

/// Random lines of UCI words: the engine has to answer correctly after them.
#[test]
fn no_random_line_ends_the_engine() {
    const WORDS: &[&str] = &[
        "uci",
        "debug",
        "on",
        "isready",
        "setoption",
        "name",
        "value",
        "MultiPV",
        "Move",
        "Overhead",
        "UCI_Chess960",
        "UCI_ShowWDL",
        "Ponder",
        "true",
        "register",
        "later",
        "ucinewgame",
        "position",
        "startpos",
        "fen",
        "moves",
        "e2e4",
        "e7e5",
        "e1g1",
        "a7a8q",
        "0000",
        "go",
        "searchmoves",
        "ponder",
        "wtime",
        "btime",
        "winc",
        "binc",
        "movestogo",
        "depth",
        "nodes",
        "mate",
        "movetime",
        "infinite",
        "stop",
        "ponderhit",
        "d",
        "eval",
        "help",
        "compiler",
        "-1",
        "0",
        "1",
        "7",
        "300",
        "99999999999999999999",
        "8/8/4k3/8/8/4K3/8/R7",
        "w",
        "-",
        "\u{e9}",
        "\t",
        "=",
        "<empty>",
    ];
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    let mut random = |bound: usize| {
        // xorshift64, G. Marsaglia 2003.
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % bound as u64) as usize
    };
    let mut engine = Engine::start();
    for _ in 0..3000 {
        let length = 1 + random(7);
        let line: Vec<&str> = (0..length).map(|_| WORDS[random(WORDS.len())]).collect();
        engine.send(&line.join(" "));
        engine.send("stop");
    }
    engine.send("ucinewgame");
    engine.send("d");
    engine.send("quit");
    assert!(engine.wait().success());
}
