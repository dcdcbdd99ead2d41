//! Positions that searches of games and of branches from them evaluate.

use super::positions::positions;
use crate::data::tests::*;

const SETTINGS: LeafSearchSettings =
    LeafSearchSettings { per_game: 3, branch: 0, nodes: 40, leaves: 1, seed: 1, threads: 1 };

/// Random games whose scores do not keep positions from being drawn.
fn even_games(count: usize) -> Vec<Record> {
    let even = |game: &Record| game.rescored(&vec![0; game.len()]);
    games(count, 11).iter().map(even).collect()
}

fn make(folder: &TempDir, name: &str, settings: &LeafSearchSettings) -> Vec<PackedPosition> {
    let input = file(folder, "games", &bytes_of(&even_games(70)));
    let path = folder.path().join(name);
    let output = Output::create(&path).unwrap();
    let copied = leaves(&[input], output, settings, &|_| ()).unwrap();
    let made = positions(&path);
    assert_eq!(copied.positions, made.len() as u64);
    made
}

#[test]
fn at_most_one_leaf_is_kept_of_each_search() {
    let folder = TempDir::new().unwrap();
    let made = make(&folder, "three", &SETTINGS);
    assert!((70..=3 * 70).contains(&made.len()), "{} leaves", made.len());
    for leaf in made {
        assert!(!leaf.to_position().unwrap().is_check() && !leaf.is_derived());
        assert_eq!((leaf.score(), leaf.result()), (UNLABELLED, None));
    }
}

#[test]
fn a_branch_has_a_family_of_each_search() {
    let folder = TempDir::new().unwrap();
    let made = make(&folder, "four", &LeafSearchSettings { leaves: 4, branch: 2, ..SETTINGS });
    let heads = made.iter().filter(|leaf| !leaf.is_derived()).count();
    assert!((70..=2 * 3 * 70).contains(&heads), "{heads} families");
    assert!((3 * heads..=4 * heads).contains(&made.len()), "{heads} of {}", made.len());
}

/// Returns the mean number of men.
fn men(positions: &[PackedPosition]) -> f64 {
    let all: u32 = positions.iter().map(|position| position.occupied().count_ones()).sum();
    f64::from(all) / positions.len() as f64
}

#[test]
fn branches_lead_away_from_the_games() {
    let folder = TempDir::new().unwrap();
    let near = make(&folder, "near", &LeafSearchSettings { branch: 1, ..SETTINGS });
    let far = make(&folder, "far", &LeafSearchSettings { branch: 6, ..SETTINGS });
    assert!(men(&far) < men(&near) - 1.0, "{} and {} men", men(&far), men(&near));
}

#[test]
fn the_seed_decides_the_leaves_and_threads_do_not() {
    let folder = TempDir::new().unwrap();
    for branch in [0, 2] {
        let settings = LeafSearchSettings { branch, ..SETTINGS };
        let one = make(&folder, &format!("one-{branch}"), &settings);
        let three = LeafSearchSettings { threads: 3, ..settings.clone() };
        assert!(make(&folder, &format!("three-{branch}"), &three) == one);
        let other = LeafSearchSettings { seed: 2, ..settings };
        assert!(make(&folder, &format!("other-{branch}"), &other) != one);
    }
}
