//! `brudno puzzles`.

use crate::support::{
    command::{converse, refused, run, text},
    files::TempFolder,
};

/// The positions of [`said`]: a mate, a promotion, a capture.
const SUITE: &str = "7k/8/6K1/8/8/8/8/R7 w - - bm Ra8#; c0 \"Ann - Bo, 2026\";\n\
                     8/P6k/8/8/8/8/8/K7 w - - bm a8=Q;\n\
                     4k3/8/8/3q4/8/2N5/8/4K3 w - - bm Nxd5;\n";

fn said(input: &str) -> String {
    let folder = TempFolder::new();
    let file = folder.write("suite.epd", SUITE);
    converse(&["puzzles", &file, "--depth", "6"], input)
}

#[test]
fn puzzles_are_asked_until_the_last() {
    let said = said("Ra8\nhint\nhint\na8=Q\nKe2\nskip\n");
    for text in [
        "3 puzzles. Enter the best move, like Nf3 or g1f3; help lists more.",
        "\nPuzzle 1 of 3: White to move\n",
        "| R |",
        "Right: Ra8#: 1.Ra8#\nAnn - Bo, 2026\n",
        "Look at the pawn on a7.",
        "The pawn moves to a8.",
        "Right: a8=Q (+",
        "Not Ke2: 1...",
        "Try again, or hint or skip.",
        "The solution is Nxd5 (",
    ] {
        assert!(said.contains(text), "{text} in {said}");
    }
    let score = "\n1 of 3 solved at once, 1 with hints or more tries; 1 skipped\n";
    assert!(said.ends_with(score), "{said}");
}

#[test]
fn answers_that_are_no_moves_cost_nothing() {
    let said = said("help\nqwerty\nRb9\nKa1\nfen\n\na1a8\na8\na7a8q\nquit\n");
    for text in [
        "skip                  show the solution",
        "unknown move or command: qwerty",
        "Ka1 is not legal: a1 is occupied by your own rook",
        "\n7k/8/6K1/8/8/8/8/R7 w - - 0 1\n",
        "the pawn promotes, to which piece? a8=Q, a8=R, a8=B, a8=N",
    ] {
        assert!(said.contains(text), "{text} in {said}");
    }
    assert!(said.ends_with("\n2 of 3 solved at once; 1 not asked or not answered\n"), "{said}");
}

#[test]
fn files_without_puzzles_are_refused() {
    let folder = TempFolder::new();
    let missing = folder.name("missing.epd");
    for (file, why) in [
        (folder.write("am.epd", "7k/8/6K1/8/8/8/8/R7 w - - am Ra7;\n"), "no puzzle; expected EPD"),
        (folder.write("game.pgn", "1. e4 e5 *\n"), "no puzzle; expected EPD"),
        (missing, "missing.epd: "),
        ("-".to_owned(), "puzzles cannot come from standard input"),
    ] {
        let output = run(&["puzzles", &file]);
        assert_eq!(output.status.code(), Some(1), "{file}");
        assert!(text(&output.stderr).contains(why), "{file}: {output:?}");
    }
    refused(&["puzzles"], "<FILE>");
    refused(&["play", "--puzzles", "x.epd"], "unexpected argument");
}

#[test]
fn the_whole_line_is_asked() {
    let suite = "r1b2k1r/ppp1bppp/8/1B1Q4/5q2/2P5/PPP2PPP/R3R1K1 w - - bm Qd8+; \
                 pv Qd8+ Bxd8 Re8#; id \"mate-in-2.1\"; c0 \"Ann - Bo\";\n";
    let folder = TempFolder::new();
    let file = folder.write("suite.epd", suite);
    let said = converse(&["puzzles", &file, "--depth", "6"], "Qd8\nRe8\n");
    for text in
        ["Right: 1.Qd8+ Bxd8. What next?", "Right: Re8#: 2.Re8#\nTheme: mate in 2\nAnn - Bo\n"]
    {
        assert!(said.contains(text), "{text} in {said}");
    }
    assert!(said.ends_with("\n1 of 1 solved at once\n"), "{said}");
    // The theme is a hint.
    let (asked, _) = said.split_once("Right: Re8#").expect("it is solved");
    assert!(!asked.contains("mate in 2"), "{said}");
    let said = converse(&["puzzles", &file, "--depth", "6"], "Qd8\nhint\nRe8\n");
    assert!(said.ends_with("\n0 of 1 solved at once, 1 with hints or more tries\n"), "{said}");
    let said = converse(&["puzzles", &file, "--depth", "6"], "hint\nQd8\nRe8\n");
    assert!(said.ends_with("\n0 of 1 solved at once, 1 with hints or more tries\n"), "{said}");
    let said = converse(&["puzzles", &file, "--depth", "6"], "Qd8\nskip\n");
    assert!(said.contains("The solution is Re8#"), "{said}");
}
