//! Positions whose values were taken from python-chess's reading of the same tables.

use std::{fs, path::Path, time::Instant};

use shakmaty::Move;
use tempfile::TempDir;

use crate::{
    chess::{
        Game,
        score::{DRAW, Score, TB_WIN},
    },
    tablebase::*,
};

fn game(fen: &str, moves: &[&str]) -> Game {
    let mut game = Game::from_fen(fen, false).unwrap();
    for m in moves {
        game.play_uci(m).unwrap();
    }
    game
}

fn prober(tables: &Tablebase) -> SyzygyProber<'_> {
    SyzygyProber::new(tables, &TbSettings::default())
}

fn rank(prober: &SyzygyProber<'_>, game: &Game) -> Ranking {
    prober.rank(game, &game.position().legal_moves(), false).unwrap()
}

fn names(moves: &[RankedMove]) -> Vec<String> {
    moves
        .iter()
        .map(|ranked| ranked.m.to_uci(shakmaty::CastlingMode::Standard).to_string())
        .collect()
}

/// Copies tables, `KQvK.rtbw` for example, into a new folder.
fn copies(files: &[&str]) -> TempDir {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/syzygy");
    let folder = TempDir::new().unwrap();
    for file in files {
        fs::copy(from.join(file), folder.path().join(file)).unwrap();
    }
    folder
}

fn open(folder: &TempDir) -> (Tablebase, Vec<FolderError>) {
    Tablebase::open(&[folder.path().to_owned()])
}

#[test]
fn folders_are_told_apart() {
    for (text, expected) in [
        ("", &[][..]),
        ("/a b/c", &["/a b/c"]),
        ("/a:/b", &["/a", "/b"]),
        ("\"/a b:/c\"", &["/a b", "/c"]),
        ("\"/a b\";\"/c\"", &["/a b", "/c"]),
        ("/a;/b:c", &["/a", "/b", "c"]),
        (" /a ; ;/b: ", &["/a", "/b"]),
        (r"C:\tb;d:/more tb", &[r"C:\tb", "d:/more tb"]),
        (r"C:\tb:D:\more", &[r"C:\tb", r"D:\more"]),
        ("C:tb", &["C", "tb"]),
        ("é:/b", &["é", "/b"]),
    ] {
        let expected: Vec<_> = expected.iter().map(std::path::PathBuf::from).collect();
        assert_eq!(folders(text), expected, "{text}");
    }
}

#[test]
fn known_positions() {
    let tables = Tablebase::for_tests();
    assert_eq!(tables.largest(), 4);
    for (fen, wdl, dtz) in [
        ("8/8/8/4k3/8/8/8/KQ6 w - - 0 1", Wdl::Win, 17),
        ("8/8/8/4k3/8/8/8/KQ6 b - - 0 1", Wdl::Loss, -18),
        ("8/8/8/4k3/8/8/1R6/K7 w - - 0 1", Wdl::Win, 31),
        ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", Wdl::Win, 3),
        ("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", Wdl::Loss, -4),
        ("8/8/4k3/8/4K3/4P3/8/8 b - - 0 1", Wdl::Loss, -8),
        ("8/8/4k3/8/4K3/4P3/8/8 w - - 0 1", Wdl::Draw, 0),
        ("8/8/8/4k3/8/8/8/KN6 w - - 0 1", Wdl::Draw, 0),
        ("8/8/8/4k3/8/8/1r6/7K b - - 0 1", Wdl::Win, 7),
        ("8/8/8/4k3/8/8/1r6/7K w - - 0 1", Wdl::Loss, -10),
        ("7r/7k/8/6K1/8/R7/8/8 w - - 0 1", Wdl::Win, 7),
        ("8/8/8/k7/r7/8/8/K6R w - - 0 1", Wdl::Draw, 0),
        // Stalemate, mate, and a win by nothing but taking en passant.
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Wdl::Draw, 0),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Wdl::Loss, -1),
        ("4k3/8/8/8/4pP2/8/8/1K6 b - f3 0 1", Wdl::Win, 1),
    ] {
        let game = game(fen, &[]);
        assert_eq!(tables.wdl(game.position()), Some(wdl), "{fen}");
        // The tables hold moves, not plies: two readers may differ by one.
        let found = tables.dtz(game.position()).unwrap();
        assert!((found - dtz).abs() <= 1 && found.signum() == dtz.signum(), "{fen}: {found}");
        assert_eq!(tables.dtz(game.position()), Some(found), "{fen}, remembered");
    }
    for fen in [
        "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
        "4k3/8/8/8/8/8/PP6/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/PPP5/4K3 w - - 0 1",
    ] {
        assert_eq!(tables.wdl(game(fen, &[]).position()), None, "{fen}");
    }
    assert_eq!(tables.take_failure(), None);
}

#[test]
fn moves_are_ranked_by_their_result() {
    let tables = Tablebase::for_tests();
    let prober = prober(&tables);
    let ranking = rank(&prober, &game("4k3/8/8/3K4/4P3/8/8/8 w - - 0 1", &[]));
    assert!(ranking.makes_progress);
    assert_eq!(names(&ranking.moves)[..2], ["d5d6", "d5e6"]);
    let scores: Vec<Score> = ranking.moves.iter().map(|ranked| ranked.score).collect();
    assert_eq!(scores[..3], [TB_WIN, TB_WIN, DRAW]);
    assert_eq!(ranking.moves[0].rank, ranking.moves[1].rank);
    assert!(ranking.moves[2..].iter().all(|ranked| ranked.rank == 0 && ranked.score == DRAW));

    let lost = rank(&prober, &game("8/8/8/4k3/8/8/8/KQ6 b - - 0 1", &[]));
    assert!(lost.moves.iter().all(|ranked| ranked.score == -TB_WIN));
    let stalemate = rank(&prober, &game("8/8/8/8/8/2k5/1r6/K7 w - - 0 1", &[]));
    assert_eq!(stalemate.moves, []);
    // Too many men, and castling.
    for fen in ["4k3/8/8/8/8/8/PPP5/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"] {
        let game = game(fen, &[]);
        assert_eq!(prober.rank(&game, &game.position().legal_moves(), false), None, "{fen}");
    }
    let pawn = game("4k3/8/8/3K4/4P3/8/8/8 w - - 0 1", &[]);
    for limit in 2..4 {
        let settings = TbSettings { limit, ..TbSettings::default() };
        assert_eq!(SyzygyProber::new(&tables, &settings).covers(pawn.position()), limit >= 3);
    }
}

#[test]
fn the_nearest_mate_comes_first_where_asked() {
    let tables = Tablebase::for_tests();
    let prober = prober(&tables);
    let game = game("7k/8/6K1/8/8/8/8/1Q6 w - - 0 1", &[]);
    let moves = game.position().legal_moves();
    let shortest = prober.rank(&game, &moves, true).unwrap();
    assert_eq!(names(&shortest.moves)[0], "b1b8");
    assert!(shortest.moves[0].rank > shortest.moves[1].rank);
    let any = prober.rank(&game, &moves, false).unwrap();
    assert_eq!(any.moves[0].rank, any.moves[5].rank);
}

#[test]
fn the_clock_makes_wins_uncertain_and_then_draws() {
    let tables = Tablebase::for_tests();
    let ranked = |side: char, clock: u32, fifty_moves: bool| {
        let settings = TbSettings { fifty_moves, ..TbSettings::default() };
        let fen = format!("8/8/8/4k3/8/8/1R6/K7 {side} - - {clock} 90");
        rank(&SyzygyProber::new(&tables, &settings), &game(&fen, &[])).moves
    };
    // 31 plies are needed.
    let certain = ranked('w', 10, true);
    assert!(certain.iter().all(|ranked| ranked.rank == certain[0].rank), "{certain:?}");
    let strict = ranked('w', 67, true);
    assert_eq!(strict[0].score, TB_WIN);
    assert!(strict.last().unwrap().rank < strict[0].rank, "{strict:?}");
    let cursed = ranked('w', 80, true);
    assert!(cursed[0].rank > 0 && (1..105).contains(&cursed[0].score), "{:?}", cursed[0]);
    assert!(ranked('w', 90, true)[0].score < cursed[0].score);
    assert_eq!(ranked('w', 80, false)[0].score, TB_WIN);
    // And the same for the losing side.
    assert!((-105..0).contains(&ranked('b', 80, true)[0].score));
    assert_eq!(ranked('b', 80, false)[0].score, -TB_WIN);
    assert_eq!(ranked('b', 0, true)[0].score, -TB_WIN);
}

#[test]
fn a_repetition_asks_for_progress() {
    let tables = Tablebase::for_tests();
    let fen = "8/8/8/4k3/8/8/1R6/K7 w - - 0 1";
    let shuffle = ["b2b1", "e5e4", "b1b2", "e4e5"];
    let ranks = |moves: &[&str]| rank(&prober(&tables), &game(fen, moves)).moves;
    let fresh = ranks(&[]);
    assert_eq!(fresh[0].rank, fresh[5].rank);
    let repeated = ranks(&shuffle);
    assert_eq!(repeated[0].score, TB_WIN);
    let alike = repeated.iter().filter(|ranked| ranked.rank == repeated[0].rank).count();
    assert!(alike < fresh.iter().filter(|ranked| ranked.rank == fresh[0].rank).count());
    // The move that repeats for the third time draws.
    let twice = ranks(&[shuffle, shuffle].concat()[..7]);
    let drawing = twice.iter().find(|ranked| names(&[**ranked]) == ["e4e5"]).unwrap();
    assert_eq!((drawing.rank, drawing.score), (0, DRAW));
    assert_eq!(twice[0].m, drawing.m, "the losing side takes the draw");
}

#[test]
fn wdl_tables_alone_rank_too() {
    let folder = copies(&["KRvK.rtbw"]);
    let (tables, problems) = open(&folder);
    assert!(problems.is_empty(), "{problems:?}");
    assert_eq!(tables.largest(), 3);
    assert_eq!(tables.summary(), "Found 1 WDL and 0 DTZ tablebase files (up to 3-man).");
    let ranking = rank(&prober(&tables), &game("8/8/8/8/8/8/1k6/R6K w - - 0 1", &[]));
    assert!(!ranking.makes_progress);
    assert_eq!(ranking.moves[0].score, TB_WIN);
    // The rook can be taken on some squares; what remains is not known to be a draw.
    assert_eq!(ranking.moves.last().unwrap().score, DRAW);
    assert_eq!(tables.take_failure(), None, "a missing table is none");
}

#[test]
fn lines_are_played_to_the_mate() {
    let tables = Tablebase::for_tests();
    for (fen, moves) in [
        ("8/8/8/4k3/8/8/1R6/K7 w - - 0 1", &["a1a2"][..]),
        ("8/8/8/4k3/8/8/8/KQ6 b - - 0 1", &["e5d5", "b1b2"]),
        ("8/8/8/4k3/8/8/1r6/7K b - - 0 1", &["e5e4", "h1g1"]),
        ("7r/7k/8/6K1/8/R7/8/8 w - - 0 1", &["a3a7"]),
        ("4k3/8/8/3K4/4P3/8/8/8 w - - 0 1", &["d5e6"]),
        ("8/8/8/8/8/1k6/8/1R2K3 b - - 0 1", &["b3c2", "b1b8"]),
        // The third move throws the win away.
        ("4k3/8/8/3K4/4P3/8/8/8 w - - 0 1", &["d5d6", "e8d8", "d6e5"]),
    ] {
        let start = game(fen, &[]);
        let mut end = start.clone();
        let mut line: Vec<Move> = Vec::new();
        for text in moves {
            let m = end.position().parse_uci(text).unwrap();
            line.push(m);
            end.play(m);
        }
        let first = line[0];
        assert_eq!(prober(&tables).extend(&start, &mut line), Extension::Open);
        assert_eq!(line[0], first);
        let mut end = start.clone();
        for &m in &line {
            assert!(end.position().legal_moves().contains(&m), "{fen}");
            end.play(m);
        }
        assert!(end.position().is_check() && !end.position().has_legal_move(), "{fen}: {line:?}");
        assert!(end.position().halfmoves() < 100);
    }
}

#[test]
fn a_line_is_left_when_the_time_is_up() {
    let tables = Tablebase::for_tests();
    let mut prober = prober(&tables);
    prober.set_deadline(Some(Instant::now()));
    let game = game("8/8/8/4k3/8/8/1R6/K7 w - - 0 1", &[]);
    let mut after = game.clone();
    after.play_uci("b2b3").unwrap();
    let reply = after.position().parse_uci("e5d4").unwrap();
    let whole = vec![game.position().parse_uci("b2b3").unwrap(), reply];
    let mut line = whole.clone();
    assert_eq!(prober.extend(&game, &mut line), Extension::Open);
    assert_eq!(line, whole);
}

#[test]
fn a_line_that_the_clock_forestalls_is_drawn() {
    let tables = Tablebase::for_tests();
    let game = game("8/8/8/4k3/8/8/1R6/K7 w - - 80 90", &[]);
    let mut line = vec![game.position().parse_uci("a1a2").unwrap()];
    assert_eq!(prober(&tables).extend(&game, &mut line), Extension::Drawn);
    assert_eq!(line.len(), 20);
    let settings = TbSettings { fifty_moves: false, ..TbSettings::default() };
    line.truncate(1);
    assert_eq!(SyzygyProber::new(&tables, &settings).extend(&game, &mut line), Extension::Open);
    assert!(line.len() > 25);
}

#[test]
fn folders_that_cannot_be_read_are_told() {
    let (tables, problems) = Tablebase::open(&folders("/nowhere/at all;/neither"));
    assert_eq!(problems.len(), 2);
    assert!(problems[0].to_string().contains("/nowhere/at all"), "{problems:?}");
    assert_eq!(tables.largest(), 0);
    assert_eq!(tables.wdl(game("8/8/8/4k3/8/8/8/KQ6 w - - 0 1", &[]).position()), None);
}

#[test]
fn damaged_files_are_left_out_or_told_when_used() {
    let folder = copies(&["KQvK.rtbw", "KRvK.rtbw", "KPvK.rtbw", "KRvK.rtbz"]);
    let damage = |name: &str, change: &dyn Fn(&mut Vec<u8>)| {
        let path = folder.path().join(name);
        let mut bytes = fs::read(&path).unwrap();
        change(&mut bytes);
        fs::write(path, bytes).unwrap();
    };
    damage("KQvK.rtbw", &|bytes| bytes[0] ^= 1);
    damage("KRvK.rtbw", &|bytes| bytes.truncate(bytes.len() - 1));
    // A size that a table may have, and the right first bytes.
    damage("KPvK.rtbw", &|bytes| bytes.truncate(16));
    fs::write(folder.path().join("notes.rtbw"), "no table").unwrap();
    fs::write(folder.path().join("notes.txt"), "no table").unwrap();
    let (tables, problems) = open(&folder);
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(problems[0].to_string().contains("skipped tablebase files: 3"), "{problems:?}");
    assert_eq!(tables.summary(), "Found 1 WDL and 1 DTZ tablebase files (up to 3-man).");
    for _ in 0..3 {
        assert_eq!(tables.wdl(game("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", &[]).position()), None);
    }
    let failure = tables.take_failure().expect("it is told");
    assert!(failure.contains("KPvK"), "{failure}");
    assert_eq!(tables.take_failure(), None, "once");
}

#[test]
fn a_folder_may_vanish_while_in_use() {
    let folder = copies(&["KQvK.rtbw", "KRvK.rtbw"]);
    let (tables, _) = open(&folder);
    drop(folder);
    assert_eq!(tables.wdl(game("8/8/8/4k3/8/8/8/KQ6 w - - 0 1", &[]).position()), None);
    assert!(tables.take_failure().is_some());
}

#[test]
fn a_panic_of_the_reader_is_told() {
    let tables = Tablebase::default();
    assert_eq!(tables.guarded(|| -> Result<(), SyzygyError> { panic!("a reader's bug") }), None);
    assert!(tables.take_failure().expect("it is told").contains("damaged"));
}

/// Bytes at random places: an answer may be wrong, but there is one or none.
#[test]
fn garbled_files_never_crash() {
    let names = ["KRvK.rtbw", "KRvK.rtbz", "KPvK.rtbw", "KPvK.rtbz", "KQvK.rtbw"];
    let positions: Vec<Game> = [
        "8/8/8/4k3/8/8/1R6/K7 w - - 0 1",
        "8/8/8/4k3/8/8/1R6/K7 b - - 0 1",
        "8/8/4k3/8/4K3/4P3/8/8 b - - 0 1",
        "4k3/8/8/3K4/4P3/8/8/8 w - - 0 1",
    ]
    .map(|fen| game(fen, &[]))
    .into();
    // A fixed sequence (Marsaglia's xorshift).
    let mut state = 88_172_645_463_325_252_u64;
    let mut random = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state as usize
    };
    let mut told = 0;
    for _ in 0..150 {
        let folder = copies(&names);
        for name in names {
            let path = folder.path().join(name);
            let mut bytes = fs::read(&path).unwrap();
            // Headers, where most can go wrong, are at the beginning.
            let range = if random() % 2 == 0 { 200.min(bytes.len()) } else { bytes.len() };
            for _ in 0..=random() % 8 {
                bytes[4 + random() % (range - 4)] = random() as u8;
            }
            fs::write(path, bytes).unwrap();
        }
        let (tables, _) = open(&folder);
        for game in &positions {
            let _ = tables.dtz(game.position());
            let _ = prober(&tables).rank(game, &game.position().legal_moves(), true);
        }
        told += usize::from(tables.take_failure().is_some());
    }
    assert!(told > 100, "the bytes hit what matters {told} times");
}
