//! `brudno analyse --puzzles`.

use std::fs;

use crate::support::{
    command::{converse, run, stdout, text},
    files::TempFolder,
};

/// White overlooks Qxf7#, and loses the queen.
const MISSED: &str = "[Event \"Club\"]\n[White \"Ann \\\"A\\\"\"]\n[Black \"Bo; B\"]\n[Date \"2026.01.16\"]\n\n\
                      1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. d3 Nxh5 0-1\n\n";
/// Black does not take back.
const RECAPTURE: &str = "[White \"Cy\"]\n[Black \"Di\"]\n\n\
                         1. e4 d5 2. exd5 Nf6 3. Nc3 Nxd5 4. Nxd5 a6 1-0\n\n";
/// The position before White's mistake.
const POSITION: &str = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq -";

fn write_puzzles(games: &str, file: &str, more: &[&str]) -> String {
    let output = run(&[&["analyse", games, "--nodes", "3000", "--puzzles", file], more].concat());
    assert!(output.status.success(), "{output:?}");
    fs::read_to_string(file).expect("the puzzles are written")
}

#[test]
fn a_missed_move_becomes_a_puzzle_that_solve_reads() {
    let folder = TempFolder::new();
    let games = folder.write("games.pgn", [MISSED, RECAPTURE, MISSED].concat());
    let file = folder.name("puzzles.epd");
    let epd = write_puzzles(&games, &file, &[]);
    let lines: Vec<&str> = epd.lines().filter(|line| line.starts_with(POSITION)).collect();
    let [line] = lines[..] else { panic!("it is there once: {epd}") };
    assert_eq!(
        line,
        format!(
            "{POSITION} bm Qxf7#; hmvc 4; fmvn 4; id \"mate-in-1.1\"; \
             c0 \"Ann 'A' - Bo, B, 2026.01.16, 4.d3 was played\";"
        )
    );
    let recaptures = epd.matches("bm Qxd5;").count();
    assert_eq!(recaptures, 0, "a recapture is no puzzle: {epd}");
    let solved = stdout(&["solve", &file, "--nodes", "30000"]);
    let number = epd.lines().count();
    assert!(solved.ends_with(&format!("{number}/{number} solved\n")), "{solved}");
}

#[test]
fn puzzles_are_from_the_players_games() {
    let folder = TempFolder::new();
    let games = folder.write("games.pgn", MISSED);
    let file = folder.name("puzzles.epd");
    for (player, number) in [("Ann", 1), ("Bo", 1)] {
        let epd = write_puzzles(&games, &file, &["--player", player]);
        assert_eq!(epd.matches(POSITION).count(), number, "{player}: {epd}");
    }
    let both = folder.write("both.pgn", MISSED.to_owned() + RECAPTURE);
    assert!(!write_puzzles(&both, &file, &["--player", "Cy"]).contains(POSITION));
}

/// The mate is a puzzle although it was played.
#[test]
fn a_found_move_is_a_puzzle_too() {
    let folder = TempFolder::new();
    let games = folder.write("games.pgn", MISSED.replace("4. d3 Nxh5 0-1", "4. Qxf7# 1-0"));
    let epd = write_puzzles(&games, &folder.name("puzzles.epd"), &[]);
    assert!(epd.contains(&format!("{POSITION} bm Qxf7#; ")), "{epd}");
    assert!(epd.contains("4.Qxf7# was played"), "{epd}");
}

#[test]
fn puzzles_in_pgn_begin_with_the_position_and_the_solution() {
    let folder = TempFolder::new();
    let games = folder.write("games.pgn", MISSED);
    let file = folder.name("puzzles.PGN");
    let pgn = write_puzzles(&games, &file, &[]);
    for part in [
        "[Event \"Club\"]\n",
        "[White \"Ann \\\"A\\\"\"]\n",
        "[Result \"*\"]\n",
        "[SetUp \"1\"]\n",
        &format!("[FEN \"{POSITION} 4 4\"]\n"),
        "\n\n{mate-in-1.1: 4.d3 was played} 4. Qxf7# *\n",
    ] {
        assert!(pgn.contains(part), "{part} in {pgn}");
    }
    let said = converse(&["puzzles", &file, "--depth", "4"], "Qf7\n");
    assert!(said.contains("Right: Qxf7#: 4.Qxf7#\nTheme: mate in 1\n"), "{said}");
    assert!(said.contains("Ann \"A\" - Bo; B, 2026.01.16, 4.d3 was played"), "{said}");
}

#[test]
fn puzzles_come_from_an_earlier_analysis_too() {
    let folder = TempFolder::new();
    let games = folder.write("games.pgn", MISSED);
    let (file, annotated) = (folder.name("puzzles.epd"), folder.name("out.pgn"));
    let first = write_puzzles(&games, &file, &["-o", &annotated]);
    let second = write_puzzles(&games, &file, &["-o", &annotated, "--resume"]);
    assert!(first.contains(POSITION));
    assert_eq!(first, second);
}

#[test]
fn the_file_of_puzzles_replaces_no_other() {
    let folder = TempFolder::new();
    let games = folder.write("games.pgn", MISSED);
    let other = folder.name("other");
    for (options, why) in [
        (
            &["--puzzles", &games][..],
            "contains the games to analyse; choose another file for --puzzles",
        ),
        (&["--html", &games], "contains the games to analyse; choose another file for --html"),
        (
            &["-o", &games, "--json"],
            "contains the games to analyse; choose another file for --output",
        ),
        (&["-o", &other, "--puzzles", &other], "--output and --puzzles both write"),
        (&["--html", &other, "--puzzles", &other], "--html and --puzzles both write"),
    ] {
        let output = run(&[&["analyse", &games, "--nodes", "100"], options].concat());
        assert_eq!(output.status.code(), Some(1), "{options:?}");
        assert!(text(&output.stderr).contains(why), "{options:?}: {output:?}");
        assert_eq!(fs::read_to_string(&games).expect("it is there"), MISSED, "{options:?}");
        assert!(!fs::exists(&other).expect("the folder can be read"), "{options:?}");
    }
    let old = folder.write("old.epd", "old");
    let output = run(&["analyse", &games, "--puzzles", &old, "--player", "nobody"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(fs::read_to_string(&old).expect("it is there"), "old");
    let positions = folder.write("list.epd", POSITION);
    let output = run(&["analyse", &positions, "--puzzles", &other]);
    assert!(text(&output.stderr).contains("need games in PGN"), "{output:?}");
}
