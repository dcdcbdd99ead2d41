//! Tests of the reader and the writer with random trees and random text.

use brudno::chess::Game;
use proptest::{prelude::*, sample::Index};

use crate::pgn::{tests::only, *};

/// Steps of a random tree.
#[derive(Clone, Debug)]
enum Step {
    Play(Index),
    Pass,
    Nag(u8),
    Comment(String),
    Open,
    Close,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        8 => any::<Index>().prop_map(Step::Play),
        1 => Just(Step::Pass),
        1 => (0..=u8::MAX).prop_map(Step::Nag),
        2 => "[^\\s\\p{C}\u{200b}-\u{200f}\u{2060}]{1,8}(( |\n\n)[^\\s\\p{C}\u{200b}-\u{200f}\u{2060}]{1,8}){0,5}"
            .prop_map(Step::Comment),
        1 => Just(Step::Open),
        2 => Just(Step::Close),
    ]
}

/// Adds steps to a line until it is closed. Returns true if it was closed.
fn grow(line: &mut Line, start: &Game, steps: &mut impl Iterator<Item = Step>, depth: usize) {
    let mut current = start.clone();
    let mut before = start.clone();
    while let Some(step) = steps.next() {
        match step {
            Step::Play(index) => {
                let moves = current.position().legal_moves();
                if moves.is_empty() {
                    continue;
                }
                before = current.clone();
                let m = moves[index.index(moves.len())];
                current.play(m);
                line.moves.push(PlayedMove::new(Some(m)));
            }
            Step::Pass => {
                let last = current.clone();
                if current.play_or_pass(None) {
                    before = last;
                    line.moves.push(PlayedMove::new(None));
                }
            }
            Step::Nag(nag) => {
                line.moves.iter_mut().last().into_iter().for_each(|last| last.nags.push(nag))
            }
            Step::Comment(text) => match line.moves.last_mut() {
                Some(last) => last.remarks.push(Remark::Comment(text)),
                None => line.comments.push(text),
            },
            Step::Open => {
                if let Some(last) = line.moves.last_mut() {
                    let mut variation = Line::default();
                    grow(&mut variation, &before, steps, depth + 1);
                    if !variation.moves.is_empty() {
                        last.remarks.push(Remark::Variation(variation));
                    }
                }
            }
            Step::Close if depth > 0 => return,
            Step::Close => {}
        }
    }
}

/// Returns a line as it is written: one comment per move, before the variations.
fn exported(line: &Line) -> Line {
    let merged = |comments: &[&str]| -> Vec<String> {
        let text = comments.join(" ");
        let text = if text.contains('}') { text.replace('{', "(").replace('}', ")") } else { text };
        Vec::from_iter((!text.is_empty()).then(|| text.replace("\n\n[", " [")))
    };
    let comments = merged(&line.comments.iter().map(String::as_str).collect::<Vec<_>>());
    let moves = line.moves.iter().map(|played| {
        let comment = merged(&played.comments().collect::<Vec<_>>()).into_iter();
        let variations = played.variations().map(|line| Remark::Variation(exported(line)));
        let remarks = comment.map(Remark::Comment).chain(variations).collect();
        PlayedMove { m: played.m, nags: played.nags.clone(), remarks }
    });
    Line { comments, moves: moves.collect() }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn every_tree_survives_being_written(steps in prop::collection::vec(step(), 0..120)) {
        let mut game = only("*");
        let mut main = Line::default();
        grow(&mut main, &game.start, &mut steps.into_iter(), 0);
        game.main = main;
        game.termination = Some("1/2-1/2".to_owned());
        let text = write(&game);
        let read = only(&text);
        prop_assert_eq!(&read.main, &exported(&game.main), "{}", text);
        prop_assert_eq!(&read.notes, &Vec::new());
        prop_assert_eq!(write(&read), text);
    }

    #[test]
    fn any_text_is_read_without_a_panic(text in "[\\[\\](){};%\"\\\\a-h1-8xO.$!?*\\-=/ \nNBRQKé]{0,200}") {
        for game in games(&text).flatten() {
            write(&game);
        }
    }
}
