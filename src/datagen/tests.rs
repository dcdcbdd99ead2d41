use std::{fs, path::Path};

use tempfile::TempDir;

use super::*;
use crate::{
    data::{Reader, problems},
    position::{Game, Position},
};

fn settings(games: u64, threads: usize) -> DatagenSettings {
    let openings = Openings { book: Vec::new(), fischer_random: 30 };
    DatagenSettings {
        games,
        threads,
        nodes: 40,
        seed: 5,
        openings,
        tablebase: Tablebase::default(),
    }
}

fn play(settings: &DatagenSettings, path: &Path) -> Vec<u8> {
    let done = run(settings, path, &AtomicBool::new(false), |_| ()).unwrap();
    assert_eq!(done.games, settings.games);
    fs::read(path).unwrap()
}

fn read(path: &Path) -> Vec<Record> {
    let mut reader = Reader::open(path).unwrap();
    let mut games = Vec::new();
    while let Some((_, record)) = reader.next_game().unwrap() {
        games.push(record.clone());
    }
    games
}

#[test]
fn games_are_sound_and_differ() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("games");
    play(&settings(8, 2), &path);
    let games = read(&path);
    assert_eq!(games.len(), 8);
    for (number, game) in games.iter().enumerate() {
        assert_eq!(problems(game), [], "game {number}");
        assert!(!game.is_empty());
        assert!(games[..number].iter().all(|other| other != game));
    }
}

#[test]
fn the_seed_decides_and_threads_do_not() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name);
    let games = play(&settings(6, 1), &path("one"));
    assert_eq!(play(&settings(6, 3), &path("three")), games);
    assert_ne!(play(&DatagenSettings { seed: 6, ..settings(6, 1) }, &path("other")), games);
    // Fewer games are the first ones.
    assert!(games.starts_with(&play(&settings(2, 1), &path("two"))));
}

#[test]
fn a_cut_file_is_continued() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("games");
    let whole = play(&settings(4, 1), &path);
    let first = read(&path)[0].size();
    for length in [0, 32, 33, first - 1, first, first + 1, whole.len() - 4, whole.len()] {
        fs::write(&path, &whole[..length]).unwrap();
        let mut seen = Vec::new();
        run(&settings(4, 2), &path, &AtomicBool::new(false), |progress| seen.push(progress))
            .unwrap();
        assert_eq!(fs::read(&path).unwrap(), whole, "cut at {length}");
        let kept = seen[0].games;
        assert_eq!(seen[0].new_positions, 0);
        assert_eq!(seen.len() as u64, 1 + 4 - kept, "cut at {length}");
    }
}

#[test]
fn a_stop_leaves_whole_games() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("games");
    let stop = AtomicBool::new(false);
    let settings = settings(1_000_000, 2);
    let done = run(&settings, &path, &stop, |progress| {
        stop.store(progress.games >= 2, Relaxed);
    })
    .unwrap();
    assert!(done.games < settings.games);
    let games = read(&path);
    assert_eq!(games.len() as u64, done.games);
    assert_eq!(games.iter().map(Record::len).sum::<usize>() as u64, done.positions);
}

#[test]
fn other_files_are_left_alone() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("notes");
    for text in ["short", "A text of more than the 32 bytes of a start position."] {
        fs::write(&path, text).unwrap();
        let outcome = run(&settings(1, 1), &path, &AtomicBool::new(false), |_| ());
        assert!(matches!(outcome, Err(DataError::Damaged(..))), "{outcome:?}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
    let file = GamesFile::open(&folder.path().join("games")).unwrap();
    let outcome =
        run(&settings(1, 1), &folder.path().join("games"), &AtomicBool::new(false), |_| ());
    assert!(matches!(outcome, Err(DataError::Busy(_))), "{outcome:?}");
    drop(file);
}

#[test]
fn a_book_gives_the_openings() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("games");
    let fen = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1";
    let book: Vec<Position> = vec![Game::from_fen(fen, false).unwrap().position().clone()];
    let openings = Openings { book, fischer_random: 0 };
    play(&DatagenSettings { openings, ..settings(3, 1) }, &path);
    for game in read(&path) {
        let mut most = 0;
        game.replay(|game, _, _| most = most.max(game.position().board().occupied().count()))
            .unwrap();
        assert!(most <= 18);
    }
}
