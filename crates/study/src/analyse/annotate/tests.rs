//! Annotates the game files of `crates/notation/tests/games` again and again, with invented
//! evaluations.

use std::{ffi::OsStr, fs};

use brudno::{
    chess::{Game, score::Bound},
    search::ScoredLine,
};
use brudno_notation::{
    pgn::{Line, PgnGame, games},
    read_text,
};
use shakmaty::{ByColor, Move};

use super::previous_analysis;
use crate::shared::{
    evaluation::Evaluation,
    review::{Review, pgn},
};

/// Returns the games of all files, each with the name of its file.
fn corpus() -> Vec<(String, PgnGame)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../notation/tests/games");
    let entries = fs::read_dir(folder).expect("the folder is there");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("it is read").path()).collect();
    paths.retain(|path| path.extension() == Some(OsStr::new("pgn")));
    paths.sort();
    let games = paths.iter().flat_map(|path| {
        let text = read_text(path).expect("it is read");
        let name = path.file_stem().expect("a file has a name").display().to_string();
        games(&text).flatten().map(|game| (name.clone(), game)).collect::<Vec<_>>()
    });
    games.collect()
}

/// Returns a line that begins like a variation of the input, and goes on with any moves.
fn line(start: &Game, variation: Option<&Line>, played: Option<Move>, seed: usize) -> Vec<Move> {
    let known = variation.into_iter().flat_map(|line| &line.moves).map_while(|played| played.m);
    let mut moves: Vec<Move> = known.take(1 + seed % 3).collect();
    let mut game = start.clone();
    moves.iter().for_each(|&m| game.play(m));
    // Some lines are shorter than the variation.
    while moves.len() < [1, 4][seed % 2] {
        let mut legal = game.position().legal_moves();
        if moves.is_empty() && legal.len() > 1 {
            legal.retain(|&m| Some(m) != played);
        }
        if legal.is_empty() {
            break;
        }
        let m = legal[(seed * 7 + moves.len()) % legal.len()];
        game.play(m);
        moves.push(m);
    }
    moves
}

/// Annotates a game as if every move of the judged sides were a blunder with better lines.
fn annotate(game: PgnGame, seed: usize, judged: ByColor<bool>) -> String {
    let positions = game.positions();
    let evaluations = positions.iter().enumerate().map(|(ply, position)| {
        let played = game.main.moves.get(ply);
        let m = played.and_then(|played| played.m);
        let variations: Vec<&Line> = played.into_iter().flat_map(|p| p.variations()).collect();
        let scored = |score: i32, seed: usize| {
            let variation = variations.get(seed % (variations.len() + 1)).copied();
            let variation = variation.filter(|line| line.moves[0].m != m);
            ScoredLine {
                score,
                bound: Bound::Exact,
                pv: line(position, variation, m, seed),
                ..ScoredLine::without_moves(score)
            }
        };
        let [best, other] = [scored(1_500, seed), scored(1_400, seed + 1)];
        let is_other = best.pv.first() != other.pv.first() && seed % 2 == 1;
        let others = Vec::from_iter(is_other.then_some(other));
        Some(Evaluation { best, others, nodes: 1 })
    });
    let evaluations = evaluations.collect();
    pgn::write(&Review::new(game, positions, evaluations, judged))
}

/// Lists moves, glyphs, words of comments and variations.
fn elements(line: &Line) -> Vec<String> {
    let mut list = Vec::new();
    let words = |comment: &str, list: &mut Vec<String>| {
        let text = comment.replace('{', "(").replace('}', ")");
        list.extend(text.split_whitespace().map(str::to_owned));
    };
    line.comments.iter().for_each(|comment| words(comment, &mut list));
    for played in &line.moves {
        list.push(format!("{:?} {:?}", played.m, played.nags));
        played.comments().for_each(|comment| words(comment, &mut list));
        for variation in played.variations() {
            list.push("(".to_owned());
            list.extend(elements(variation));
            list.push(")".to_owned());
        }
    }
    list
}

/// Returns the movetext without the words of the comments.
fn shape(pgn: &str) -> String {
    let mut shape = String::new();
    let mut is_comment = false;
    for letter in pgn.split_once("]\n\n").expect("the tags end").1.chars() {
        is_comment &= letter != '}';
        if !is_comment {
            shape.push(letter);
        }
        is_comment |= letter == '{';
    }
    shape.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn read(name: &str, text: &str) -> PgnGame {
    let mut all: Vec<_> = games(text).collect();
    assert_eq!(all.len(), 1, "{name}: {text}");
    let mut game = all.remove(0).unwrap_or_else(|broken| panic!("{name}: {broken}\n{text}"));
    let notes: Vec<String> = game.notes.iter().map(|note| note.text.clone()).collect();
    assert!(notes.iter().all(|note| note.contains("Result tag")), "{name}: {notes:?}\n{text}");
    previous_analysis::remove(&mut game);
    game
}

#[test]
fn annotations_come_and_go_and_leave_the_game_as_it_was() {
    const BOTH: ByColor<bool> = ByColor { white: true, black: true };
    const WHITE: ByColor<bool> = ByColor { white: true, black: false };
    let games = corpus();
    let (mut joined, mut repeated, mut agreed) = (0, 0, 0);
    for (name, mut game) in games {
        previous_analysis::remove(&mut game);
        let own = elements(&game.main);
        for (first, second) in [(0, 1), (1, 2), (3, 4)] {
            let text = annotate(game.clone(), first, BOTH);
            let line = text.replace('\n', " ");
            joined += line.matches("added by Brudno").count();
            repeated += line.matches("also Brudno's line").count();
            agreed += line.matches("Blunder indeed:").count();
            let shape = shape(&text);
            for wrong in ["{} {}", "{} $", ") {}", ") $"] {
                assert!(!shape.contains(wrong), "{name}: {wrong} in {text}");
            }
            let again = read(&name, &text);
            assert_eq!(elements(&again.main), own, "{name}: {text}");
            assert_eq!(annotate(again.clone(), first, BOTH), text, "{name}");
            let other = annotate(again, second, WHITE);
            let again = read(&name, &other);
            assert_eq!(elements(&again.main), own, "{name}: {other}");
            assert_eq!(annotate(again, first, BOTH), text, "{name}");
        }
    }
    assert!(joined > 0 && repeated > 0 && agreed > 0, "{joined} {repeated} {agreed}");
}

#[test]
fn a_move_has_at_most_one_more_glyph_of_judgement() {
    let judging = |nags: &[u8]| nags.iter().filter(|nag| (1..=6).contains(*nag)).count();
    for (name, game) in corpus() {
        let text = annotate(game.clone(), 0, ByColor { white: true, black: true });
        let annotated = games(&text).next().expect("a game").expect("it is read");
        for (played, own) in annotated.main.moves.iter().zip(&game.main.moves) {
            assert!(played.nags.starts_with(&own.nags), "{name}: {text}");
            assert!(judging(&played.nags) <= judging(&own.nags).max(1), "{name}: {text}");
        }
    }
}

#[test]
fn placeholders_of_tags_are_filled() {
    let both = ByColor { white: true, black: true };
    for (tags, kept) in [
        ("[ECO \"?\"]\n[Opening \"\"]\n[annotator \"-\"]\n", false),
        ("[ECO \"A00\"]\n[Opening \"Mine\"]\n[annotator \"Coach\"]\n", true),
    ] {
        let game = games(&format!("{tags}\n1. e4 c6 *")).next().unwrap().unwrap();
        let text = annotate(game, 0, both);
        for (known, own) in [
            ("[ECO \"B10\"]\n", "[ECO \"A00\"]\n"),
            ("[Opening \"Caro-Kann Defence\"]\n", "[Opening \"Mine\"]\n"),
            ("[annotator \"Brudno ", "[annotator \"Coach\"]\n"),
        ] {
            assert_eq!((text.contains(known), text.contains(own)), (!kept, kept), "{text}");
            assert_eq!(text.to_lowercase().matches("annotator").count(), 1, "{text}");
        }
    }
}
