//! Converts PGN and the lines in its comments to single positions.

use super::positions::positions;
use crate::data::tests::*;

const PGN: &str = r#"[Event "one"]

{WhiteEngineOptions: Threads=1;} 1. e4 {book, mb=+0,} 1... e5 {d=20, pv=e5 Nf3 Nc6 Bb5, h=1.0,}
2. f4 {d=20, pv=2. f4 exf4 Bc4 Qh4+ Kf1, tb=0,} (2. Nf3 {pv=Nf3 Nf6} 2... Nf6)
2... exf4 {pv=exf4 Nf3 Ke5 d4, x} *

[Event "the same once more, another line"]

1. e4 e5 {xpv=e5 d4, pv=e5 Nc3} *

[Event "Fischer random"]
[FEN "rbnkbqnr/pppppppp/8/8/8/8/PPPPPPPP/RBNKBQNR w HAha - 0 1"]
[Variant "fischerandom"]

1. f4 {pv=f4 Nf6 Nf3 d6 Bg3 d5 Qf2 Qg8 O-O} Nf6 *

[Event "no position"]
[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]

1. e4 {pv=e4 e5} *

[Event "another variant"]
[Variant "Atomic"]

1. d4 {pv=d4 d5} *

[Event "an illegal move"]

1. a4 a5 2. Ke3 {pv=Ke3} a4 *
"#;

/// Expected positions, in this order. Each occurs once.
const LINES: &str = "e4|e4 e5|e4 e5 Nf3|e4 e5 Nf3 Nc6|e4 e5 Nf3 Nc6 Bb5|e4 e5 f4|e4 e5 f4 exf4|\
    e4 e5 f4 exf4 Bc4|e4 e5 f4 exf4 Bc4 Qh4+ Kf1|e4 e5 f4 exf4 Nf3|e4 e5 Nc3";
const FISCHER_RANDOM: &str = "f4|f4 Nf6|f4 Nf6 Nf3|f4 Nf6 Nf3 d6|f4 Nf6 Nf3 d6 Bg3|\
    f4 Nf6 Nf3 d6 Bg3 d5|f4 Nf6 Nf3 d6 Bg3 d5 Qf2|f4 Nf6 Nf3 d6 Bg3 d5 Qf2 Qg8|f4 Nf6 Nf3 d6 Bg3 d5 Qf2 Qg8 O-O";

fn fens(start: &str, lines: &str) -> Vec<String> {
    let fen = |line: &str| {
        let mut game = Game::from_fen(start, false).unwrap();
        line.split(' ').for_each(|m| game.play(game.position().parse_move(m).unwrap()));
        game.position().fen()
    };
    lines.split('|').map(fen).collect()
}

fn make(folder: &TempDir, name: &str, inputs: &[PathBuf], settings: &LineSettings) -> PathBuf {
    let path = folder.path().join(name);
    let copied = lines(inputs, Output::create(&path).unwrap(), settings, &|_| (), &|_| ()).unwrap();
    assert_eq!(copied.positions, positions(&path).len() as u64);
    path
}

const SETTINGS: LineSettings =
    LineSettings { children: 0, searched: 0.0, nodes: 100, leaves: 0, seed: 1, threads: 1 };

#[test]
fn what_was_played_and_expected_is_found_once() {
    let folder = TempDir::new().unwrap();
    let input = file(&folder, "games.pgn", PGN.as_bytes());
    let start = "rbnkbqnr/pppppppp/8/8/8/8/PPPPPPPP/RBNKBQNR w HAha - 0 1";
    let all = [fens(&Position::startpos().fen(), LINES), fens(start, FISCHER_RANDOM)].concat();
    // Positions with at least 27 men are thinned out, but several seeds together find all of them.
    let mut found = vec![false; all.len()];
    for seed in 1..20 {
        let name = seed.to_string();
        let made =
            make(&folder, &name, std::slice::from_ref(&input), &LineSettings { seed, ..SETTINGS });
        let mut last = None;
        for position in positions(&made) {
            let fen = position.to_fen().unwrap();
            let index = all.iter().position(|other| *other == fen);
            let index = index.unwrap_or_else(|| panic!("{fen}"));
            assert!(last < Some(index), "each once, in their order");
            last = Some(index);
            found[index] = true;
            assert_eq!((position.score(), position.result()), (UNLABELLED, None));
            assert!(!position.is_derived());
        }
    }
    assert!(found.iter().all(|&found| found), "{found:?}");
}

#[test]
fn games_that_cannot_be_read_are_named() {
    let folder = TempDir::new().unwrap();
    let input = file(&folder, "games.pgn", PGN.as_bytes());
    let errors = std::sync::Mutex::new(Vec::new());
    let output = Output::create(&folder.path().join("made")).unwrap();
    let skip = |error: &DataError| errors.lock().unwrap().push(error.to_string());
    lines(std::slice::from_ref(&input), output, &SETTINGS, &|_| (), &skip).unwrap();
    let errors = errors.into_inner().unwrap();
    let expected = [
        "game 4 (? - ?): line 18, column 1: tag FEN: ",
        "game 5 (? - ?): line 23, column 1: ",
        "game 6 (? - ?): line 29, column 13: 2.Ke3 is not a legal move in ",
    ];
    assert_eq!(errors.len(), expected.len(), "{errors:?}");
    for (error, expected) in errors.iter().zip(expected) {
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn positions_come_with_others_near_them() {
    let folder = TempDir::new().unwrap();
    let input = file(&folder, "games.pgn", PGN.as_bytes());
    let inputs = [input.clone(), input];
    let settings = LineSettings { children: 2, searched: 1.0, leaves: 3, ..SETTINGS };
    let made = positions(&make(&folder, "made", &inputs, &settings));
    let families = made.chunk_by(|_, position| position.is_derived());
    let (mut members, mut near) = (0, 0);
    for family in families {
        assert!(!family[0].is_derived() && family.len() <= 1 + 2 + 3);
        for position in family {
            let position = position.to_position().unwrap();
            assert!(!position.is_check());
        }
        members += 1;
        near += family.len() - 1;
    }
    assert!(members > 5 && near > 4 * members, "{near} near {members}");

    let seed = LineSettings { seed: 2, ..settings };
    assert!(positions(&make(&folder, "seed", &inputs, &seed)) != made);
}

#[test]
fn the_number_of_threads_makes_no_difference() {
    let folder = TempDir::new().unwrap();
    let pawns = ('a'..='h').flat_map(|file| [(file, 1), (file, 2)]);
    let pairs = pawns.clone().flat_map(|white| pawns.clone().map(move |black| (white, black)));
    let games = pairs.map(|((white, steps), (black, other_steps))| {
        format!("1. {white}{} {black}{} *\n\n", 2 + steps, 7 - other_steps)
    });
    let input = file(&folder, "games.pgn", games.collect::<String>().as_bytes());
    let one = LineSettings { searched: 1.0, leaves: 3, ..SETTINGS };
    let three = LineSettings { threads: 3, ..one.clone() };
    let made = [("one", one), ("three", three)].map(|(name, settings)| {
        positions(&make(&folder, name, std::slice::from_ref(&input), &settings))
    });
    assert!(made[0].len() > 400, "{} positions of 256 games", made[0].len());
    assert!(made[0] == made[1]);
}
