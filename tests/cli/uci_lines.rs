//! UCI lines as arguments, and the `d` and `eval` commands.

use crate::support::command::{lines, run};

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

#[cfg(unix)]
#[test]
fn on_a_terminal_people_read_columns() {
    use std::path::Path;

    use crate::support::terminal::{expect, start_in_terminal};

    let mut terminal = start_in_terminal(&[], Path::new(""));
    expect(&mut terminal, "help lists the commands");
    for (line, answer) in [
        ("setoption name MultiPV value 2", ""),
        ("go depth 3", "best move "),
        ("position startpos moves e2e4", ""),
        ("d", "|[P]|"),
        ("help stop", "It also ends perft, bench and speedtest."),
        ("nonsense", "Unknown command"),
    ] {
        terminal.send_line(line).expect("the engine listens");
        let before = expect(&mut terminal, answer);
        assert!(!before.contains("info "), "{before}");
        if line.starts_with("go") {
            assert!(before.contains("nodes/s") && before.contains("  1."), "{before}");
        }
    }
    terminal.send_line("quit").expect("the engine listens");
    terminal.exp_eof().expect("the engine ends");
}
