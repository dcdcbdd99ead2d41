//! The engine at a terminal: line editing, history, Ctrl-C and Ctrl-D.

use std::{fs, path::Path};

use rexpect::session::PtySession;

use crate::support::{
    command::{brudno, finish_with_input},
    files::TempFolder,
    terminal::{expect, press_control, start_in_terminal, type_keys},
};

const STOP_EXPLAINED: &str = "It also ends perft, bench and speedtest.";
const UP: &str = "\u{1b}[A";

/// Starts the engine without a history, and waits for its greeting.
fn start() -> PtySession {
    start_with_history(Path::new(""))
}

fn start_with_history(file: &Path) -> PtySession {
    let mut terminal = start_in_terminal(&[], file);
    expect(&mut terminal, "help lists the commands");
    terminal
}

#[test]
fn tab_completes_and_the_history_comes_back() {
    let mut terminal = start();
    type_keys(&mut terminal, "hel\tst\t\r");
    expect(&mut terminal, STOP_EXPLAINED);
    type_keys(&mut terminal, &format!("{UP}\r"));
    expect(&mut terminal, STOP_EXPLAINED);
    type_keys(&mut terminal, "seto\tn\tuci_v\tv\tchess960\r");
    expect(&mut terminal, "expected chess, not 'chess960'");
}

#[test]
fn lines_are_kept_for_the_next_time() {
    let folder = TempFolder::new();
    let file = folder.file("new folder/history");
    let mut terminal = start_with_history(&file);
    type_keys(&mut terminal, "help stop\risready\risready\r");
    expect(&mut terminal, "readyok");
    expect(&mut terminal, "readyok");
    // Closed without `quit`.
    drop(terminal);
    let mut terminal = start_with_history(&file);
    type_keys(&mut terminal, &format!("{UP}{UP}\r"));
    expect(&mut terminal, STOP_EXPLAINED);
    type_keys(&mut terminal, "quit\r");
    terminal.exp_eof().expect("the engine ends");
    let kept = fs::read_to_string(&file).expect("the file is there");
    assert!(kept.ends_with("\nhelp stop\nisready\nhelp stop\nquit\n"), "{kept}");
}

#[test]
fn a_history_that_cannot_be_kept_is_no_matter() {
    let mut terminal = start_with_history(Path::new("/dev/null/history"));
    type_keys(&mut terminal, &format!("help stop\r{UP}\r"));
    expect(&mut terminal, STOP_EXPLAINED);
    expect(&mut terminal, STOP_EXPLAINED);
}

#[test]
fn a_history_that_is_no_file_is_no_matter() {
    let folder = TempFolder::new();
    let pipe = folder.pipe("pipe");
    let [zero, full] =
        ["zero", "full"].map(|device| folder.link(device, &format!("/dev/{device}")));
    for file in [pipe, zero, full] {
        let mut terminal = start_with_history(Path::new(&file));
        type_keys(&mut terminal, &format!("help stop\r{UP}\r"));
        expect(&mut terminal, STOP_EXPLAINED);
        expect(&mut terminal, STOP_EXPLAINED);
        type_keys(&mut terminal, "quit\r");
        terminal.exp_eof().expect("the engine ends");
    }
}

#[test]
fn programs_leave_no_history() {
    let folder = TempFolder::new();
    let file = folder.file("history");
    let mut command = brudno(&[]);
    command.env("BRUDNO_HISTORY", &file);
    assert!(finish_with_input(&mut command, "isready\nquit\n").status.success());
    assert!(!file.exists());
}

#[test]
fn lines_pasted_at_once_are_all_read() {
    let mut terminal = start();
    let lines = ["help stop", "setoption name MultiPV value 2", "isready", "d", "quit"];
    type_keys(&mut terminal, &(lines.join("\r") + "\r"));
    for answer in [STOP_EXPLAINED, "readyok", "rnbqkbnr/pppppppp"] {
        expect(&mut terminal, answer);
    }
    terminal.exp_eof().expect("the engine ends");
}

#[test]
fn control_c_ends_the_search_and_then_the_engine() {
    let mut terminal = start();
    for (work, begun, ended) in
        [("go infinite", "nodes/s", "best move "), ("perft 9", "\n", "perft stopped")]
    {
        type_keys(&mut terminal, &format!("{work}\r"));
        expect(&mut terminal, work);
        expect(&mut terminal, begun);
        // Ctrl-C is a key only at the prompt.
        expect(&mut terminal, "> ");
        press_control(&mut terminal, 'c');
        expect(&mut terminal, ended);
        type_keys(&mut terminal, "isready\r");
        expect(&mut terminal, "readyok");
        expect(&mut terminal, "> ");
    }
    press_control(&mut terminal, 'c');
    terminal.exp_eof().expect("the engine ends");
}

#[test]
fn control_d_quits_during_a_search() {
    let mut terminal = start();
    type_keys(&mut terminal, "go infinite\r");
    expect(&mut terminal, "nodes/s");
    press_control(&mut terminal, 'd');
    expect(&mut terminal, "best move ");
    terminal.exp_eof().expect("the engine ends");
}

#[test]
fn control_d_quits_before_there_is_a_prompt() {
    let mut terminal = start_in_terminal(&[], Path::new(""));
    press_control(&mut terminal, 'd');
    terminal.exp_eof().expect("the engine ends");
}

#[test]
fn a_line_is_typed_while_the_search_prints() {
    let mut terminal = start();
    type_keys(&mut terminal, "go infinite\r");
    expect(&mut terminal, "nodes/s");
    type_keys(&mut terminal, "help st");
    // Lines of the search are printed above the unfinished line.
    expect(&mut terminal, "> help st");
    type_keys(&mut terminal, "op\r");
    expect(&mut terminal, STOP_EXPLAINED);
    type_keys(&mut terminal, "stop\rquit\r");
    expect(&mut terminal, "best move ");
    terminal.exp_eof().expect("the engine ends");
}

#[test]
fn what_cannot_be_done_is_told_at_once() {
    let mut terminal = start();
    for (line, answer) in [
        ("psoition startpos", "Did you mean 'position'?"),
        ("help isredy", "Did you mean 'isready'?"),
        ("setoption name Hsah value 5", "Did you mean 'Hash'?"),
        ("position fen R3k3/8/4K3/8/8/8/8/8 b - - 0 1\rgo infinite", "no legal move: checkmate"),
        ("position fen 4k3/4P3/4K3/8/8/8/8/8 b - - 0 1\rgo", "no legal move: stalemate"),
        ("isready", "readyok"),
    ] {
        type_keys(&mut terminal, &format!("{line}\r"));
        expect(&mut terminal, answer);
    }
}

/// Starts `brudno play`, and plays one move each.
fn play() -> PtySession {
    let mut terminal = start_in_terminal(&["play", "--depth", "1"], Path::new(""));
    expect(&mut terminal, "1. ");
    type_keys(&mut terminal, "e4\r");
    expect(&mut terminal, "plays 1...");
    expect(&mut terminal, "\n2. ");
    terminal
}

#[test]
fn control_c_at_the_prompt_asks_before_a_game_is_lost() {
    const QUESTION: &str = "the game is not saved";
    let folder = TempFolder::new();
    let mut terminal = play();
    press_control(&mut terminal, 'c');
    expect(&mut terminal, QUESTION);
    expect(&mut terminal, "\n2. ");
    // The game goes on, and the next Ctrl-C asks again.
    type_keys(&mut terminal, "d4\r");
    expect(&mut terminal, "plays 2...");
    expect(&mut terminal, "\n3. ");
    press_control(&mut terminal, 'c');
    expect(&mut terminal, QUESTION);
    expect(&mut terminal, "\n3. ");
    let file = folder.file("game.pgn");
    type_keys(&mut terminal, &format!("pgn {}\r", file.display()));
    expect(&mut terminal, "wrote ");
    expect(&mut terminal, "\n3. ");
    // The game is saved.
    press_control(&mut terminal, 'c');
    let rest = terminal.exp_eof().expect("the program ends");
    assert!(!rest.contains(QUESTION), "{rest}");
    let game = fs::read_to_string(file).expect("it was written");
    assert!(game.contains("\n1. e4 ") && game.contains("2. d4 "), "{game}");
}

#[test]
fn control_c_twice_ends_a_game() {
    let mut terminal = play();
    press_control(&mut terminal, 'c');
    expect(&mut terminal, "Ctrl-C again ends it without saving");
    press_control(&mut terminal, 'c');
    terminal.exp_eof().expect("the program ends");
}
