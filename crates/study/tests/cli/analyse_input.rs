//! `brudno analyse` of games that are broken, in other encodings, from a pipe, or interrupted.

use std::fs;
#[cfg(unix)]
use std::process::Output;

use serde_json::Value;

#[cfg(unix)]
use crate::support::command::finish_process;
use crate::{
    analyse_games::{GAME, annotate, games},
    support::{
        command::{brudno, finish, run, text},
        files::TempFolder,
    },
};

#[test]
fn broken_games_are_reported_and_skipped() {
    let folder = TempFolder::new();
    let file = folder.write("games.pgn", format!("[White \"X\"]\n\n1. e4 e5 2. Ke3 *\n\n{GAME}"));
    let output = run(&["analyse", &file, "--nodes", "1000", "--json"]);
    assert_eq!(output.status.code(), Some(1), "a game was skipped");
    let errors = text(&output.stderr);
    let place = "game 1 (X - ?) is skipped: line 3, column 13: 2.Ke3 is not a legal move in ";
    assert!(errors.contains(place), "{errors}");
    let pgn = text(&run(&["analyse", &file, "--nodes", "1000"]).stdout);
    let skipped = "[White \"X\"]\n\n1. e4 e5 2. Ke3 *\n\n[Event \"Test\"]";
    assert!(pgn.starts_with(skipped), "it is passed through: {pgn}");
    let document: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    assert_eq!(document["skipped"][0]["number"], 1);
    assert_eq!(document["games"][0]["number"], 2);
    assert_eq!(document["games"][0]["opening"]["eco"], "C20");
    let only_broken = folder.write("broken.pgn", "1. e5 *\n");
    let empty = folder.write("empty.pgn", "");
    for (arguments, message) in [
        (&[only_broken.as_str()][..], "no game can be read"),
        (&[&empty], "no game in PGN"),
        (&[&folder.name("missing.pgn")], "missing.pgn: "),
        (&[&file, "--moves", "e4"], "--moves does not apply to games"),
        (&["--html", "x.html"], "--player and --resume need games"),
        (&[&file, "--html", &folder.name("no/such/folder.html")], "folder.html: "),
    ] {
        let output = run(&[&["analyse"], arguments].concat());
        assert!(!output.status.success(), "{arguments:?}");
        let errors = text(&output.stderr);
        assert!(errors.contains(message), "{arguments:?}: {errors}");
    }
}

#[test]
fn errors_of_several_files_name_the_game() {
    let folder = TempFolder::new();
    let good = folder.write("good.pgn", GAME);
    let bad = folder.write("bad.pgn", format!("{GAME}[White \"X\"]\n\n1. e4 e5 2. Ke3 *\n"));
    let odd = folder.write("odd.pgn", "[Black \"Y\"]\n\n1. e4 {open e5 *\n");
    let output = run(&["analyse", &good, &bad, &odd, "--nodes", "100"]);
    let errors = text(&output.stderr);
    for place in [
        "bad.pgn: game 2 (X - ?) is skipped: line 10, column 13: 2.Ke3 is not a legal move in ",
        "odd.pgn: game 1 (? - Y): line 3, column 7: the comment is not closed",
    ] {
        assert!(errors.contains(place), "{place} in {errors}");
    }
    let text_file = folder.write("list.epd", "startpos\nstartpos\n");
    let output = run(&["analyse", &text_file, &good]);
    let message = "good.pgn contains games, but ";
    assert!(text(&output.stderr).contains(message), "{output:?}");
    // Commands that take positions also name the game.
    let output = run(&["perft", "1", &bad]);
    assert!(text(&output.stderr).contains("bad.pgn: game 2 (X - ?): move 2: "), "{output:?}");
}

#[test]
fn names_in_latin_1_are_kept() {
    let folder = TempFolder::new();
    let club = b"[White \"M\xfcller\"]\r\n[Black \"B\"]\r\n\r\n1. e4 {sch\xf6n} *\r\n";
    let output = annotate(&folder.write("club.pgn", club), &[]);
    let pgn = text(&output.stdout);
    assert!(pgn.contains("[White \"Müller\"]") && pgn.contains("{schön [%eval "), "{pgn}");
    assert!(text(&output.stderr).contains("Müller - B"));
}

#[test]
fn games_come_through_a_pipe() {
    let folder = TempFolder::new();
    let file = fs::File::open(folder.write("game.pgn", GAME)).expect("it was just written");
    let output = finish(brudno(&["analyse", "-", "--nodes", "1000"]).stdin(file));
    assert!(output.status.success(), "{output:?}");
    assert_eq!(games(&text(&output.stdout))[0].sans.len(), 8);
}

/// Annotates a game that needs no search and an endless one. Interrupts the command after the first
/// line of standard output that satisfies `is_reached`.
#[cfg(unix)]
fn interrupt(options: &[&str], folder: &TempFolder, is_reached: impl Fn(&str) -> bool) -> Output {
    use std::io::{BufRead as _, BufReader};

    let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    let file = folder.write("games.pgn", format!("[FEN \"{mated}\"]\n\n0-1\n\n{GAME}"));
    let arguments = [&["analyse", &file, "--depth", "240"], options].concat();
    let mut engine = brudno(&arguments).spawn().expect("the engine starts");
    let mut stdout = BufReader::new(engine.stdout.take().expect("stdout is piped")).lines();
    assert!(stdout.any(|line| is_reached(&line.expect("it is text"))), "the first game is done");
    crate::support::command::interrupt(&engine);
    let output = finish_process(engine);
    assert_eq!(output.status.code(), Some(130));
    let errors = text(&output.stderr);
    assert!(errors.contains("stopped; 1 game was not annotated"), "{errors}");
    output
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_is_done() {
    interrupt(&[], &TempFolder::new(), |line| line == "0-1");
}

#[cfg(unix)]
#[test]
fn ctrl_c_loses_no_game_of_a_file_annotated_in_place() {
    let folder = TempFolder::new();
    let file = folder.name("games.pgn");
    interrupt(&["-o", &file], &folder, |line| line.starts_with("Game 1: "));
    let kept = fs::read_to_string(file).expect("the file is there");
    assert!(kept.contains("Annotator") && kept.ends_with(GAME), "{kept}");
}
