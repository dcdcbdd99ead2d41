//! The engine's command line: `bench`, `perft`, `solve`, `analyse`, `play`, and UCI lines as
//! arguments.

mod common;

use std::{
    fs,
    io::{BufRead as _, BufReader, Write as _},
    path::PathBuf,
    process::{Command, Stdio},
};

use brudno::{chess::Game, notation::epd, params};
use common::{lines, run};

/// Runs the engine with arguments and an input, to its end, where it has to succeed: its output.
fn converse(arguments: &[&str], input: &str) -> String {
    let mut engine = Command::new(env!("CARGO_BIN_EXE_brudno"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the engine starts");
    let mut stdin = engine.stdin.take().expect("stdin is piped");
    stdin.write_all(input.as_bytes()).expect("the engine listens");
    drop(stdin);
    let output = engine.wait_with_output().expect("the engine ends");
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).expect("output is text")
}

/// A suite in a file of its own, removed when dropped.
struct Suite(PathBuf);

impl Suite {
    fn new(name: &str, text: &str) -> Suite {
        let path = std::env::temp_dir().join(format!("brudno-{}-{name}.epd", std::process::id()));
        fs::write(&path, text).expect("the temporary folder can be written to");
        Suite(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("the path is text")
    }
}

impl Drop for Suite {
    fn drop(&mut self) {
        // A file left behind in the temporary folder harms nobody.
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn arguments_are_lines_in_turn() {
    let output = lines(&["position startpos moves f2f3 e7e5 g2g4", "go depth 8"]);
    assert!(output.last().is_some_and(|line| line.starts_with("bestmove d8h4")), "{output:?}");
    assert!(output.iter().any(|line| line.contains(" score mate 1 ")), "{output:?}");
    let output = lines(&["go depth 2", "position startpos moves e2e4", "go depth 3"]);
    assert_eq!(output.iter().filter(|line| line.starts_with("bestmove ")).count(), 2);
    let output = lines(&["setoption name MultiPV value 2", "go depth 2", "quit", "go depth 1"]);
    assert_eq!(output.iter().filter(|line| line.starts_with("bestmove ")).count(), 1);
    assert!(output.iter().any(|line| line.contains(" multipv 2 ")), "{output:?}");
}

/// The command lines of Stockfish's `instrumented.py`.
#[test]
fn single_lines_are_run_and_end() {
    for line in [
        "go nodes 1000",
        "go depth 10",
        "go movetime 200",
        "go movetime 1000",
        "go wtime 8000 btime 8000 winc 500 binc 500",
        "go wtime 1000 btime 1000 winc 0 binc 0",
        "go wtime 1000 btime 1000 winc 0 binc 0 movestogo 5",
        "go nodes 20000 searchmoves e2e4 d2d4",
    ] {
        let output = lines(&[line]);
        assert!(output.last().is_some_and(|line| line.starts_with("bestmove ")), "{line}");
    }
    for line in ["d", "eval", "compiler", "help", "uci", "isready", "go perft 4"] {
        assert!(!lines(&[line]).is_empty(), "{line}");
    }
}

#[test]
fn a_wrong_argument_is_remarked_on() {
    for line in ["nonsense", "position fen 8/8/8/8/8/8/8/8 w - - 0 1", "setoption name Hash"] {
        let output = run(&[line]);
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.starts_with("info string "), "{line}: {output:?}");
    }
}

#[test]
fn bench_names_nodes_and_speed_and_repeats_itself() {
    let bench = || {
        let output = lines(&["bench", "4"]);
        let positions = epd::parse(include_str!("../bench.epd")).expect("they are valid").len();
        assert!(output.len() > positions, "each position is shown");
        let last = output.last().expect("there is output");
        let [nodes, "nodes", speed, "nps"] = last.split(' ').collect::<Vec<_>>()[..] else {
            panic!("malformed: {last}");
        };
        assert!(speed.parse::<u64>().is_ok(), "{last}");
        nodes.parse::<u64>().expect("a number of nodes")
    };
    let nodes = bench();
    assert!(nodes > 1000);
    assert_eq!(bench(), nodes);
}

#[cfg(unix)]
#[test]
fn a_reader_that_leaves_is_no_reason_to_panic() {
    for arguments in [&["bench", "3"][..], &["savings"], &["go depth 8"]] {
        let mut engine = Command::new(env!("CARGO_BIN_EXE_brudno"))
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        drop(engine.stdout.take());
        let output = engine.wait_with_output().expect("the engine ends");
        assert!(!output.status.success(), "{arguments:?}: nobody read the output");
        assert!(output.stderr.is_empty(), "{arguments:?}: {output:?}");
    }
}

/// The command lines of OpenBench's `genfens.py`, which leaves a space where nothing is extra.
#[test]
fn openings_for_openbench() {
    let fens = |line: &str| {
        let output = lines(&[line, "quit"]);
        let fens: Vec<String> = output
            .iter()
            .map(|line| line.strip_prefix("info string genfens ").expect(line).to_owned())
            .collect();
        for fen in &fens {
            let game = Game::from_fen(fen, false).expect(fen);
            assert!(game.position().has_legal_move() && fen.split(' ').count() == 6, "{fen}");
        }
        fens
    };
    let all = fens("genfens 12 seed 2147483647 book None ");
    assert_eq!(all.len(), 12);
    assert_eq!(fens("genfens 4 seed 2147483647 book None "), all[..4]);
    assert_ne!(fens("genfens 4 seed 3 book None "), all[..4]);
    let suite = Suite::new("starts", "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - id \"few\";\n");
    let few = fens(&format!("genfens 3 seed 1 book {} ", suite.path()));
    assert!(few.len() == 3 && few.iter().all(|fen| !fen.contains('Q')), "{few:?}");
    for line in ["genfens 3 seed 1 book no-such-file.epd", "genfens 3 seed 1"] {
        let output = run(&[line, "quit"]);
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.starts_with("info string ") && text.lines().count() == 1, "{text}");
    }
}

#[test]
fn leaves_are_counted() {
    let output = lines(&["perft", "4"]);
    assert!(output.iter().any(|line| line == "Nodes searched: 197281"), "{output:?}");
    assert!(output.iter().any(|line| line == "e2e4: 13160"), "{output:?}");
}

#[test]
fn the_position_itself_is_the_leaf_at_depth_0() {
    assert_eq!(lines(&["perft", "0"]).last().map(String::as_str), Some("Nodes searched: 1"));
}

#[test]
fn positions_are_pasted_in_any_form() {
    let leaves = |arguments: &[&str], input: &str| {
        let arguments = [&["perft", "1"], arguments].concat();
        let output = converse(&arguments, input);
        let last = output.lines().last().expect("there is output");
        last.strip_prefix("Nodes searched: ").expect(last).parse::<u32>().expect(last)
    };
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
    let epd = Suite::new("one", &format!("# remark\n{fen} bm Nc6; id \"one\";\n"));
    let underscores = fen.replace(' ', "_");
    let address = format!("https://lichess.org/analysis/{underscores}");
    let unquoted: Vec<&str> = fen.split(' ').collect();
    for arguments in [
        &[fen][..],
        &["--fen", fen],
        &unquoted,
        &[&underscores],
        &[&address],
        &[epd.path()],
        &["1. e4 e5 2. Nf3"],
        &["1.", "e4", "e5", "2.", "Nf3"],
        &["1.e4 {best} e5 $1 2.Ng1-f3 *"],
        &["[Event \"x\"]\n\n1. e4 e5 2. Nf3 1-0\n"],
        &["--moves", "e4 e7e5 Nf3"],
        &["startpos", "--moves", "1.e4 e5 2.Nf3"],
        &["1. e4 e5", "--moves", "Nf3"],
    ] {
        assert_eq!(leaves(arguments, ""), 29, "{arguments:?}");
    }
    for input in [fen, "1. e4 e5\n2. Nf3\n", "[Event \"x\"]\n\n1. e4 e5 2. Nf3 *\n"] {
        assert_eq!(leaves(&["-"], input), 29, "{input}");
    }
    let chess960 = "1nbbnrkr/p1p1ppp1/3p4/1p3P1p/3Pq2P/8/PPP1P1P1/QNBBNRKR w HFhf - 0 9";
    assert_eq!(leaves(&[chess960], ""), leaves(&["--fen", &chess960.replace("HFhf", "KQkq")], ""));
    let two = Suite::new("two", "startpos\nstartpos\n");
    let output = run(&["perft", "1", two.path()]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && errors.contains("2 positions"), "{errors}");
}

#[test]
fn the_protocol_reads_the_lines_that_terminals_show() {
    let fen = |line: &str| {
        let output = lines(&[line, "d"]);
        output.iter().find_map(|line| line.strip_prefix("Fen: ")).expect("a FEN").to_owned()
    };
    let expected = fen("position startpos moves e2e4 e7e5 g1f3");
    assert_eq!(fen("position startpos moves 1.e4 e5 2.Nf3"), expected);
    assert_eq!(fen("position 1. e4 e5 2. Nf3"), expected);
    assert_eq!(fen(&format!("position {}", expected.replace(' ', "_"))), expected);
}

#[test]
fn a_mate_has_no_evaluation() {
    let mate = "position startpos moves f2f3 e7e5 g2g4 d8h4";
    let text = lines(&[mate, "eval"]).join("\n");
    assert_eq!(text, "Final evaluation: none, the game is over (checkmate: Black wins)");
    assert!(lines(&["eval"]).last().is_some_and(|line| line.contains("(white's view)")));
}

#[test]
fn nothing_searches_with_nothing() {
    let suite = Suite::new("zero", "7k/8/6K1/8/8/8/8/R7 w - - bm Ra8#;\n");
    for command in [&["analyse"][..], &["play"], &["solve", suite.path()]] {
        for option in ["--threads", "--hash", "--nodes", "--depth", "--movetime", "--time"] {
            let output = run(&[command, &[option, "0"]].concat());
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(!output.status.success() && errors.contains(option), "{command:?}: {errors}");
        }
    }
}

#[test]
fn help_and_version_are_there() {
    let help = lines(&["--help"]).join("\n");
    assert!(help.contains("reads UCI commands from standard input"), "{help}");
    for command in ["analyse", "bench", "perft", "play", "solve"] {
        assert!(help.contains(command), "{help}");
    }
    let version = lines(&["--version"]).join("\n");
    assert_eq!(version.to_lowercase(), concat!("brudno ", env!("CARGO_PKG_VERSION")));
}

#[test]
fn a_suite_is_solved() {
    let suite = Suite::new(
        "mixed",
        concat!(
            "# Two to be solved, and one that has the wrong solution.\n",
            "7k/8/8/8/8/8/R7/1R4K1 w - - bm Ra7 Rb7; dm 2; id \"ladder\";\n",
            "7k/8/6K1/8/8/8/8/R7 w - - am Kf6; id \"avoid\";\n",
            "7k/8/6K1/8/8/8/8/R7 w - - bm Kh5; id \"unsolvable\";\n",
        ),
    );
    for limit in
        [["--nodes", "20000"], ["--depth", "16"], ["--movetime", "100"], ["--nodes", "20001"]]
    {
        let mut arguments = vec!["solve", suite.path()];
        arguments.extend(limit);
        if limit[1] == "20001" {
            arguments.extend(["--threads", "2"]);
        }
        let output = run(&arguments);
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.contains("unsolvable"), "misses are named: {output:?}");
        assert!(!text.contains("ladder") && !text.contains("avoid"), "{output:?}");
        assert!(text.lines().last().is_some_and(|line| line.contains("2/3")), "{output:?}");
    }
}

#[test]
fn solutions_are_told_to_programs() {
    let suite = "7k/8/6K1/8/8/8/8/R7 w - - bm Ra8#; id \"mates.001\";\n\
                 7k/8/6K1/8/8/8/8/R7 w - - bm Kh5; id \"mates.002\";\n\
                 7k/8/6K1/8/8/8/8/R7 w - - am Kf6; id \"other.1\";\n";
    let output = converse(&["solve", "-", "--nodes", "2000", "--json"], suite);
    let values: Vec<serde_json::Value> = output.lines().map(|l| l.parse().expect(l)).collect();
    let [first, second, _, total] = &values[..] else { panic!("{output}") };
    assert_eq!(first["played"], "Ra8#");
    assert_eq!(first["played_uci"], "a1a8");
    assert_eq!(first["best_moves"][0], "Ra8#");
    assert!(first["solution"]["nodes"].is_u64() && first["solution"]["seconds"].is_f64());
    assert_eq!(second["solved"], false);
    assert!(second["solution"].is_null());
    assert_eq!((&total["solved"], &total["positions"]), (&2.into(), &3.into()));
    assert_eq!(total["themes"]["mates"]["solved"], 1);

    let text = converse(&["solve", "-", "--nodes", "2000", "--all"], suite);
    assert!(text.contains("solved: mates.001: expected Ra8#; played Ra8# "), "{text}");
    assert!(text.contains("miss: mates.002: expected Kh5; played Ra8#"), "{text}");
    assert!(text.contains("\nmates  1/2\nother  1/1\n"), "{text}");
}

#[test]
fn a_suite_that_cannot_be_read_is_an_error() {
    let suite = Suite::new("bad", "7k/8/6K1/8/8/8/8/R7 w - - bm Ra8#;\nnot a position\n");
    for (path, named) in [("no such file.epd", "no such file.epd"), (suite.path(), "line 2")] {
        let output = run(&["solve", path, "--nodes", "100"]);
        assert!(!output.status.success(), "{path}");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.contains(named), "{path}: {errors}");
    }
}

#[test]
fn wrong_use_of_a_command_is_an_error() {
    for arguments in [
        &["bench", "deep"][..],
        &["perft", "-1"],
        &["perft"],
        &["solve"],
        &["solve", "suite.epd", "--nodes", "many"],
    ] {
        let output = run(arguments);
        assert!(!output.status.success(), "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
    }
}

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
    let suite = Suite::new("list", text);
    let from_file = run(&["analyse", suite.path(), "--depth", "5", "--json"]);
    let from_file = String::from_utf8(from_file.stdout).expect("output is text");
    let mut child = Command::new(env!("CARGO_BIN_EXE_brudno"))
        .args(["analyse", "-", "--depth", "5", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the engine starts");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    let mut stdout = BufReader::new(child.stdout.take().expect("stdout is piped")).lines();
    // An answer comes before the next line is sent.
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
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/syzygy");
    // Mate in 16, which so few nodes do not find.
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
        (&["analyse", "--time", "1", "--movetime", "1000"], "cannot be used with"),
        (&["analyse", "--syzygy", "no such folder"], "cannot read the folder"),
    ] {
        let output = run(arguments);
        assert!(!output.status.success(), "{arguments:?}");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.contains(why), "{arguments:?}: {errors}");
    }
}

#[test]
fn a_person_plays() {
    let play = ["play", "--depth", "2"];
    let said = converse(&play, "e4\nundo\nqwerty\nKe2\nd4\nhint\nfen\nresign\nd5\npgn\n");
    for text in [
        "You play White",
        "|[P]|",
        concat!("Brudno ", env!("CARGO_PKG_VERSION"), " plays 1..."),
        "unknown move or command: qwerty",
        "King's Pawn Opening (B00)",
        "Queen's Pawn Game (A40)",
        "Ke2 is not legal here",
        ", to go on with 2.",
        "0-1  White resigns: Black wins",
        "the game is over",
        "[White \"Player\"]",
        "\n1. d4 ",
        " 0-1\n",
    ] {
        assert!(said.contains(text), "{text} in {said}");
    }
    assert!(!said.contains("\n1. e4 "), "taken back: {said}");
    let said = converse(&[&play[..], &["--black", "--elo", "900"]].concat(), "quit\n");
    assert!(said.contains("plays 1.") && said.contains("h   g   f"), "{said}");
    assert!(!run(&["play", "--black", "--white"]).status.success());
    assert!(!run(&["play", "--elo", "1"]).status.success());
}

#[test]
fn games_follow_each_other() {
    let folder = tempfile::tempdir().expect("the temporary folder can be written to");
    let path = folder.path().join("a game.pgn");
    fs::write(&path, "1. d4 d5 2. c4 e6 3. Nc3 *\n").expect("it can be written");
    let input = format!(
        "e4\nnew black\nnew white\nfen\nload {path} 2\nfen\nload {path} 9\nload\n\
         new chess960 0\nfen\nnew chess960 960\nnew green\neval\n",
        path = path.display()
    );
    let said = converse(&["play", "--depth", "2"], &input);
    for text in [
        "You play Black.\n",
        "plays 1.",
        "\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n",
        "\nrnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2\n",
        "the game has no such move",
        "load takes a PGN file",
        "start position 0.",
        "\nbbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1\n",
        "a number below 960",
        "new takes white or black",
        " at depth 2\nWhite ",
    ] {
        assert!(said.contains(text), "{text} in {said}");
    }
    let said = converse(&["play", "--chess960", "518", "--depth", "1"], "fen\n");
    assert!(said.contains("start position 518") && said.contains("RNBQKBNR w KQkq"), "{said}");
    assert!(converse(&["play", "--chess960"], "").contains("start position "));
    assert!(!run(&["play", "--chess960", "-1"]).status.success());
}

#[test]
fn a_draw_is_taken_where_nothing_else_is_left() {
    let rook_up = "4k3/8/8/8/8/8/8/R3K3 b Q - 0 50";
    let said = converse(&["play", "--black", "--fen", rook_up, "--depth", "6"], "draw\n");
    assert!(said.contains("declines the draw") && !said.contains("1/2-1/2"), "{said}");
    let said = converse(
        &["play", "--white", "--fen", &rook_up.replace(" b ", " w "), "--depth", "6"],
        "draw\n",
    );
    assert!(said.contains("1/2-1/2  a draw by agreement"), "{said}");
}

#[test]
fn the_engine_offers_a_draw_after_a_while() {
    // Two knights cannot win.
    let play = ["play", "7k/8/8/8/8/8/8/NNK5 w - - 0 50", "--depth", "2"];
    let moves = "Kd1\nKe1\nKf1\nKg1\nKh1\nKh2\nKg2\n";
    assert!(!converse(&play, moves).contains("offers a draw"));
    let said = converse(&play, &format!("{moves}Kf2\ndraw\n"));
    assert!(said.contains("offers a draw: draw accepts it"), "{said}");
    assert!(said.contains("1/2-1/2  a draw by agreement"), "{said}");
    let said = converse(&play, &format!("{moves}Kf2\nundo\nKf1\n"));
    assert_eq!(said.matches("offers a draw").count(), 1, "{said}");
}

#[test]
fn games_are_played_with_clocks() {
    let said = converse(&["play", "--clock", "60+5", "--depth", "2"], "e4\nundo\nhint\n");
    assert!(said.contains("Clocks: White 60:00, Black 60:00\n"), "{said}");
    assert!(said.contains("plays 1...") && said.contains("goes only forward"), "{said}");
    // Less time than it takes to read a line.
    let said = converse(&["play", "--clock", "0.00000000001", "--depth", "2"], "e4\n");
    assert!(said.contains("0-1  White's time is up: Black wins"), "{said}");
    assert!(!run(&["play", "--clock", "soon"]).status.success());
}

#[test]
fn a_package_has_manual_pages_and_completions() {
    let folder = tempfile::tempdir().expect("the temporary folder can be written to");
    let path = folder.path().join("man");
    assert!(run(&["man", path.to_str().expect("the path is text")]).status.success());
    let page = fs::read_to_string(path.join("brudno-play.1")).expect("each command has a page");
    assert!(page.contains("clock"), "{page}");
    assert!(lines(&["man"]).join("\n").contains(".TH"));
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        assert!(lines(&["completions", shell]).join("\n").contains("analyse"), "{shell}");
    }
}

#[test]
fn a_mistyped_command_is_recognised() {
    let output = run(&["anlyse", "8/8/8/8/8/8/8/8 w - -"]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && errors.contains("did you mean 'analyse'?"), "{errors}");
    assert!(run(&["analyze", "--depth", "1"]).status.success());
}

#[test]
fn games_end_by_the_rules() {
    for (fen, moves, ending) in [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "1-0  checkmate: White wins"),
        ("k7/8/1K6/8/8/8/8/2Q5 w - - 0 1", "Qc7", "1/2-1/2  stalemate"),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 99 80", "Ra2", "1/2-1/2  a draw: fifty moves"),
        ("8/8/8/8/8/3k4/1p6/K7 w - - 0 1", "Kxb2", "neither side has the material"),
        // Black has one legal move each time.
        ("k2K4/p7/P7/8/8/8/8/8 w - - 0 1", "Kd7\nKd8\nKd7\nKd8", "the third time"),
    ] {
        let said = converse(&["play", "--fen", fen, "--depth", "1"], &format!("{moves}\n"));
        assert!(said.contains(ending), "{ending} in {said}");
    }
}

#[test]
fn a_promotion_asks_for_the_piece() {
    let play = ["play", "7k/P7/8/8/8/8/8/K7 w - - 0 1", "--depth", "1"];
    for (input, played) in [("a8\nn", "1. a8=N"), ("a7a8\nrook", "1. a8=R+"), ("a8=B", "1. a8=B")] {
        let said = converse(&play, &format!("{input}\npgn\n"));
        assert!(said.contains(played), "{said}");
    }
    let said = converse(&play, "a8\nKb2\nfen\n");
    assert!(said.contains("a8 promotes: to Q, R, B or N?"), "{said}");
    assert!(said.contains("/1K6/8 w "), "another move was played instead: {said}");
}

#[test]
fn a_game_is_written_once() {
    let folder = tempfile::tempdir().expect("the temporary folder can be written to");
    let path = folder.path().join("a game.pgn");
    let name = path.to_str().expect("the path is text");
    let input = format!("e4\npgn {name}\npgn {name}\n");
    let said = converse(&["play", "--depth", "1"], &input);
    assert!(said.contains("wrote ") && said.contains("cannot write "), "{said}");
    let game = fs::read_to_string(&path).expect("it was written");
    assert!(game.contains("[Result \"*\"]\n[ECO \"") && game.contains("]\n\n1. e4 "), "{game}");
    assert!(game.contains("[Date \"20"), "{game}");
}

#[cfg(unix)]
#[test]
fn on_a_terminal_people_read_columns() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_brudno"));
    command.env("NO_COLOR", "1");
    let mut terminal = rexpect::session::spawn_command(command, Some(60_000)).expect("it starts");
    terminal.exp_string("help lists the commands").expect("it greets");
    for (line, answer) in [
        ("setoption name MultiPV value 2", ""),
        ("go depth 3", "best move "),
        ("position startpos moves e2e4", ""),
        ("d", "|[P]|"),
        ("help stop", "It also ends perft and bench."),
        ("nonsense", "Unknown command"),
    ] {
        terminal.send_line(line).expect("the engine listens");
        let before = terminal.exp_string(answer).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert!(!before.contains("info "), "{before}");
        if line.starts_with("go") {
            assert!(before.contains("nodes/s") && before.contains("  1."), "{before}");
        }
    }
    terminal.send_line("quit").expect("the engine listens");
    terminal.exp_eof().expect("the engine ends");
}

#[test]
fn spsa_lists_every_tuned_number() {
    let expected: Vec<String> = params::all().map(|param| param.spsa()).collect();
    // OpenBench takes no empty line at the end.
    assert_eq!(String::from_utf8(run(&["spsa"]).stdout).unwrap(), expected.join("\n"));
    for line in expected {
        let fields: Vec<&str> = line.split(", ").collect();
        let [_, "int", numbers @ ..] = &fields[..] else { panic!("malformed: {line}") };
        let numbers: Vec<f64> = numbers.iter().map(|number| number.parse().unwrap()).collect();
        let [default, min, max, step, rate] = numbers[..] else { panic!("malformed: {line}") };
        assert!(
            min <= default && default <= max && min < max && step > 0.0 && rate > 0.0,
            "{line}"
        );
    }
}
