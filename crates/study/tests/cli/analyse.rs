//! `brudno analyse` of positions.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    process::Stdio,
};

use crate::support::{
    command::{brudno, lines, run},
    files::TempFile,
};

#[test]
fn a_position_is_reported_on() {
    let fen = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    let report = lines(&["analyse", fen, "--depth", "6", "--lines", "2", "--threads", "2"]);
    for line in [&format!("Fen: {fen}"), "White to move, move 1", "Best move Ra8# (a1a8)"] {
        assert!(report.iter().any(|found| found == line), "{line} in {report:?}");
    }
    assert!(report.iter().any(|line| line.starts_with("      #1 ") && line.contains("1.Ra8#")));
    assert!(report.iter().all(|line| !line.contains('\u{1b}')), "no colours in a pipe");

    let moves = ["--moves", "e4 e5 g1f3", "--nodes", "5000", "--json"];
    let report = lines(&[&["analyse"][..], &moves].concat()).join("\n");
    let report: serde_json::Value = serde_json::from_str(&report).expect("it is JSON");
    let fen = report["fen"].as_str().expect("a FEN");
    assert!(fen.starts_with("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b "), "{fen}");
    assert!(report["lines"][0]["san"][0].is_string(), "{report}");
    let bound = report["lines"][0]["bound"].as_str();
    assert!(bound.is_some_and(|bound| ["exact", "lower", "upper"].contains(&bound)), "{report}");
}

#[test]
fn many_positions_are_reported_on_line_by_line() {
    let text = "# two and a half\n\
                6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"back rank\";\n\
                8/8 w\n\
                1. f3 e5 2. g4 Qh4#\n";
    let suite = TempFile::new("list.epd", text);
    let from_file = run(&["analyse", suite.path(), "--depth", "5", "--json"]);
    let from_file = String::from_utf8(from_file.stdout).expect("output is text");
    let mut child = brudno(&["analyse", "-", "--depth", "5", "--json"])
        .stdin(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the engine starts");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    let mut stdout = BufReader::new(child.stdout.take().expect("stdout is piped")).lines();
    // Each answer is read before the next line is sent.
    let mut from_stdin = Vec::new();
    for line in text.lines() {
        writeln!(stdin, "{line}").expect("the engine listens");
        if !line.starts_with('#') {
            from_stdin.push(stdout.next().expect("an answer").expect("it is text"));
        }
    }
    drop(stdin);
    assert!(!child.wait().expect("the engine ends").success(), "a line was refused");
    for output in [from_file.lines().map(str::to_owned).collect(), from_stdin] {
        let reports: Vec<serde_json::Value> =
            output.iter().map(|line| line.parse().expect(line)).collect();
        let [mate, refused, over] = &reports[..] else { panic!("{output:?}") };
        assert_eq!((&mate["version"], &mate["line"]), (&1.into(), &2.into()));
        assert_eq!(mate["id"], "back rank");
        assert_eq!(mate["best_move"]["uci"], "a1a8");
        assert_eq!(mate["best_move"]["san"], "Ra8#");
        assert_eq!((&mate["score"]["mate"], &mate["score"]["bound"]), (&1.into(), &"exact".into()));
        assert_eq!(refused["line"], 3);
        assert!(refused["error"].as_str().is_some_and(|error| error.contains("not a FEN")));
        assert_eq!(over["ending"], "checkmate: Black wins");
        assert!(over["best_move"].is_null());
    }
    let output = run(&["analyse", suite.path(), "--depth", "5"]);
    let rows = String::from_utf8_lossy(&output.stdout);
    assert!(rows.contains("  back rank: 1.Ra8#"), "{rows}");
    assert!(rows.contains("  line 4: checkmate: Black wins"), "{rows}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("line 3: not a FEN"));
}

#[test]
fn a_position_is_looked_up_in_tables() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/syzygy");
    // The mate in 16 is too deep for 300 nodes.
    let krk = "8/8/8/4k3/8/8/1R6/K7 w - - 0 1";
    let analyse = ["analyse", krk, "--nodes", "300", "--json"];
    let centipawns = |arguments: &[&str]| {
        let report: serde_json::Value =
            serde_json::from_str(&lines(arguments).join("\n")).expect("it is JSON");
        report["lines"][0]["centipawns"].as_i64().expect("there is a score")
    };
    assert!(centipawns(&[&analyse[..], &["--syzygy", folder]].concat()) > 15_000);
    assert!(centipawns(&analyse) < 15_000);
}

#[test]
fn what_cannot_be_analysed_is_explained() {
    for (arguments, why) in [
        (&["analyse", "nonsense"][..], "not a position: nonsense"),
        (&["analyse", "no-such-file.epd"], "no-such-file.epd"),
        (&["analyse", "1. e4 e5 2. Nf6"], "move 2: illegal move Nf6"),
        (&["analyse", "8/8/8/8/8/8/8 w - - 0 1"], "not a FEN"),
        (&["analyse", "k7/8/8/8/8/8/8/8 w - - 0 1"], "a king is missing"),
        (&["analyse", "k7/8/8/8/8/8/8/K6p w - - 0 1"], "first or the last rank"),
        (&["analyse", "k7/8/8/8/8/8/8/K6r b - - 0 1"], "not to move is in check"),
        (&["analyse", "--moves", "e4 e4"], "illegal move e4"),
        (&["analyse", "--time=-1"], "seconds"),
        (&["analyse", "--time", "soon"], "seconds"),
        (&["analyse", "--lines", "0"], "lines"),
        (&["analyse", "--movetime", "1000"], "unexpected argument"),
        (&["analyse", "--syzygy", "no such folder"], "cannot read the folder"),
    ] {
        let output = run(arguments);
        assert!(!output.status.success(), "{arguments:?}");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.contains(why), "{arguments:?}: {errors}");
    }
}
