//! Tablebases: those of `tests/syzygy`, which has all three-piece tables and KRvKR.

use std::{collections::BTreeMap, fs, path::Path};

use brudno::{
    chess::{Game, Position},
    tablebase::{SyzygyProber, Tablebase, TbSettings, folders},
};

use crate::support::{
    conversation::Engine,
    files::TempFolder,
    report::{Info, Score},
    tables::four_piece_tables,
};

const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/syzygy");
const FOUND: &str = "info string Found 6 WDL and 6 DTZ tablebase files (up to 4-man).";

/// Mate in 16.
const KRK: &str = "8/8/8/4k3/8/8/1R6/K7 w - - 0 1";
/// d5d6 and d5e6 win.
const KPK: &str = "4k3/8/8/3K4/4P3/8/8/8 w - - 0 1";
/// The king takes the pawn and wins with the rook. There is no table of these four pieces.
const KRKP: &str = "8/p7/1K6/8/8/6k1/8/1R6 w - - 0 1";
/// Mate in 28.
const KBNK: &str = "8/8/8/8/3k4/8/KNB5/8 w - - 0 1";

fn with_tables(options: &[(&str, &str)]) -> Engine {
    let mut engine = Engine::with_options(options);
    let said = engine.ask(&format!("setoption name SyzygyPath value {TABLES}"));
    assert_eq!(said, [FOUND]);
    engine
}

/// Copies tables into a temporary folder.
fn copies(tables: &[&str]) -> TempFolder {
    let folder = TempFolder::new();
    for table in tables {
        fs::copy(Path::new(TABLES).join(table), folder.file(table)).expect("it can be copied");
    }
    folder
}

fn option(folder: &TempFolder) -> String {
    format!("setoption name SyzygyPath value {}", folder.path().display())
}

fn is_mate(position: &Position) -> bool {
    position.is_check() && !position.has_legal_move()
}

/// Returns true if a line ends in mate.
fn mates(start: &str, info: &Info) -> bool {
    let mut game = Game::from_fen(start, false).expect("it is valid");
    for m in &info.pv {
        game.play_uci(m).expect("it is legal");
    }
    is_mate(game.position())
}

#[test]
fn several_folders_are_searched() {
    let copies = copies(&["KQvK.rtbw", "KQvK.rtbz", "KPvK.rtbw"]);
    let mut engine = Engine::start();
    let said = engine.ask(&option(&copies));
    assert_eq!(said, ["info string Found 2 WDL and 1 DTZ tablebase files (up to 3-man)."]);
    for separator in [":", ";"] {
        assert_eq!(engine.ask(&format!("{}{separator}{TABLES}", option(&copies))), [FOUND]);
    }
    let said = engine.ask(&format!("setoption name SyzygyPath value /nowhere:{TABLES}"));
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(said[0].starts_with("info string cannot read the folder '/nowhere'"), "{said:?}");
    engine.position(KRK, "");
    assert!(engine.search("go depth 2").last().tbhits > 0);
    assert_eq!(engine.ask("setoption name SyzygyPath value <empty>"), Vec::<String>::new());
    assert_eq!(engine.search("go depth 2").last().tbhits, 0);
}

/// Searches a position of the tables that the side to move wins (1) or loses (-1).
fn check_score(engine: &mut Engine, fen: &str, sign: i32) {
    engine.position(fen, "");
    let search = engine.search("go depth 5");
    let last = search.last();
    match last.score {
        Score::Centipawns(centipawns) => assert_eq!(centipawns, sign * 20_000, "{fen}"),
        Score::Mate(moves) => assert_eq!(moves.signum(), sign, "{fen}"),
    }
    assert_eq!(last.wdl.map(|[win, _, _]| win), Some(if sign > 0 { 1000 } else { 0 }));
    assert!(last.tbhits > 0 && mates(fen, last), "{last:?}");
}

#[test]
fn scores_are_the_tables() {
    let mut engine = with_tables(&[("UCI_ShowWDL", "true")]);
    for (fen, sign) in [
        (KRK, 1),
        (KPK, 1),
        ("8/8/8/4k3/8/8/8/KQ6 b - - 0 1", -1),
        ("8/8/8/4k3/8/8/1r6/7K b - - 0 1", 1),
        ("7r/7k/8/6K1/8/R7/8/8 w - - 0 1", 1),
    ] {
        check_score(&mut engine, fen, sign);
    }
}

#[test]
fn without_tables_none_are_asked() {
    let mut engine = Engine::start();
    engine.position(KRKP, "");
    let plain = engine.search("go depth 8");
    assert!(plain.infos.iter().all(|info| info.tbhits == 0));
    let mut engine = with_tables(&[("SyzygyProbeLimit", "0")]);
    engine.position(KRKP, "");
    assert_eq!(engine.search("go depth 8").infos, plain.infos);
}

#[test]
fn wins_behind_a_capture_are_seen_and_played_out() {
    for threads in ["1", "3"] {
        let mut engine = with_tables(&[("Threads", threads)]);
        engine.position(KRKP, "");
        let search = engine.search("go depth 6");
        let last = search.last();
        assert_eq!(last.score, Score::Centipawns(19_999));
        assert_eq!(search.best.as_deref(), Some("b6a7"));
        assert!(last.tbhits > 0 && mates(KRKP, last), "{last:?}");
    }
}

#[test]
fn the_limit_and_the_depth_are_kept() {
    // At the root the probe depth is ignored.
    for (fen, limit, depth, looks) in [
        (KRKP, "3", "1", true),
        (KRKP, "2", "1", false),
        (KRKP, "3", "100", false),
        (KRK, "3", "100", true),
        (KRK, "2", "1", false),
    ] {
        let mut engine = with_tables(&[("SyzygyProbeLimit", limit), ("SyzygyProbeDepth", depth)]);
        engine.position(fen, "");
        let hits = engine.search("go depth 4").last().tbhits;
        assert_eq!(hits > 0, looks, "{fen}, limit {limit}, depth {depth}: {hits} hits");
    }
}

#[test]
fn only_moves_that_keep_the_result_are_searched() {
    let mut engine = with_tables(&[]);
    engine.position(KPK, "");
    for nodes in [1, 100, 5000] {
        let best = engine.search(&format!("go nodes {nodes}")).best;
        assert!(["d5d6", "d5e6"].map(Some).contains(&best.as_deref()), "{best:?}");
    }
    let drawn = engine.search("go depth 6 searchmoves e4e5 d5c5");
    assert_eq!(drawn.last().score, Score::Centipawns(0));

    engine.set_option("MultiPV", "9");
    let search = engine.search("go depth 6");
    let lines = search.best_lines();
    let wins: Vec<bool> = lines
        .values()
        .map(|info| match info.score {
            Score::Centipawns(centipawns) => centipawns == 20_000,
            Score::Mate(moves) => moves > 0,
        })
        .collect();
    assert_eq!(wins[..2], [true; 2]);
    assert!(wins[2..].iter().all(|&won| !won), "{wins:?}");
    assert!(wins.len() > 5);
}

#[test]
fn the_fifty_move_rule_may_be_switched_off() {
    let mut engine = with_tables(&[]);
    engine.position("8/8/8/4k3/8/8/1R6/K7 w - - 80 90", "");
    engine.set_option("UCI_ShowWDL", "true");
    let last = engine.search("go depth 4").last().clone();
    assert_eq!(last.wdl, Some([0, 1000, 0]), "it cannot be won");
    engine.set_option("UCI_ShowWDL", "false");
    let Score::Centipawns(cursed) = last.score else {
        panic!("there is no mate");
    };
    assert!((1..50).contains(&cursed), "{cursed}");
    engine.set_option("Syzygy50MoveRule", "false");
    // The parser of the test applies the rule.
    engine.send("go depth 4");
    let lines = engine.read_until(|line| line.starts_with("bestmove"));
    assert!(lines.iter().any(|line| line.contains(" score cp 20000 ")), "{lines:?}");
}

/// Returns the final scores of the lines of a search, best first.
fn last_scores(engine: &mut Engine, fen: &str, go: &str) -> Vec<i32> {
    engine.position(fen, "");
    let search = engine.search(go);
    let last: BTreeMap<usize, &Info> =
        search.infos.iter().map(|info| (info.multipv, info)).collect();
    let value = |info: &&Info| match info.score {
        Score::Centipawns(centipawns) => centipawns,
        Score::Mate(moves) => moves.signum() * 100_000 - moves,
    };
    last.values().map(value).collect()
}

#[test]
fn scores_of_several_lines_descend() {
    let mut engine = with_tables(&[("MultiPV", "40")]);
    for clock in [0, 60, 68, 70, 80, 90, 98] {
        let fen = format!("8/8/8/4k3/8/8/1R6/K7 w - - {clock} 90");
        for nodes in [100, 1000, 5000] {
            let scores = last_scores(&mut engine, &fen, &format!("go nodes {nodes}"));
            assert!(scores.len() > 10 && scores.is_sorted_by(|a, b| a >= b), "{clock}: {scores:?}");
        }
    }
}

/// DTZ values are rounded: a win in the tables may be a draw by one ply under the fifty-move rule.
#[test]
#[ignore = "needs all tables of four men, by SYZYGY_PATH or in ../shared/syzygy"]
fn a_win_missed_by_one_ply_is_a_cursed_one() {
    let Some(folder) = four_piece_tables() else { return };
    let mut engine = Engine::with_options(&[("SyzygyPath", &folder), ("MultiPV", "2")]);
    for clock in [66, 67] {
        let fen = format!("5k2/5N2/5K2/5B2/8/8/8/8 w - - {clock} 100");
        let scores = last_scores(&mut engine, &fen, "go nodes 20000");
        assert!(50 > scores[0] && scores[0] >= scores[1] && scores[1] > 0, "{scores:?}");
    }
}

#[test]
fn the_line_is_played_out_however_short_the_search() {
    for lines in ["1", "40"] {
        let mut engine = with_tables(&[("MultiPV", lines)]);
        for go in ["go nodes 1", "go nodes 300", "go depth 1"] {
            engine.position(KRK, "");
            let search = engine.search(go);
            let last = search.infos.iter().rfind(|info| info.multipv == 1).expect("there is one");
            assert!(mates(KRK, last), "{go}: {last:?}");
        }
    }
}

/// Plays a won position to mate: the engine with few nodes, against the longest defence.
fn win(folder: &str, fen: &str) {
    let mut engine = Engine::start();
    engine.ask(&format!("setoption name SyzygyPath value {folder}"));
    let (tables, _) = Tablebase::open(&folders(folder));
    let guide = SyzygyProber::new(&tables, &TbSettings::default());
    let mut moves: Vec<String> = Vec::new();
    loop {
        engine.position(fen, &moves.join(" "));
        // With a clock, lines are not extended.
        moves.extend(engine.search("go nodes 60 wtime 1000 btime 1000").best);
        let mut game = Game::from_fen(fen, false).expect("it is valid");
        moves.iter().for_each(|m| game.play_uci(m).expect("it is legal"));
        if is_mate(game.position()) {
            break;
        }
        assert!(!game.is_threefold() && !game.position().is_fifty_move_draw(), "{moves:?}");
        let replies = game.position().legal_moves();
        let ranking = guide.rank(&game, &replies, true).expect("the tables are there");
        assert!(ranking.moves[0].score < 0, "{moves:?}");
        moves.push(game.position().to_uci(ranking.moves[0].m, false).to_string());
    }
    assert!(moves.len() < 110, "{moves:?}");
}

#[test]
fn won_endgames_are_won() {
    for fen in [KRK, "8/8/8/6k1/8/7K/1P6/8 w - - 0 1"] {
        win(TABLES, fen);
    }
}

#[test]
#[ignore = "needs all tables of four men, by SYZYGY_PATH or in ../shared/syzygy"]
fn bishop_and_knight_win() {
    let Some(folder) = four_piece_tables() else { return };
    win(&folder, KBNK);
}

/// The positions of Stockfish's own test.
#[test]
#[ignore = "needs all tables of four men, by SYZYGY_PATH or in ../shared/syzygy"]
fn scores_of_four_men_are_the_tables() {
    let Some(folder) = four_piece_tables() else { return };
    let mut engine = Engine::with_options(&[("UCI_ShowWDL", "true"), ("SyzygyPath", &folder)]);
    for (fen, sign) in [
        ("4k3/PP6/8/8/8/8/8/4K3 w - - 0 1", 1),
        ("8/1P6/2B5/8/4K3/8/6k1/8 w - - 0 1", 1),
        ("8/1P6/2B5/8/4K3/8/6k1/8 b - - 0 1", -1),
        (KBNK, 1),
    ] {
        check_score(&mut engine, fen, sign);
    }
}

#[test]
fn damaged_tables_are_told_once() {
    let copies = copies(&["KRvK.rtbw", "KRvK.rtbz", "KQvK.rtbw"]);
    let damage = |name: &str, change: &dyn Fn(&mut Vec<u8>)| {
        let path = copies.file(name);
        let mut bytes = fs::read(&path).expect("it is there");
        change(&mut bytes);
        fs::write(path, bytes).expect("it can be written");
    };
    // Wrong magic bytes, and a truncated table.
    damage("KQvK.rtbw", &|bytes| bytes[1] ^= 1);
    for name in ["KRvK.rtbw", "KRvK.rtbz"] {
        damage(name, &|bytes| bytes.truncate(16));
    }
    let mut engine = Engine::start();
    let said = engine.ask(&option(&copies));
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(
        said[0].contains("skipped tablebase files: 1") && said[0].contains("KQvK.rtbw"),
        "{said:?}"
    );
    assert!(said[1].contains("Found 1 WDL and 1 DTZ"), "{said:?}");
    for fen in [KRK, KRKP] {
        engine.position(fen, "");
        let search = engine.search("go depth 8");
        assert!(search.infos.iter().all(|info| info.tbhits == 0));
        let remarks = search.others.iter().filter(|line| line.contains("KRvK")).count();
        assert_eq!(remarks, usize::from(fen == KRK), "{:?}", search.others);
    }
}

#[test]
fn a_folder_that_vanishes_does_no_harm() {
    let copies = copies(&["KRvK.rtbw", "KRvK.rtbz"]);
    let mut engine = Engine::start();
    engine.ask(&option(&copies));
    drop(copies);
    engine.position(KRK, "");
    let search = engine.search("go depth 6");
    assert_eq!(search.others.len(), 1, "{:?}", search.others);
    engine.position(KRKP, "");
    assert_eq!(engine.search("go depth 6").others, Vec::<String>::new());
}

#[test]
fn tables_set_during_a_search_are_for_the_next() {
    let mut engine = Engine::start();
    engine.position(KRK, "");
    engine.send("go infinite");
    engine.send(&format!("setoption name SyzygyPath value {TABLES}"));
    engine.send("stop");
    assert!(engine.best_move().infos.iter().all(|info| info.tbhits == 0));
    assert!(engine.search("go depth 3").last().tbhits > 0);
}
