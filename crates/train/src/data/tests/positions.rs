//! Converts games to single positions, and copies, shuffles and checks them.

use crate::data::tests::*;

/// Settings for all positions that are not in check, with two derived positions each.
pub fn settings(seed: u64) -> PositionSettings {
    let filter = Filter { min_ply: 0, max_score: MATE, decided: MATE, ..Filter::default() };
    PositionSettings { filter, children: 2, seed }
}

/// Returns positions of random games.
pub fn expanded(folder: &TempDir, name: &str, count: usize, seed: u64) -> PathBuf {
    let input = file(folder, &format!("{name}-games"), &bytes_of(&games(count, seed)));
    let path = folder.path().join(name);
    write_positions(&[input], Output::create(&path).unwrap(), &settings(seed), &|_| ()).unwrap();
    path
}

pub fn positions(path: &Path) -> Vec<PackedPosition> {
    PositionReader::open(path).unwrap().map(Result::unwrap).collect()
}

fn families(path: &Path) -> Vec<Vec<PackedPosition>> {
    let mut families = Vec::new();
    let visit = |family: &[PackedPosition]| {
        families.push(family.to_vec());
        Ok(())
    };
    assert!(visit_families(&[path.to_owned()], &|_| (), visit).unwrap().is_empty());
    families.sort_by_key(|family| bytemuck::cast_slice::<_, u8>(family).to_vec());
    families
}

#[test]
fn games_give_their_positions_and_others_near_them() {
    let folder = TempDir::new().unwrap();
    let games = games(20, 21);
    let input = file(&folder, "games", &bytes_of(&games));
    let write = |name: &str, settings: &PositionSettings| {
        let path = folder.path().join(name);
        let output = Output::create(&path).unwrap();
        let copied =
            write_positions(std::slice::from_ref(&input), output, settings, &|_| ()).unwrap();
        assert_eq!(copied.positions, positions(&path).len() as u64);
        path
    };
    let path = write("positions", &settings(3));
    let all = positions(&path);

    let filter = settings(3).filter;
    let mut parents = all.iter().filter(|position| !position.is_derived());
    for game in &games {
        let winner = game.result().winner();
        let half_points = winner.map_or(1, |winner| winner.fold_wb(2, 0));
        game.replay(|game, _, score| {
            let position = game.position();
            if !position.is_check() && position.halfmoves() <= filter.max_halfmoves {
                let packed = parents.next().expect("no position is left out");
                assert_eq!(packed.to_fen().unwrap(), position.fen());
                assert_eq!((packed.score(), packed.result()), (score as i16, Some(half_points)));
            }
        })
        .unwrap();
    }
    assert!(parents.next().is_none());

    let (mut captures, mut derived) = (0, 0);
    for family in families(&path) {
        assert!(family.len() <= 3);
        let men = |position: &PackedPosition| position.occupied().count_ones();
        for child in &family[1..] {
            let position = child.to_position().unwrap();
            assert!(!position.is_check() && position.has_legal_move());
            assert_eq!((child.score(), child.result()), (UNLABELLED, None));
            assert!((1..=3).contains(&(child.ply() - family[0].ply())));
            captures += usize::from(men(child) < men(&family[0]));
            derived += 1;
        }
    }
    assert!(derived > 1000 && captures > derived / 10, "{captures} captures in {derived}");

    let again = write("again", &settings(3));
    assert_eq!(fs::read(&again).unwrap(), fs::read(&path).unwrap());
    assert_ne!(positions(&write("other", &settings(4))), all);
    let few = Filter { min_ply: 30, max_score: 9000, decided: 9000, ..filter };
    let few = positions(&write("few", &PositionSettings { filter: few, children: 0, seed: 1 }));
    assert!(!few.is_empty());
    assert!(few.iter().all(|packed| packed.ply() >= 30 && packed.score().abs() <= 9000));
}

#[test]
fn merging_and_shuffling_keep_every_family() {
    let folder = TempDir::new().unwrap();
    let inputs = [expanded(&folder, "one", 20, 22), expanded(&folder, "other", 10, 23)];
    let mut all = [families(&inputs[0]), families(&inputs[1])].concat();
    all.sort_by_key(|family| bytemuck::cast_slice::<_, u8>(family).to_vec());
    let count = all.iter().map(Vec::len).sum::<usize>() as u64;

    let path = |name: &str| folder.path().join(name);
    let merged = path("merged");
    let copied = merge(&inputs, Output::create(&merged).unwrap(), 100, &|_| ()).unwrap();
    assert_eq!((copied.games, copied.positions), (0, count));
    assert_eq!(positions(&merged), [positions(&inputs[0]), positions(&inputs[1])].concat());
    let halved = path("halved");
    merge(&inputs, Output::create(&halved).unwrap(), 50, &|_| ()).unwrap();
    for (half, whole) in positions(&halved).iter().zip(positions(&merged)) {
        let expected = match whole.score() {
            mate_or_none if i32::from(mate_or_none).abs() > MAX_EVALUATION => mate_or_none,
            score => score / 2,
        };
        assert_eq!(half.score(), expected);
    }

    let mut orders = Vec::new();
    // The file is shuffled in memory at once, and in tens of chunks.
    for (name, seed, memory) in
        [("a", 1, 1 << 30), ("b", 1, 1 << 30), ("c", 2, 1 << 30), ("d", 1, 20_000)]
    {
        let output = Output::create(&path(name)).unwrap();
        let copied = shuffle(&inputs, output, seed, memory, &|_| ()).unwrap();
        assert_eq!(copied.positions, count);
        assert!(families(&path(name)) == all, "{name}");
        orders.push(positions(&path(name)));
    }
    assert!(orders[0] == orders[1] && orders[0] != orders[2] && orders[0] != orders[3]);
    let left = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(left, 2 + 2 + 2 + 4, "no chunk is left");
}

#[test]
fn thinning_keeps_a_part_of_each_family() {
    let folder = TempDir::new().unwrap();
    let input = expanded(&folder, "positions", 40, 27);
    let scored = folder.path().join("scored");
    let mut writer = PositionWriter::new(Output::create(&scored).unwrap()).unwrap();
    for (number, mut position) in positions(&input).into_iter().enumerate() {
        position.set_score([0, 700, -1_200, 3_000][number % 4]);
        writer.write(&position).unwrap();
    }
    writer.finish().unwrap();

    let thinned = |name: &str, by, seed| {
        let path = folder.path().join(name);
        let inputs = [scored.clone()];
        let copied = thin(&inputs, Output::create(&path).unwrap(), by, seed, &|_| ()).unwrap();
        assert_eq!(copied.positions, positions(&path).len() as u64);
        path
    };
    let path = thinned("thinned", ThinBy::ScoreAndMen, 1);
    assert_eq!(positions(&path), positions(&thinned("again", ThinBy::ScoreAndMen, 1)));
    assert_ne!(positions(&path), positions(&thinned("other", ThinBy::ScoreAndMen, 2)));

    // Families whose parent was dropped are also read.
    let alone = |position: &PackedPosition| {
        let mut position = *position;
        position.lead();
        position
    };
    let (all, kept) = (positions(&scored), positions(&path));
    let mut rest = all.iter();
    assert!(kept.iter().all(|kept| rest.any(|position| alone(position) == alone(kept))));
    let new_heads =
        kept.iter().filter(|position| !position.is_derived() && !all.contains(position));
    assert!(new_heads.count() > 10);
    assert!(families(&path).len() > 100);

    let count = |positions: &[PackedPosition], score: i16| {
        let middlegame = |position: &&PackedPosition| {
            position.score() == score && (20..27).contains(&position.occupied().count_ones())
        };
        positions.iter().filter(middlegame).count()
    };
    assert_eq!(count(&kept, 0), count(&all, 0));
    for (score, share) in [(700, 0.5), (-1_200, 0.3), (3_000, 0.15)] {
        let (kept, all) = (count(&kept, score), count(&all, score) as f64);
        assert!(
            (kept as f64 - share * all).abs() < 5.0 * (all * share).sqrt(),
            "{score} {kept} of {all}"
        );
    }

    let undecided = |path| positions(path).iter().filter(|position| position.score() == 0).count();
    assert!(undecided(&path) < undecided(&scored));
    assert_eq!(undecided(&thinned("by score", ThinBy::Score, 1)), undecided(&scored));

    let games = folder.path().join("positions-games");
    let output = Output::create(&folder.path().join("output")).unwrap();
    let error = thin(&[games], output, ThinBy::Score, 1, &|_| ()).unwrap_err();
    assert!(error.to_string().contains("not a file of positions"), "{error}");
}

#[test]
fn shuffling_in_chunks_keeps_every_game() {
    let folder = TempDir::new().unwrap();
    let all = bytes_of(&games(60, 24));
    let inputs = [file(&folder, "games", &all)];
    let mut orders = Vec::new();
    for (name, seed) in [("first", 1), ("again", 1), ("second", 2)] {
        let path = folder.path().join(name);
        shuffle(&inputs, Output::create(&path).unwrap(), seed, 8000, &|_| ()).unwrap();
        orders.push(fs::read(&path).unwrap());
        assert_eq!(sorted(&orders[orders.len() - 1]), sorted(&all));
    }
    assert!(orders[0] == orders[1] && orders[0] != orders[2] && orders[0] != all);
}

#[test]
fn games_and_positions_do_not_mix() {
    let folder = TempDir::new().unwrap();
    let positions = expanded(&folder, "positions", 2, 25);
    let inputs = [positions.clone(), folder.path().join("positions-games")];
    let output = || Output::create(&folder.path().join("output")).unwrap();
    let errors = [
        merge(&inputs, output(), 100, &|_| ()).unwrap_err(),
        shuffle(&inputs, output(), 1, 1 << 20, &|_| ()).unwrap_err(),
    ];
    for error in errors {
        assert!(error.to_string().contains("positions-games contains games, but "), "{error}");
    }
    let error = rescore(&positions, output(), RescoreBy::Quiescence, 1, &|_| ()).unwrap_err();
    assert!(error.to_string().contains("a file of single positions, not of games"), "{error}");
}

#[test]
fn what_is_wrong_with_a_position_is_found() {
    let pack = |fen: &str, score, derived| {
        let game = Game::from_fen(fen, false).unwrap();
        PackedPosition::pack(&to_board(game.position()), score, None, derived)
    };
    let fen = "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1";
    for (score, derived, is_orphan, expected) in [
        (0, false, false, None),
        (UNLABELLED, true, false, None),
        (-32_001, false, false, Some("score -32001 is beyond ±32000")),
        (0, true, true, Some("a derived position without a parent")),
    ] {
        let problem =
            position_problem(&pack(fen.replace("4R3", "8").as_str(), score, derived), is_orphan);
        assert_eq!(problem.map(|problem| problem.to_string()).as_deref(), expected);
    }
    let mut nonsense = pack(fen.replace("4R3", "8").as_str(), 0, false);
    bytemuck::bytes_of_mut(&mut nonsense)[0] = 0xFF;
    assert!(matches!(position_problem(&nonsense, false), Some(Problem::Position(_))));
}

#[test]
fn statistics_count_every_position_once() {
    let folder = TempDir::new().unwrap();
    let all = positions(&expanded(&folder, "positions", 20, 26));
    let mut stats = Stats::new(Filter::default(), true);
    for position in &all {
        stats.add_position(position).unwrap();
    }
    let count = all.len() as u64;
    let derived = all.iter().filter(|position| position.is_derived()).count() as u64;
    assert_eq!((stats.positions(), stats.derived, stats.unlabelled), (count, derived, derived));
    assert_eq!(stats.games(), count - derived);
    assert_eq!(stats.scores.iter().map(|bucket| bucket.results).sum::<u64>(), count - derived);
    assert_eq!(stats.phases.iter().sum::<u64>(), count);
    assert!(stats.duplicates().unwrap() < count / 10);
}
