//! Compares the reader of games with the files of `tests/games`, which `tests/games/README.md`
//! describes.

use std::{env, ffi::OsStr, fmt::Write as _, fs, path::PathBuf};

use brudno::notation::movetext::is_space;
use brudno_notation::{
    pgn::{BrokenGame, Line, Note, PgnGame, Tag, games, write},
    read_text,
};

/// Environment variable that makes the test write the expected files.
const UPDATE: &str = "BRUDNO_UPDATE_PGN";

/// Returns the game files in alphabetical order.
fn files() -> Vec<PathBuf> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/games");
    let entries = fs::read_dir(folder).expect("the folder is there");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("it is read").path()).collect();
    files.retain(|path| path.extension() == Some(OsStr::new("pgn")));
    files.sort();
    files
}

/// Describes the games of a file: the text of each kept game with the notes of the reader, and the
/// error of each skipped game.
fn describe(outcomes: &[Result<PgnGame, BrokenGame>]) -> String {
    let mut text = format!("games: {}\n", outcomes.len());
    for outcome in outcomes {
        text.push('\n');
        match outcome {
            Ok(game) => {
                let _ = writeln!(text, "== game {}: kept", game.number);
                for note in &game.notes {
                    let _ = writeln!(text, "-- {note}");
                }
                text += write(game).trim_end();
                text.push('\n');
            }
            Err(broken) => {
                let BrokenGame { number, players, .. } = broken;
                let _ = writeln!(text, "== game {number} ({players}): skipped");
                let _ = writeln!(text, "-- {broken}");
            }
        }
    }
    text
}

/// Returns the lines in which two texts differ.
fn difference(expected: &str, found: &str) -> String {
    let [expected, found]: [Vec<&str>; 2] = [expected, found].map(|text| text.lines().collect());
    let pairs = || expected.iter().zip(&found);
    let start = pairs().take_while(|(a, b)| a == b).count();
    let same = expected.iter().rev().zip(found.iter().rev()).take_while(|(a, b)| a == b).count();
    let same = same.min(expected.len().min(found.len()) - start);
    let mut text = format!("  from line {}:\n", start + 1);
    for (sign, lines) in [('-', &expected), ('+', &found)] {
        for line in &lines[start..lines.len() - same] {
            let _ = writeln!(text, "  {sign} {line}");
        }
    }
    text
}

/// Lists the elements of a line, in the order in which they are written. Comments are in words,
/// because those of a move are written as one comment, in which braces are parentheses.
fn elements(line: &Line, list: &mut Vec<String>) {
    let words = |comment: &str, list: &mut Vec<String>| {
        let text = comment.replace('{', "(").replace('}', ")");
        list.extend(text.split_whitespace().map(str::to_owned));
    };
    line.comments.iter().for_each(|comment| words(comment, list));
    for played in &line.moves {
        list.push(format!("{:?} {:?}", played.m, played.nags));
        played.comments().for_each(|comment| words(comment, list));
        for variation in played.variations() {
            list.push("(".to_owned());
            elements(variation, list);
            list.push(")".to_owned());
        }
    }
}

/// Returns the differences after a game is written and read again.
fn lost(game: &PgnGame) -> Option<String> {
    let text = write(game);
    let again: Vec<_> = games(&text).collect();
    let [Ok(again)] = &again[..] else {
        return Some(format!("it is read again as {} games:\n{text}", again.len()));
    };
    let fen = |game: &PgnGame| game.start.position().fen();
    // The writer gives tags of the roster their names in the standard's case, and fills an unknown
    // result.
    let is_kept = |tag: &Tag| {
        if tag.name.eq_ignore_ascii_case("Result") && tag.value.chars().all(|c| "*?- ".contains(c))
        {
            return again.tag("Result") == Some(game.result().as_str());
        }
        let is_same =
            |other: &Tag| other.name.eq_ignore_ascii_case(&tag.name) && other.value == tag.value;
        again.tags.iter().any(is_same)
    };
    let is_about_result = |note: &Note| note.text.contains("the Result tag");
    let [tree, tree_again] = [game, again].map(|game| {
        let mut list = Vec::new();
        elements(&game.main, &mut list);
        list
    });
    if tree_again != tree || fen(again) != fen(game) {
        Some(format!("the tree differs when it is read again:\n{}", write(again)))
    } else if write(again) != text {
        Some(difference(&text, &write(again)))
    } else if let Some(tag) = game.tags.iter().find(|tag| !is_kept(tag)) {
        Some(format!("the tag {} is lost", tag.name))
    } else {
        let note = again.notes.iter().find(|note| !is_about_result(note));
        note.map(|note| format!("the text that is written is faulty: {note}\n{text}"))
    }
}

/// Returns the text of a file outside all games, without white space and escape lines.
fn outside(text: &str, outcomes: &[Result<PgnGame, BrokenGame>]) -> String {
    let mut rest = String::new();
    let mut at = 0;
    for outcome in outcomes {
        let source = outcome.as_ref().map_or_else(|broken| &broken.range, |game| &game.range);
        rest += &text[at..source.start];
        at = source.end;
    }
    rest += &text[at..];
    let lines = rest.lines().filter(|line| !line.starts_with('%'));
    lines.map(|line| line.trim_matches(is_space)).collect()
}

#[test]
fn the_games_of_the_corpus_are_read_as_expected() {
    let is_update = env::var_os(UPDATE).is_some();
    let files = files();
    assert!(files.len() > 40, "{files:?}");
    let mut faults = String::new();
    for path in files {
        let name = path.file_stem().expect("a file has a name").display();
        let text = read_text(&path).expect("it is read");
        let outcomes: Vec<_> = games(&text).collect();
        for game in outcomes.iter().flatten() {
            if let Some(lost) = lost(game) {
                let _ = writeln!(faults, "{name}, game {}: {lost}", game.number);
            }
        }
        let outside = outside(&text, &outcomes);
        if !outside.is_empty() {
            let _ = writeln!(faults, "{name}: no game has the text {outside}");
        }
        let found = describe(&outcomes);
        let expected_path = path.with_extension("expected");
        if is_update {
            fs::write(&expected_path, &found).expect("it is written");
            continue;
        }
        let expected = fs::read_to_string(&expected_path).unwrap_or_default();
        if expected != found {
            let _ = writeln!(faults, "{name}:\n{}", difference(&expected, &found));
        }
    }
    assert!(
        faults.is_empty(),
        "\n{faults}crates/notation/tests/games/README.md describes how to change the files"
    );
}
