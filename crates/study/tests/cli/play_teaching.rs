//! What `brudno play` teaches: mistakes, reviews, hints and threats.

use crate::support::command::converse;

const FOOLS_MATE: &str = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2";

#[test]
fn a_mistake_is_named_and_can_be_taken_back() {
    let play = ["play", FOOLS_MATE, "--depth", "1"];
    let said = converse(&play, "g4\npgn\ntakeback\nfen\ne4\npgn\n");
    for text in [
        "2.g4??  Blunder: allows mate with Qh4#; ",
        "undo takes it back.\n",
        "0-1  checkmate: Black wins\n",
        "accuracy  average loss",
        "1 mistake of yours: review lets you try again",
        "2. g4 $4 {[%eval #-1] [%reason mate] Blunder: allows mate with Qh4#",
        "[Annotator \"Brudno",
    ] {
        assert!(said.contains(text), "{text} in {said}");
    }
    // The positions of the first game, of `fen` and of the second game.
    let [_, _, after, _] = said.split(FOOLS_MATE).collect::<Vec<_>>()[..] else {
        panic!("the move is not taken back: {said}");
    };
    assert!(!after.contains("??"), "{after}");
    let (_, after) = said.rsplit_once(FOOLS_MATE).expect("there is a second game");
    assert!(after.contains("2. e4 {[%eval ") && !after.contains("??"), "{after}");
    // With clocks, no move can be taken back.
    let said = converse(&[&play[..], &["--clock", "60"]].concat(), "g4\n");
    assert!(said.contains("Blunder: ") && !said.contains("takes it back"), "{said}");
}

#[test]
fn silence_ends_the_teaching() {
    let play = ["play", FOOLS_MATE, "--depth", "1"];
    for (options, input) in [(&["--silent"][..], "g4\npgn\n"), (&[], "silent\ng4\npgn\n")] {
        let said = converse(&[&play[..], options].concat(), input);
        assert!(said.contains("0-1  checkmate: Black wins\n"), "{said}");
        for text in ["Blunder", "accuracy  ", "[%eval"] {
            assert!(!said.contains(text), "{text} in {said}");
        }
    }
    let said = converse(&[&play[..], &["--silent"]].concat(), "silent off\ng4\nsilent x\n");
    assert!(said.contains("Blunder: ") && said.contains("silent accepts on or off"), "{said}");
    // A review can still be requested.
    let said = converse(&[&play[..], &["--silent"]].concat(), "review\ng4\nreview\n");
    assert!(said.contains("no move to review") && said.contains("Mistake 1 of 1"), "{said}");
}

#[test]
fn a_review_lets_the_player_try_again() {
    let play = ["play", FOOLS_MATE, "--depth", "1", "--silent"];
    let said = converse(&play, "g4\nreview\nhint\nhint\ng4\nKf2\nqwerty\nh2h9\nnc3\nfen\n");
    for text in [
        "1 mistake of yours. Find a better move",
        "Mistake 1 of 1: you played 2.g4??. What is better?",
        "look at your ",
        "the move is ",
        "g4 is the move of the game. Try another one",
        "not Kf2: ",
        " is right. Best was ",
        "Blunder: allows mate with Qh4#",
        "You found 0 of 1.",
    ] {
        assert!(said.contains(text), "{text} in {said}");
    }
    let (before, _) = said.split_once("not Kf2").expect("it is refused");
    assert!(!before.contains("was best"), "the answer comes last: {before}");
    let said = converse(&play, "g4\nreview\nskip\nfen\n");
    assert!(
        said.contains("The best move is 2.") && said.contains("b KQkq g3 0 2")
            || said.contains(" w KQkq - 1 3"),
        "{said}"
    );
    // A command of the game ends the exercises.
    let said = converse(&play, "g4\nreview\npgn\n");
    assert!(said.contains("2. g4 Qh4# 0-1"), "{said}");
    let said = converse(&play, "Nc3\nreview\n");
    assert!(!said.contains("Mistake 1") && said.contains("White's chances"), "{said}");
}

#[test]
fn a_hint_is_a_reason_first_and_the_move_when_asked_again() {
    for (fen, reason) in [
        ("r3k3/1p6/8/3N4/8/8/6P1/4K3 w - - 0 1", "the knight can fork king and rook"),
        ("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "you can mate with the next move"),
        ("4k3/8/8/3q4/8/8/6P1/3RK3 w - - 0 1", "the queen on d5 is undefended"),
        ("4k3/8/8/8/7q/8/8/R3K3 w Q - 0 1", "you are in check: move the king"),
        ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a pawn can promote"),
        ("8/8/1KP5/3r4/8/8/8/k7 w - - 0 1", "a pawn can run to promotion"),
        ("4k3/8/8/8/8/8/5q2/R3K3 w - - 0 1", "you are in check: the queen on f2 can be captured"),
        ("7k/8/8/8/8/8/1r6/K7 w - - 0 1", "there is only one legal move"),
    ] {
        let said = converse(&["play", fen, "--depth", "1"], "hint\nhint\nhint\n");
        let text = format!("{reason}; hint again shows the move\n");
        assert_eq!(said.matches(&text).count(), 1, "{text} in {said}");
        assert_eq!(said.matches(", to go on with 1.").count(), 2, "{said}");
    }
}

#[test]
fn a_threat_is_shown() {
    let attacked = "rnbqkb1r/ppp2ppp/3p1n2/4N3/4P3/8/PPPP1PPP/RNBQKB1R w KQkq - 0 4";
    let check = "rnb1kbnr/pppp1ppp/8/4p3/5P1q/8/PPPPP1PP/RNBQKBNR w KQkq - 1 3";
    let scholars_mate = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3";
    for (options, text) in [
        (&[attacked][..], "the opponent threatens to win a knight with dxe5: 4...dxe5 "),
        (&[scholars_mate, "--black"], "the opponent threatens mate with Qxf7#\n"),
        (&["startpos"], "no threat; left alone, the opponent would play 1..."),
    ] {
        let said = converse(&[&["play", "--depth", "1"], options].concat(), "threat\n");
        assert!(said.contains(text), "{text} in {said}");
    }
    let said = converse(&["play", "--depth", "1", check], "threat\n");
    assert!(said.contains("you are in check from the queen on h4"), "{said}");
}

/// The opponent must not use the searches for the player.
#[test]
fn advice_does_not_reach_the_opponent() {
    let replies = |options: &[&str], input: &str| -> Vec<String> {
        let said = converse(&[&["play", "--nodes", "2000"], options].concat(), input);
        said.lines().filter(|line| line.contains(" plays ")).map(str::to_owned).collect()
    };
    let alone = replies(&["--silent"], "e4\nd4\nNc3\nBd3\n");
    assert_eq!(alone.len(), 4);
    assert_eq!(replies(&[], "hint\ne4\nthreat\nd4\neval\nNc3\nhint\nBd3\n"), alone);
}
