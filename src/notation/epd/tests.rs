//! Tests of the EPD reader.

use super::*;

fn one(text: &str) -> EpdEntry {
    let mut entries = parse(text).unwrap();
    assert_eq!(entries.len(), 1, "{text}");
    entries.remove(0)
}

fn uci(entry: &EpdEntry, moves: &[Move]) -> Vec<String> {
    moves.iter().map(|&m| entry.game.position().to_uci(m, false).to_string()).collect()
}

#[test]
fn operations_are_read() {
    let entry = one(
        r#"r1bqk1r1/1p1p1n2/p1n2pN1/2p1b2Q/2P1Pp2/1PN5/PB4PP/R4RK1 w q - bm Rxf4 Nxe5+; am h3; c0 "a; b"; acd 12; id "a name";"#,
    );
    assert_eq!(entry.id.as_deref(), Some("a name"));
    assert_eq!(entry.comment.as_deref(), Some("a; b"));
    assert_eq!(uci(&entry, &entry.best_moves), ["f1f4", "g6e5"]);
    assert_eq!(uci(&entry, &entry.avoid_moves), ["h2h3"]);
    assert_eq!(entry.mate, None);
    assert!(entry.has_goal());
}

#[test]
fn layouts_that_suites_use_are_read() {
    for (text, best) in [
        ("4k2r/8/8/8/8/8/8/4K3 b k - bm O-O", "e8g8"),
        ("4k2r/8/8/8/8/8/8/4K3 b k - 5 17 bm O-O;", "e8g8"),
        ("4k2r/8/8/8/8/8/8/4K3 b k - 5 17; bm\tO-O!;", "e8g8"),
        ("8/P6k/8/8/8/8/8/K7 w - - bm a8=Q;", "a7a8q"),
        ("8/P6k/8/8/8/8/8/K7 w - - dm 9; bm a7a8q,Kb2 ;", "a7a8q"),
        ("  4k3/8/8/3pP3/8/8/8/4K3  w  -  d6  bm exd6 ; \r", "e5d6"),
    ] {
        let entry = one(text);
        assert_eq!(uci(&entry, &entry.best_moves)[0], best, "{text}");
    }
    let full = one("4k2r/8/8/8/8/8/8/4K3 b k - 5 17 id \"clock\"");
    assert_eq!(full.game.position().halfmoves(), 5);
    assert_eq!(full.name(), "clock");
    assert!(!full.has_goal());
}

#[test]
fn a_bad_operation_costs_only_itself() {
    let text = "4k2r/8/8/8/8/8/8/4K3 b k - bm O-O;\n; a comment\n\
                r3k2r/8/8/8/8/8/8/4K3 b kq - bm Rd8 R8; am Ke7; dm x;\n\
                8/P6k/8/8/8/8/8/K7 w - - dm 9; id \"open;";
    let lines: Vec<_> = entries(text).collect();
    let error = lines[1].as_ref().unwrap_err().to_string();
    assert_eq!(error, "line 2: expected pieces, side to move, castling and en passant");
    let faults = |line: usize| -> Vec<String> {
        lines[line].as_ref().unwrap().faults.iter().map(ToString::to_string).collect()
    };
    assert_eq!(faults(0), [""; 0]);
    assert_eq!(faults(2), ["bm: no legal move: \"R8\"", "dm: not a number: \"x\""]);
    assert_eq!(faults(3), ["a quotation mark is missing"]);
    let entry = lines[2].as_ref().unwrap();
    assert_eq!((entry.best_moves.len(), entry.avoid_moves.len(), entry.mate), (0, 1, None));
    assert_eq!(lines[3].as_ref().unwrap().mate, Some(9));
}

#[test]
fn goals_are_read_as_suites_write_them() {
    let fen = "7k/8/6K1/8/8/8/8/R3Q3 w - -";
    for (operations, best, mate) in [
        (" bm #1;", 0, Some(1)),
        (" bm Qe8 +;", 1, None),
        (" BM Qe8#, Ra8#", 2, None),
        ("; bm Qe8", 1, None),
        (" dm -1;", 0, Some(1)),
        (" Dm 1", 0, Some(1)),
    ] {
        let entry = one(&format!("{fen}{operations}"));
        assert_eq!((entry.best_moves.len(), entry.mate), (best, mate), "{operations}");
    }
}

#[test]
fn the_position_is_read_whatever_else_the_line_says() {
    for (text, expected) in [
        ("8/P6k/8/8/8/8/8/K7 w - - dm -15; bm Qa1;", "0 1"),
        ("8/P6k/8/8/8/8/8/K7 w - - hmvc 7; fmvn 41; id \"x\";", "7 41"),
        ("8/P6k/8/8/8/8/8/K7 w - - 3 9 hmvc 7;", "7 9"),
        ("8/P6k/8/8/8/8/8/K7 w - - ;D1 4 ;D2 20", "0 1"),
        ("8/P6k/8/8/8/8/8/K7 w - - 5 6 ;D1 4 ;D2 20", "5 6"),
        ("8/P6k/8/8/8/8/8/K7 w - - 5 6;D1 4;D2 20", "5 6"),
        ("8/P6k/8/8/8/8/8/K7 w - - id \"open;", "0 1"),
    ] {
        let (game, _) = position(text).unwrap();
        assert_eq!(game.position().fen(), format!("8/P6k/8/8/8/8/8/K7 w - - {expected}"), "{text}");
    }
    let clock = position("8/P6k/8/8/8/8/8/K7 w - - hmvc x;").unwrap_err();
    assert_eq!(clock.to_string(), "hmvc: not a number: \"x\"");
}

#[test]
fn blank_lines_and_remarks_are_counted_but_not_read() {
    let entries = parse("# a suite\n\n8/8/8/8/8/k7/p7/K7 w - -\n").unwrap();
    assert_eq!(entries.len(), 1);
    assert_eq!(entries[0].name(), "line 3");
}

#[test]
fn errors_name_line_and_reason() {
    for (text, message) in [
        ("8/8 w", "line 2: expected pieces, side to move, castling and en passant"),
        ("8/8/8/8/8/8/8/8 w - -", "line 2: impossible position: "),
        ("k7/8/8/8/8/8/8/7x w - -", "line 2: not a FEN: "),
        ("k7/8/8/8/8/8/8/7K w - - bm Qa1;", "line 2: bm: no legal move: \"Qa1\""),
        ("k7/8/8/8/8/8/8/7K w - - am;", "line 2: am: no legal move: \"\""),
        ("k7/8/8/8/8/8/8/7K w - - dm x;", "line 2: dm: not a number: \"x\""),
        ("k7/8/8/8/8/8/8/7K w - - id \"open;", "line 2: a quotation mark is missing"),
    ] {
        let error = parse(&format!("# first\n{text}")).unwrap_err().to_string();
        assert!(error.starts_with(message), "{text}: {error}");
    }
}

#[test]
fn every_goal_counts() {
    let entry = one("7k/8/6K1/8/8/8/8/R3Q3 w - - bm Qe8# Ra8#; am Qe7; dm 1;");
    let m = |text| entry.game.position().parse_uci(text).unwrap();
    assert!(entry.is_solved_by(m("e1e8"), Some(1)));
    assert!(entry.is_solved_by(m("a1a8"), Some(1)));
    assert!(!entry.is_solved_by(m("a1a8"), Some(2)));
    assert!(!entry.is_solved_by(m("a1a8"), None));
    assert!(!entry.is_solved_by(m("e1e7"), Some(1)));
    let avoid = one("7k/8/6K1/8/8/8/8/R3Q3 w - - am Qe7;");
    assert!(!avoid.is_solved_by(m("e1e7"), Some(1)));
    assert!(avoid.is_solved_by(m("e1e2"), None));
}

#[test]
fn the_bench_positions_are_sound() {
    let entries = parse(include_str!("../../../bench.epd")).unwrap();
    assert!(entries.len() >= 50);
    let mut names: Vec<String> = entries.iter().map(EpdEntry::name).collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), entries.len(), "every position has its own name");
    let ended = |check: bool| {
        entries
            .iter()
            .map(|entry| entry.game.position())
            .any(|position| !position.has_legal_move() && position.is_check() == check)
    };
    assert!(ended(true), "a mate");
    assert!(ended(false), "a stalemate");
    assert!(entries.iter().any(|entry| entry.game.position().is_chess960()));
}

#[test]
fn a_line_is_read_as_far_as_it_is_legal() {
    let fen = "7k/8/5KQ1/8/8/8/7p/8 b - -";
    for (line, moves) in [("h1=Q Qg7#", 2), ("h1=Q Kf7 Qh7", 3), ("h1=Q Ke3", 1), ("", 0)] {
        let entry = parse(&format!("{fen} pv {line};")).unwrap().remove(0);
        assert_eq!(entry.line_of_play.len(), moves, "{line}");
    }
}
