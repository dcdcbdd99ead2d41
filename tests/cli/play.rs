//! `brudno play`.

use std::fs;

use crate::support::{
    command::{converse, run},
    files::TempFolder,
};

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
    let folder = TempFolder::new();
    let path = folder.write("a game.pgn", "1. d4 d5 2. c4 e6 3. Nc3 *\n");
    let input = format!(
        "e4\nnew black\nnew white\nfen\nload {path} 2\nfen\nload {path} 9\nload\n\
         new chess960 0\nfen\nnew chess960 960\nnew green\neval\n"
    );
    let said = converse(&["play", "--depth", "2"], &input);
    for text in [
        "You play Black.\n",
        "plays 1.",
        "\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n",
        "\nrnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2\n",
        "the game has no such move",
        "load needs a PGN file",
        "start position 0.",
        "\nbbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1\n",
        "a number from 0 to 959",
        "new accepts white or black",
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
    assert!(said.contains("plays 1...") && said.contains("undo is not possible"), "{said}");
    // Too little time to read a line.
    let said = converse(&["play", "--clock", "0.00000000001", "--depth", "2"], "e4\n");
    assert!(said.contains("0-1  White's time is up: Black wins"), "{said}");
    assert!(!run(&["play", "--clock", "soon"]).status.success());
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
    let folder = TempFolder::new();
    let name = folder.name("a game.pgn");
    let input = format!("e4\npgn {name}\npgn {name}\n");
    let said = converse(&["play", "--depth", "1"], &input);
    assert!(said.contains("wrote ") && said.contains("cannot write "), "{said}");
    let game = fs::read_to_string(name).expect("it was written");
    assert!(game.contains("[Result \"*\"]\n[ECO \"") && game.contains("]\n\n1. e4 "), "{game}");
    assert!(game.contains("[Date \"20"), "{game}");
}
