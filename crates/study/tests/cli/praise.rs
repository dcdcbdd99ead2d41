//! Praise of good moves: famous ones are found, obvious ones are not, and it survives in PGN.

use serde_json::Value;

use crate::support::{
    command::{run, text},
    files::TempFolder,
};

/// Kasparov–Topalov 1999: 36.Bf1 offers the bishop.
const BISHOP: &str = "[SetUp \"1\"]\n\
    [FEN \"3r3r/1R3p1p/6p1/1p6/2q5/5PPB/1Q5P/1K1k4 w - - 4 36\"]\n\n\
    36. Bf1 Rd2 37. Rd7 Rxd7 38. Bxc4 bxc4 39. Qxh8 *\n\n";
/// Morphy–Duke of Brunswick 1858: 10.Nxb5 is much better than all other moves.
const KNIGHT: &str = "[SetUp \"1\"]\n\
    [FEN \"rn2kb1r/pp2qppp/2p2n2/4p1B1/2B1P3/1QN5/PPP2PPP/R3K2R b KQkq - 1 9\"]\n\n\
    9... b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 *\n\n";

fn analyse(file: &str, options: &[&str]) -> String {
    let output = run(&[&["analyse", file, "--nodes", "12000"], options].concat());
    assert!(output.status.success(), "{output:?}");
    text(&output.stdout)
}

/// Returns the praised moves with their praise.
fn praised(file: &str) -> Vec<(String, String)> {
    let document: Value = serde_json::from_str(&analyse(file, &["--json"])).expect("it is JSON");
    let games = document["games"].as_array().expect("a list");
    let moves = games.iter().flat_map(|game| game["moves"].as_array().expect("a list"));
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let praised = moves.filter(|m| !m["praise"].is_null());
    praised.map(|m| (word(&m["san"]), word(&m["praise"]))).collect()
}

#[test]
fn famous_moves_are_praised() {
    let folder = TempFolder::new();
    let praised = praised(&folder.write("famous.pgn", [BISHOP, KNIGHT].concat()));
    let is_praised = |san: &str, praise: &str| {
        praised.iter().any(|found| (found.0.as_str(), found.1.as_str()) == (san, praise))
    };
    assert!(is_praised("Bf1", "brilliant") && is_praised("Nxb5", "great"), "{praised:?}");
    // A recapture is the only good move, but it is obvious.
    assert!(praised.iter().all(|(san, _)| san != "Bxb5+" && san != "Bxc4"), "{praised:?}");
}

#[test]
fn ordinary_moves_are_not_praised() {
    let games = "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. d4 Nf6 5. Nf3 Bf5 *\n\n\
                 1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n\n\
                 [SetUp \"1\"]\n[FEN \"4k2q/8/8/3r4/8/4B3/8/3QK3 b - - 0 1\"]\n\n\
                 1... Rxd1+ 2. Kxd1 Qh4 3. Kc2 *\n\n";
    let praised = praised(&TempFolder::new().write("ordinary.pgn", games));
    assert!(praised.is_empty(), "{praised:?}");
}

#[test]
fn praise_is_found_again_in_pgn() {
    let folder = TempFolder::new();
    let first = analyse(&folder.write("first.pgn", BISHOP), &[]);
    let joined = first.split_whitespace().collect::<Vec<_>>().join(" ");
    let (_, after) = joined.split_once("36. Bf1 $3 {[%eval ").expect("a glyph");
    let (_, sentence) = after.split_once("] ").expect("a sentence");
    let start = "Brilliant: offers the bishop on f1, the only move that keeps the advantage; ";
    assert!(sentence.starts_with(start), "{sentence}");
    assert!(sentence.split_once(").").is_some_and(|(words, _)| words.contains(" was next best (")));
    assert_eq!(analyse(&folder.write("second.pgn", &first), &[]), first);
    // A glyph of the input stays.
    let own = BISHOP.replace("Bf1 Rd2", "Bf1 $3 {mine} Rd2");
    let third = analyse(&folder.write("third.pgn", &own), &[]);
    assert!(third.contains("Brilliant indeed: offers"), "{third}");
    let fourth = analyse(&folder.write("fourth.pgn", &third), &[]);
    assert_eq!(fourth, third);
}
