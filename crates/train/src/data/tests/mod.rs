mod labels;
mod leaves;
mod lines;
mod positions;
mod problems;

use std::{
    fs,
    path::{Path, PathBuf},
};

use brudno::{
    chess::{
        Game, Position, is_tactical,
        score::{MATE, MAX_EVALUATION, Score, is_mate},
    },
    tools::openings::Openings,
};
use rand::{Rng, SeedableRng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;
use shakmaty::{Color, KnownOutcome, Position as _};
use tempfile::TempDir;

use crate::data::*;

/// Returns random games with random scores. Half of them are Fischer random.
fn games(count: usize, seed: u64) -> Vec<Record> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let openings = Openings { book: Vec::new(), fischer_random: 50 };
    let mut games = Vec::new();
    for _ in 0..count {
        let mut game = Game::new(openings.draw(&mut random).position().clone());
        let mut record = Record::new(game.position());
        for _ in 0..random.random_range(1..300) {
            let Some(&m) = game.position().legal_moves().choose(&mut random) else { break };
            record.push(m, random.random_range(-MATE..=MATE));
            game.play(m);
        }
        let winner = [None, Some(Color::White), Some(Color::Black)].choose(&mut random);
        record.set_result(KnownOutcome::from_winner(winner.copied().flatten()));
        games.push(record);
    }
    games
}

fn bytes_of(games: &[Record]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for game in games {
        game.write_to(&mut bytes).unwrap();
    }
    bytes
}

/// Returns the games up to the end or an error.
fn read(mut bytes: &[u8]) -> (Vec<Record>, Option<DataError>) {
    let mut reader = Reader::new(&mut bytes, Path::new("games"));
    let mut games = Vec::new();
    loop {
        match reader.next_game() {
            Ok(Some((_, record))) => games.push(record.clone()),
            Ok(None) => return (games, None),
            Err(error) => return (games, Some(error)),
        }
    }
}

fn file(folder: &TempDir, name: &str, bytes: &[u8]) -> PathBuf {
    let path = folder.path().join(name);
    fs::write(&path, bytes).unwrap();
    path
}

fn sorted(bytes: &[u8]) -> Vec<Vec<u8>> {
    let (games, error) = read(bytes);
    assert!(error.is_none(), "{error:?}");
    let mut games: Vec<_> = games.iter().map(|game| bytes_of(std::slice::from_ref(game))).collect();
    games.sort();
    games
}

fn is_same(one: &Position, other: &Position) -> bool {
    one.fen() == other.fen()
        && one.key() == other.key()
        && one.chess().castles().castling_rights() == other.chess().castles().castling_rights()
}

#[test]
fn boards_and_moves_survive_the_way_there_and_back() {
    let (mut castled, mut en_passant, mut promoted) = (0, 0, 0);
    for record in games(150, 1) {
        let end = record.replay(|game, _, _| {
            let position = game.position();
            let mut board = to_board(position);
            assert!(is_same(&from_board(&board).unwrap(), position), "{}", position.fen());
            let legal = position.legal_moves();
            for &m in &legal {
                assert_eq!(from_packed(position, to_packed(m)), Some(m), "{}", position.fen());
                castled += usize::from(m.is_castle());
                en_passant += usize::from(m.is_en_passant());
                promoted += usize::from(m.is_promotion());
            }
            // viriformat's own generator is the reference.
            let mut packed: Vec<_> = legal.into_iter().map(to_packed).collect();
            let mut theirs = board.legal_moves();
            packed.sort();
            theirs.sort();
            assert_eq!(packed, theirs, "{}", position.fen());
        });
        end.unwrap();
    }
    for seen in [castled, en_passant, promoted] {
        assert!(
            seen > 20,
            "{castled} castling moves, {en_passant} en passant, {promoted} promoted"
        );
    }
}

#[test]
fn the_castling_rook_may_stand_inside() {
    for fen in ["4k3/8/8/8/8/8/8/1RR1K3 w C - 0 1", "1rk2rr1/8/8/8/8/8/8/4K3 b f - 3 40"] {
        let game = Game::from_fen(fen, true).unwrap();
        assert!(
            is_same(&from_board(&to_board(game.position())).unwrap(), game.position()),
            "{fen}"
        );
    }
}

#[test]
fn flags_must_fit_the_move() {
    let game = Game::from_fen("4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 1", false).unwrap();
    let moves = ["e1g1", "e5d6", "e1f1"].map(|m| game.position().parse_uci(m).unwrap());
    for (m, expected) in moves.into_iter().zip([true, true, false]) {
        let packed = to_packed(m);
        let plain = viriformat::chess::chessmove::Move::new(packed.from(), packed.to());
        assert_eq!(from_packed(game.position(), plain).is_none(), expected, "{m:?}");
    }
}

#[test]
fn games_are_read_as_they_were_written() {
    let games = games(30, 2);
    let bytes = bytes_of(&games);
    assert_eq!(bytes.len(), games.iter().map(Record::size).sum::<usize>());
    let (read, error) = read(&bytes);
    assert!(error.is_none());
    assert_eq!(read, games);
    assert_eq!(bytes_of(&read), bytes);
}

#[test]
fn a_file_may_end_anywhere() {
    let games = &games(3, 3)[..];
    let bytes = bytes_of(games);
    let ends: Vec<usize> =
        (0..=games.len()).map(|n| games[..n].iter().map(Record::size).sum()).collect();
    for length in 0..=bytes.len() {
        let (found, error) = read(&bytes[..length]);
        let whole = ends.iter().filter(|&&end| end <= length).count() - 1;
        assert_eq!(found, games[..whole], "{length} bytes");
        match error {
            None => assert!(ends.contains(&length), "{length} bytes"),
            Some(DataError::Truncated(place)) => {
                assert_eq!(place.number, whole as u64 + 1);
                assert_eq!(place.offset, ends[whole] as u64);
            }
            Some(error) => panic!("{error}"),
        }
    }
}

#[test]
fn damage_is_told() {
    let games = games(2, 4);
    let whole = bytes_of(&games);
    let second = games[0].size();
    for (offset, value, message) in [
        (0, [0; 8], "too few or too many men"),
        (0, [255; 8], "too few or too many men"),
        (8, [0x77; 8], "unknown piece"),
        (8, [0; 8], "one king"),
        (24, [0; 8], "move number"),
        (24, [1, 0, 1, 0, 0, 0, 3, 0], "result"),
        (HEADER, [65, 0, 1, 0, 0, 0, 0, 0], "invalid move"),
    ] {
        let mut bytes = whole.clone();
        bytes[second + offset..][..8].copy_from_slice(&value);
        let (found, error) = read(&bytes);
        assert_eq!(found.len(), 1);
        let error = error.expect("damage is an error").to_string();
        assert!(error.contains(message), "{error}");
        assert!(error.contains(&format!("games: game 2 (byte {second})")), "{error}");
    }
}

#[test]
fn no_bytes_make_the_reader_panic() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let whole = bytes_of(&games(2, 6));
    for _ in 0..3000 {
        let mut bytes = whole.clone();
        for _ in 0..random.random_range(1..6) {
            let index = random.random_range(0..bytes.len().min(80));
            bytes[index] = random.random();
        }
        for game in read(&bytes).0 {
            // Any error will do, but there must be no panic.
            let _ = problems(&game);
        }
    }
}

#[test]
fn merging_converts_units_but_not_mates() {
    let folder = TempDir::new().unwrap();
    let record = games(1, 3).swap_remove(0);
    let scores = [-MATE, -15_000, -101, 0, 50, 700, 20_001];
    let times = record.len().div_ceil(scores.len());
    let scores = &scores.repeat(times)[..record.len()];
    let input = file(&folder, "one", &bytes_of(&[record.rescored(scores)]));
    let path = folder.path().join("merged");
    merge(&[input], Output::create(&path).unwrap(), 150, &|_| ()).unwrap();
    let (merged, error) = read(&fs::read(path).unwrap());
    assert!(error.is_none());
    let expected = [-MATE, -20_000, -151, 0, 75, 1050, 20_001].repeat(times);
    assert_eq!(merged, [record.rescored(&expected[..record.len()])]);
}

#[test]
fn merging_and_shuffling_keep_every_game() {
    let folder = TempDir::new().unwrap();
    let (one, other) = (bytes_of(&games(40, 7)), bytes_of(&games(25, 8)));
    // The second file is cut off within a game.
    let cut = &bytes_of(&games(1, 9))[..50];
    let inputs = [file(&folder, "one", &one), file(&folder, "other", &[&other[..], cut].concat())];
    let all = [one, other].concat();

    let merged = folder.path().join("merged");
    let copied = merge(&inputs, Output::create(&merged).unwrap(), 100, &|_| ()).unwrap();
    assert_eq!((copied.games, copied.truncated.len()), (65, 1));
    assert_eq!(fs::read(&merged).unwrap(), all);

    let mut orders = Vec::new();
    for (name, seed) in [("first", 1), ("again", 1), ("second", 2)] {
        let path = folder.path().join(name);
        let copied =
            shuffle(&inputs, Output::create(&path).unwrap(), seed, 1 << 30, &|_| ()).unwrap();
        assert_eq!((copied.games, copied.truncated.len()), (65, 1));
        orders.push(fs::read(&path).unwrap());
        assert_eq!(sorted(&orders[orders.len() - 1]), sorted(&all));
    }
    assert_eq!(orders[0], orders[1]);
    assert_ne!(orders[0], orders[2]);
    assert_ne!(orders[0], all);
    assert!(matches!(Output::create(&merged), Err(DataError::Exists(_))));
    let left = fs::read_dir(folder.path()).unwrap();
    assert!(left.flatten().all(|entry| entry.path().extension().is_none()), "no .partial is left");
}

/// Returns a game with these moves.
fn record(moves: &[(&str, Score)], winner: Option<Color>) -> Record {
    let mut game = Game::default();
    let mut record = Record::new(game.position());
    for &(m, score) in moves {
        record.push(game.position().parse_uci(m).unwrap(), score);
        game.play_uci(m).unwrap();
    }
    record.set_result(KnownOutcome::from_winner(winner));
    record
}

const FOOLS_MATE: [(&str, Score); 4] =
    [("f2f3", -50), ("e7e5", -80), ("g2g4", -31_998), ("d8h4", -31_999)];

#[test]
fn rescoring_changes_only_scores() {
    let folder = TempDir::new().unwrap();
    let mut games = games(6, 11);
    games.push(record(&FOOLS_MATE, Some(Color::Black)));
    let input = file(&folder, "games", &bytes_of(&games));
    for (number, by) in
        [RescoreBy::Quiescence, RescoreBy::Depth(2), RescoreBy::Nodes(50)].into_iter().enumerate()
    {
        let outputs = [1, 2].map(|threads| {
            let path = folder.path().join(format!("{number}-{threads}"));
            let output = Output::create(&path).unwrap();
            let copied = rescore(&input, output, by, threads, &|_| ()).unwrap();
            assert_eq!(copied.games, games.len() as u64);
            fs::read(path).unwrap()
        });
        assert_eq!(outputs[0], outputs[1], "{by:?}");
        let (rescored, error) = read(&outputs[0]);
        assert!(error.is_none());
        for (new, old) in rescored.iter().zip(&games) {
            let scores: Vec<_> = old.scores().collect();
            assert_eq!(new.rescored(&scores), *old);
        }
        // Black mates in one.
        let last = rescored[games.len() - 1].scores().last().unwrap();
        assert_eq!(is_mate(last), by != RescoreBy::Quiescence, "{by:?}: {last}");
    }
}
