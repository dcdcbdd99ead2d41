use std::{fs, path::Path};

use brudno::chess::{Game, Position};
use tempfile::TempDir;

use crate::{
    data::{POSITION_SIZE, POSITIONS_HEADER, PositionReader, Reader, Record, UNLABELLED, problems},
    self_play::*,
};

fn settings(games: u64, threads: usize) -> DatagenSettings {
    let openings = Openings { book: Vec::new(), fischer_random: 30 };
    DatagenSettings {
        games,
        threads,
        nodes: 40,
        seed: 5,
        openings,
        win_score: WIN_SCORE,
        tablebase: Tablebase::default(),
        leaves: None,
    }
}

fn play(settings: &DatagenSettings, path: &Path) -> Vec<u8> {
    let done = run(settings, path, &StopSignal::default(), |_| ()).unwrap();
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
fn a_lower_score_ends_games_sooner() {
    let folder = TempDir::new().unwrap();
    let long = folder.path().join("long");
    play(&settings(6, 2), &long);
    let short = folder.path().join("short");
    play(&DatagenSettings { win_score: 100, ..settings(6, 2) }, &short);
    let mut ended_sooner = 0;
    for (short, long) in read(&short).iter().zip(read(&long)) {
        assert!(short.len() <= long.len());
        let played = |game: &Record| {
            let mut moves = Vec::new();
            game.replay(|_, m, score| moves.push((m, score))).unwrap();
            moves
        };
        assert!(played(&long).starts_with(&played(short)));
        ended_sooner += usize::from(short.len() < long.len());
    }
    assert!(ended_sooner > 0);
}

#[test]
fn the_seed_decides_and_threads_do_not() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name);
    let games = play(&settings(6, 1), &path("one"));
    assert_eq!(play(&settings(6, 3), &path("three")), games);
    assert_ne!(play(&DatagenSettings { seed: 6, ..settings(6, 1) }, &path("other")), games);
    // A run with fewer games plays the first ones.
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
        run(&settings(4, 2), &path, &StopSignal::default(), |progress| seen.push(progress))
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
    let stop = StopSignal::default();
    let settings = settings(1_000_000, 2);
    let done = run(&settings, &path, &stop, |progress| {
        if progress.games >= 2 {
            stop.request();
        }
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
        let outcome = run(&settings(1, 1), &path, &StopSignal::default(), |_| ());
        assert!(matches!(outcome, Err(DataError::Damaged(..))), "{outcome:?}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
    let file = GamesFile::open(&folder.path().join("games")).unwrap();
    let outcome =
        run(&settings(1, 1), &folder.path().join("games"), &StopSignal::default(), |_| ());
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

/// Returns the settings with two leaves per move.
fn with_leaves(path: &Path, games: u64, threads: usize) -> DatagenSettings {
    let leaves = Some(LeafSettings { path: path.to_owned(), per_move: 2 });
    DatagenSettings { leaves, ..settings(games, threads) }
}

#[test]
fn leaves_are_kept_and_change_no_game() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name);
    let games = play(&settings(4, 1), &path("games"));
    let mut files = Vec::new();
    for threads in [1, 3] {
        let leaves = path(&format!("leaves-{threads}"));
        let with = with_leaves(&leaves, 4, threads);
        assert_eq!(play(&with, &path(&format!("games-{threads}"))), games);
        files.push(fs::read(&leaves).unwrap());
    }
    assert!(files[0] == files[1]);

    let moves: usize = read(&path("games")).iter().map(Record::len).sum();
    let leaves: Vec<_> = PositionReader::open(&path("leaves-1")).unwrap().flatten().collect();
    assert_eq!(files[0].len(), (leaves.len() + 5) * POSITION_SIZE, "a header more than games");
    assert!((moves..=2 * moves).contains(&leaves.len()), "{} of {moves} moves", leaves.len());
    // The leaves of a search are a family.
    let families = leaves.iter().filter(|leaf| !leaf.is_derived()).count();
    assert!((leaves.len().div_ceil(2)..=moves).contains(&families), "{families}");
    assert!(families < leaves.len());
    for leaf in leaves {
        assert!(!leaf.to_position().unwrap().is_check());
        assert_eq!((leaf.score(), leaf.result()), (UNLABELLED, None));
    }
}

#[test]
fn leaves_are_continued_with_their_games() {
    let folder = TempDir::new().unwrap();
    let (games, leaves) = (folder.path().join("games"), folder.path().join("leaves"));
    let all_games = play(&with_leaves(&leaves, 3, 1), &games);
    let all_leaves = fs::read(&leaves).unwrap();
    let first_game = read(&games)[0].size();
    let ends: Vec<usize> = (0..all_leaves.len())
        .step_by(POSITION_SIZE)
        .filter(|&start| all_leaves[start..].starts_with(&POSITIONS_HEADER))
        .map(|start| start + POSITION_SIZE)
        .collect();
    let cut = |games_end: usize, leaves_end: usize| {
        fs::write(&games, &all_games[..games_end]).unwrap();
        fs::write(&leaves, &all_leaves[..leaves_end]).unwrap();
        run(&with_leaves(&leaves, 3, 2), &games, &StopSignal::default(), |_| ())
    };
    // The leaves of the second game are complete, incomplete or missing.
    for leaves_end in [ends[1], ends[1] + 1, ends[2] - 1, ends[2]] {
        for games_end in [first_game, first_game + 5] {
            cut(games_end, leaves_end).unwrap();
            assert!(fs::read(&games).unwrap() == all_games, "cut at {games_end}, {leaves_end}");
            assert!(fs::read(&leaves).unwrap() == all_leaves, "cut at {games_end}, {leaves_end}");
        }
    }
    // If leaves are missing or are of other games, no file is changed.
    for (games_end, leaves_end) in [
        (first_game, 0),
        (first_game, ends[0]),
        (first_game, ends[1] - 1),
        (0, ends[2]),
        (0, ends[0] + 1),
    ] {
        let error = cut(games_end, leaves_end).unwrap_err().to_string();
        assert!(error.contains("leaves does not contain the leaves of the "), "{error}");
        assert_eq!(fs::read(&games).unwrap().len(), games_end);
        assert_eq!(fs::read(&leaves).unwrap().len(), leaves_end);
    }
    let mut others = all_leaves[..ends[1]].to_vec();
    others.extend(vec![7; (2 * MAX_PLIES + 2) * POSITION_SIZE]);
    fs::write(&leaves, &others).unwrap();
    fs::write(&games, &all_games[..first_game]).unwrap();
    let outcome = run(&with_leaves(&leaves, 3, 1), &games, &StopSignal::default(), |_| ());
    assert!(matches!(outcome, Err(DataError::Leaves { games: 1, .. })), "{outcome:?}");
    assert!(fs::read(&leaves).unwrap() == others);
}
