//! What the analysis says about moves, against a corpus of positions of people's games.
//!
//! Each line of `sentences.tsv` has a position, a move, what must be said, the material (pawns, from
//! and to; "at least" may be less) and the pieces. `nothing` means that the move is not called a
//! mistake, and `no claim` that neither material nor mate is named. `not` is followed by kinds that
//! must not be said. Stockfish 15.1 confirmed the material and the mates.

use std::fmt::Write as _;

use serde_json::Value;

use crate::support::{
    command::{run, text},
    files::TempFolder,
};

const CORPUS: &str = include_str!("sentences.tsv");
/// Minimum size of the corpus, and of its part without mistakes.
const POSITIONS: usize = 150;
const WITHOUT_MISTAKES: usize = 30;

/// A position, a move, and what must be said about it.
struct Case<'a> {
    fen: &'a str,
    played: &'a str,
    expected: &'a str,
    material: &'a str,
    pieces: &'a str,
}

fn corpus() -> Vec<Case<'static>> {
    let lines = CORPUS.lines().map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [fen, played, expected, material, pieces] = fields[..] else {
            panic!("five fields: {line}")
        };
        Case { fen, played, expected, material, pieces }
    });
    lines.collect()
}

/// Returns what is wrong with the findings about a move.
fn fault(case: &Case<'_>, found: &Value) -> Option<String> {
    let reason = &found["reason"];
    let kind = reason["kind"].as_str().unwrap_or("none");
    let points = reason["material"]["points"].as_i64();
    let pieces = reason["pieces"].as_array().cloned().unwrap_or_default();
    let pieces = pieces.iter().map(|piece| {
        let field = |name: &str| piece[name].as_str().unwrap_or_default().to_owned();
        format!("{}@{}", field("role"), field("square"))
    });
    let mut pieces: Vec<String> = pieces.collect();
    pieces.sort();
    let is_right = match case.expected {
        "nothing" => !matches!(found["judgement"].as_str(), Some("mistake" | "blunder")),
        "no claim" => points.is_none() && reason["mate"].is_null(),
        expected => match expected.strip_prefix("not ") {
            Some(kinds) => kinds.split(' ').all(|not| not != kind),
            None => kind == expected,
        },
    };
    let is_material_right = case.material.split_once('-').is_none_or(|(least, most)| {
        let bound = |text: &str| text.parse::<i64>().expect("a number of pawns");
        let least = if reason["material"]["at_least"] == true { 1 } else { bound(least) };
        points.is_some_and(|points| (least..=bound(most)).contains(&points))
    });
    let are_pieces_right = case.pieces.is_empty() || pieces.join(" ") == case.pieces;
    if is_right && is_material_right && are_pieces_right {
        return None;
    }
    let Case { fen, played, expected, material, .. } = case;
    let sentence = found["sentence"].as_str().unwrap_or("nothing");
    Some(format!("{fen} {played}: {expected} {material} {}, but {kind}: {sentence}", case.pieces))
}

#[test]
fn what_is_said_about_people_s_games_is_true() {
    let cases = corpus();
    let without = cases.iter().filter(|case| matches!(case.expected, "nothing" | "no claim"));
    assert!(cases.len() >= POSITIONS && without.count() >= WITHOUT_MISTAKES);
    let mut games = String::new();
    for Case { fen, played, .. } in &cases {
        let (number, dots) = (fen.rsplit(' ').next().unwrap_or("1"), fen.contains(" b "));
        let dots = if dots { "..." } else { "." };
        let _ = writeln!(games, "[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{number}{dots} {played} *\n");
    }
    let folder = TempFolder::new();
    let output = run(&["analyse", &folder.write("games.pgn", games), "--nodes", "6000", "--json"]);
    assert!(output.status.success(), "{output:?}");
    let document: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    let found = document["games"].as_array().expect("a list");
    assert_eq!(found.len(), cases.len(), "{}", text(&output.stderr));
    let faults: Vec<String> =
        cases.iter().zip(found).filter_map(|(case, game)| fault(case, &game["moves"][0])).collect();
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}
