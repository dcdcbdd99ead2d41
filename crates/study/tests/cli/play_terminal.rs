//! `brudno play` at a terminal.

use std::path::Path;

use rexpect::session::PtySession;

use crate::support::terminal::{expect, press_control, start_in_terminal, type_keys};

const ASKED: &str = "the game is not saved: pgn FILE saves it; ";

fn start(more: &[&str]) -> PtySession {
    let mut terminal =
        start_in_terminal(&[&["play", "--depth", "1"], more].concat(), Path::new(""));
    expect(&mut terminal, "1. ");
    terminal
}

/// Plays a move, and waits for the next prompt.
fn play_e4(terminal: &mut PtySession) {
    type_keys(terminal, "e4\r");
    expect(terminal, "plays 1...");
    expect(terminal, "2. ");
}

#[test]
fn an_unsaved_game_is_not_lost_without_a_question() {
    for (way, again) in [("quit\r", "quit again"), ("\u{4}", "Ctrl-D again")] {
        let mut terminal = start(&[]);
        play_e4(&mut terminal);
        type_keys(&mut terminal, way);
        expect(&mut terminal, ASKED);
        expect(&mut terminal, again);
        expect(&mut terminal, "2. ");
        type_keys(&mut terminal, way);
        terminal.exp_eof().expect("the program ends");
    }
    // The question is the same for all ways, and asked once.
    let mut terminal = start(&[]);
    play_e4(&mut terminal);
    press_control(&mut terminal, 'c');
    expect(&mut terminal, ASKED);
    expect(&mut terminal, "2. ");
    type_keys(&mut terminal, "quit\r");
    terminal.exp_eof().expect("the program ends");
}

#[test]
fn nothing_is_asked_where_nothing_is_lost() {
    for (options, play) in [(&[][..], false), (&["--silent"], true)] {
        let mut terminal = start(options);
        if play {
            play_e4(&mut terminal);
        }
        type_keys(&mut terminal, "quit\r");
        let said = terminal.exp_eof().expect("the program ends");
        assert!(!said.contains("not saved"), "{said}");
    }
}

#[test]
fn an_unfinished_game_is_not_replaced_without_a_question() {
    let mut terminal = start(&[]);
    play_e4(&mut terminal);
    type_keys(&mut terminal, "new\r");
    expect(&mut terminal, "new again");
    expect(&mut terminal, "2. ");
    type_keys(&mut terminal, "new\r");
    expect(&mut terminal, "You play White.");
}

#[test]
fn the_clock_runs_in_the_prompt() {
    let mut terminal =
        start_in_terminal(&["play", "--depth", "1", "--clock", "5+3"], Path::new(""));
    expect(&mut terminal, " 1. ");
    type_keys(&mut terminal, "e");
    // The clock is written over itself, and the cursor goes back to what is typed.
    expect(&mut terminal, "\u{1b}7\r 4:5");
    expect(&mut terminal, "\u{1b}8");
    expect(&mut terminal, "\u{1b}7\r 4:5");
    type_keys(&mut terminal, "4\r");
    expect(&mut terminal, "plays 1...");
}

/// The answer takes longer than an instant.
#[test]
fn the_own_move_is_drawn_while_the_engine_thinks() {
    let mut terminal = start_in_terminal(&["play", "--time", "3", "--silent"], Path::new(""));
    expect(&mut terminal, "1. ");
    type_keys(&mut terminal, "e4\r");
    let said = expect(&mut terminal, "plays 1...");
    assert_eq!(said.matches("  a   b   c ").count(), 1, "{said}");
}
