//! Lines of people at a terminal: moves, pasted games, commands of the shell.

use std::path::Path;

use rexpect::session::PtySession;

use crate::support::terminal::{expect, press_control, start_in_terminal, type_keys};

const GAME: &str = "[White \"Ruy\"]\n[Black \"Lopez\"]\n[Result \"1-0\"]\n\n\
                    1. e4 {King's pawn, or\ngo the other way: d4} e5 2. Nf3\n\
                    (2. Bc4 Nc6) 2... Nc6 3. Bb5 1-0\n\n";

fn start() -> PtySession {
    let mut terminal = start_in_terminal(&[], Path::new(""));
    expect(&mut terminal, "help lists the commands");
    terminal
}

/// Enters each line, and waits for its answer.
fn converse(terminal: &mut PtySession, conversation: &[(&str, &str)]) {
    for (line, answer) in conversation {
        type_keys(terminal, &format!("{line}\r"));
        expect(terminal, answer);
    }
}

#[test]
fn moves_are_played_on_the_board() {
    converse(
        &mut start(),
        &[
            ("e4", "after 1.e4, Black to move"),
            ("1... c5 2. Nf3", "after 2.Nf3, Black to move"),
            ("d7d6", "after 2...d6, White to move"),
            ("Ke3", "Ke3 is not legal: the king cannot reach e3"),
            ("Pd5", "Pd5 is not legal: no pawn can reach d5"),
            ("Nc3", "after 3.Nc3, Black to move"),
            ("xyz", "Unknown command: 'xyz'."),
            ("1. d4 d5 2. c4", "after 2.c4, Black to move"),
            ("go depth 1", "best move "),
            ("d", "rnbqkbnr/ppp1pppp/8/3p4/2PP4/8/PP2PPPP/RNBQKBNR b KQkq - 0 2"),
            ("1. f3 e5 2. g4 Qh4", "after 2...Qh4#, checkmate: Black wins"),
            ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a   b   c"),
            ("a8", "the pawn promotes, to which piece?"),
            ("a8=N", "after 1.a8=N, a draw: "),
        ],
    );
}

#[test]
fn a_pasted_game_is_read_as_one() {
    let mut terminal = start();
    type_keys(&mut terminal, &GAME.replace('\n', "\r"));
    let said = expect(&mut terminal, "Ruy - Lopez, 1-0");
    assert!(!said.contains("Unknown") && !said.contains("best move"), "{said}");
    converse(
        &mut terminal,
        &[
            ("", "after 3.Bb5, Black to move"),
            ("d", "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"),
        ],
    );
}

#[test]
fn a_pasted_game_without_a_result_ends_with_an_empty_line_a_command_or_the_next_game() {
    let mut terminal = start();
    for (lines, answer) in [
        ("[White \"A\"]\r\r1. e4\r\r", "after 1.e4, Black to move"),
        ("[White \"A\"]\r\r1. d4\rgo depth 1\r", "best move "),
        ("[White \"A\"]\r\r1. c4\r[White \"B\"]\r\r1. b4 *\r", "B - ?, *"),
        (
            "[White \"A\"]\r\r1. e4 e4 *\r",
            "the pasted game (A - ?) cannot be read: line 3, column 7",
        ),
        ("1. a4 {a comment\rover two lines} 1... a5\r\r", "after 1...a5, White to move"),
    ] {
        type_keys(&mut terminal, lines);
        expect(&mut terminal, answer);
    }
    type_keys(&mut terminal, "[White \"A\"]\r\r1. e4 {never closed\r");
    expect(&mut terminal, "{never closed\r");
    expect(&mut terminal, "pgn> ");
    press_control(&mut terminal, 'c');
    expect(&mut terminal, "the pasted game is dropped");
    converse(&mut terminal, &[("isready", "readyok")]);
}

#[test]
fn commands_of_the_shell_are_offered() {
    let mut terminal = start();
    converse(
        &mut terminal,
        &[
            ("play --black", "end with quit, then type brudno play --black"),
            ("analyse game.pgn", "end with quit, then type brudno analyse"),
            ("analyze game.pgn", "Did you mean 'brudno analyse'?"),
            ("help solve", "then type brudno solve --help"),
            ("anaylse", "Did you mean 'brudno analyse'?"),
            ("exti", "Did you mean 'exit'?"),
        ],
    );
    type_keys(&mut terminal, "exit\r");
    terminal.exp_eof().expect("the engine ends");
}

#[test]
fn a_go_with_errors_names_its_effect() {
    let mut terminal = start();
    for (go, remark) in [
        ("go depth", "go: ignored 'depth' (no number); searching until 'stop'"),
        ("go 5", "go: ignored '5' (of which limit?); searching until 'stop'"),
    ] {
        converse(&mut terminal, &[(go, remark), ("stop", "best move ")]);
    }
    type_keys(&mut terminal, "go depth 2 searchmoves Nh3 a4\r");
    let said = expect(&mut terminal, "best move ");
    assert!(!said.contains("ignored"), "{said}");
    let best = expect(&mut terminal, ", expected reply");
    assert!(["Nh3 (g1h3)", "a4 (a2a4)"].contains(&best.as_str()), "{best}");
}

/// Sets the number of columns of a terminal.
#[cfg(target_os = "linux")]
fn resize(terminal: &PtySession, columns: u32) {
    use crate::support::command::{finish, shell};

    let device = terminal.process().get_file_handle().expect("the terminal is open");
    let output = finish(shell(&format!("stty rows 24 cols {columns}")).stdin(device));
    assert!(output.status.success(), "{output:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_resize_during_a_search_is_followed() {
    let mut terminal = start();
    resize(&terminal, 60);
    type_keys(&mut terminal, "go infinite\r");
    let narrow = expect(&mut terminal, " 12/");
    let lines = narrow.lines().filter_map(|line| line.split_once("  1."));
    let lines: Vec<_> = lines.map(|(_, moves)| moves).collect();
    let has_reply = |moves: &&str| moves.split(' ').nth(1).is_some_and(|m| m.is_ascii());
    assert!(lines.iter().any(has_reply), "{narrow}");
    assert!(lines.iter().all(|moves| !moves.contains(" 3.")), "{narrow}");
    resize(&terminal, 200);
    type_keys(&mut terminal, "stop\r");
    let wide = expect(&mut terminal, "best move ");
    let last = wide.lines().rev().find(|line| line.contains("  1.")).expect("a line");
    assert!(last.contains(" 5."), "{wide}");
}

#[cfg(target_os = "linux")]
#[test]
fn long_messages_break_between_words() {
    let mut terminal = start();
    for (columns, text) in [
        (
            60,
            "Unknown command: 'psoition startpos moves e2e4 e7e5'. Did\r\n  \
             you mean 'position'? Type help for more information.",
        ),
        (
            80,
            "Unknown command: 'psoition startpos moves e2e4 e7e5'. Did you mean 'position'?\r\n  \
             Type help for more information.",
        ),
    ] {
        resize(&terminal, columns);
        type_keys(&mut terminal, "psoition startpos moves e2e4 e7e5\r");
        expect(&mut terminal, text);
    }
}
