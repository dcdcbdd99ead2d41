//! Endgame tables in use. These tests need the tables of three and four men in `../shared/syzygy`,
//! and say so where they are left out.

use std::{
    fs,
    path::{Path, PathBuf},
};

use brudno::{
    position::{Game, Position},
    tablebase::{Guide, Tablebase, TbSettings, folders},
};

use crate::engine::Engine;
use crate::report::{Info, Score};

const KRK: &str = "8/8/8/4k3/8/8/1R6/K7 w - - 0 1";
const KBNK: &str = "8/8/8/8/3k4/8/KNB5/8 w - - 0 1";
/// The king takes the pawn and wins with bishop and knight.
const FIVE_MEN: &str = "8/p7/1K6/8/8/6k1/8/1B1N4 w - - 0 1";
/// d5d6 and d5e6 win.
const KPK: &str = "4k3/8/8/3K4/4P3/8/8/8 w - - 0 1";

fn syzygy() -> Option<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/syzygy");
    if Path::new(folder).is_dir() {
        return Some(folder.to_owned());
    }
    eprintln!("left out, for want of tables in {folder}");
    None
}

fn with_tables(options: &[(&str, &str)]) -> Option<Engine> {
    let mut engine = Engine::with_options(options);
    let said = engine.ask(&format!("setoption name SyzygyPath value {}", syzygy()?));
    assert_eq!(said, ["info string Found 35 WDL and 35 DTZ tablebase files (up to 4-man)."]);
    Some(engine)
}

/// Tables copied into a folder that is removed again.
struct Copies(PathBuf);

impl Copies {
    fn new(name: &str, tables: &[&str]) -> Option<Copies> {
        let from = syzygy()?;
        let folder = std::env::temp_dir().join(format!("brudno {} {name}", std::process::id()));
        fs::create_dir_all(&folder).expect("the folder can be made");
        for table in tables {
            fs::copy(Path::new(&from).join(table), folder.join(table)).expect("it can be copied");
        }
        Some(Copies(folder))
    }

    fn option(&self) -> String {
        format!("setoption name SyzygyPath value {}", self.0.display())
    }
}

impl Drop for Copies {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

fn is_mate(position: &Position) -> bool {
    position.is_check() && !position.has_legal_move()
}

/// Whether a line ends in mate.
fn mates(start: &str, info: &Info) -> bool {
    let mut game = Game::from_fen(start, false).expect("it is valid");
    for m in &info.pv {
        game.play_uci(m).expect("it is legal");
    }
    is_mate(game.position())
}

#[test]
fn several_folders_are_searched() {
    let Some(tables) = syzygy() else { return };
    let Some(copies) = Copies::new("two", &["KQvK.rtbw", "KQvK.rtbz", "KPvK.rtbw"]) else { return };
    let mut engine = Engine::start();
    let said = engine.ask(&copies.option());
    assert_eq!(said, ["info string Found 2 WDL and 1 DTZ tablebase files (up to 3-man)."]);
    for separator in [":", ";"] {
        let said = engine.ask(&format!("{}{separator}{tables}", copies.option()));
        assert_eq!(said, ["info string Found 35 WDL and 35 DTZ tablebase files (up to 4-man)."]);
    }
    let said = engine.ask(&format!("setoption name SyzygyPath value /nowhere:{tables}"));
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(said[0].starts_with("info string cannot read the folder '/nowhere'"), "{said:?}");
    engine.position(KBNK, "");
    assert!(engine.search("go depth 2").last().tbhits > 0);
    assert_eq!(engine.ask("setoption name SyzygyPath value <empty>"), Vec::<String>::new());
    assert_eq!(engine.search("go depth 2").last().tbhits, 0);
}

/// The positions of Stockfish's own test.
#[test]
fn scores_are_the_tables() {
    let Some(mut engine) = with_tables(&[("UCI_ShowWDL", "true")]) else { return };
    for (fen, sign) in [
        ("4k3/PP6/8/8/8/8/8/4K3 w - - 0 1", 1),
        ("8/1P6/2B5/8/4K3/8/6k1/8 w - - 0 1", 1),
        ("8/1P6/2B5/8/4K3/8/6k1/8 b - - 0 1", -1),
    ] {
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
}

#[test]
fn without_tables_none_are_asked() {
    let mut engine = Engine::start();
    engine.position(FIVE_MEN, "");
    let plain = engine.search("go depth 8");
    assert!(plain.infos.iter().all(|info| info.tbhits == 0));
    let Some(mut engine) = with_tables(&[("SyzygyProbeLimit", "0")]) else { return };
    engine.position(FIVE_MEN, "");
    assert_eq!(engine.search("go depth 8").infos, plain.infos);
}

#[test]
fn wins_behind_a_capture_are_seen_and_played_out() {
    for threads in ["1", "3"] {
        let Some(mut engine) = with_tables(&[("Threads", threads)]) else { return };
        engine.position(FIVE_MEN, "");
        let search = engine.search("go depth 6");
        let last = search.last();
        assert_eq!(last.score, Score::Centipawns(19_999));
        assert_eq!(search.best.as_deref(), Some("b6a7"));
        assert!(last.tbhits > 0 && mates(FIVE_MEN, last), "{last:?}");
    }
}

#[test]
fn the_limit_and_the_depth_are_kept() {
    for (name, value) in [("SyzygyProbeLimit", "3"), ("SyzygyProbeDepth", "100")] {
        let Some(mut engine) = with_tables(&[("SyzygyProbeLimit", "4"), (name, value)]) else {
            return;
        };
        engine.position(FIVE_MEN, "");
        let hits = engine.search("go depth 4").last().tbhits;
        assert_eq!(hits, 0, "{name}");
    }
}

#[test]
fn only_moves_that_keep_the_result_are_searched() {
    let Some(mut engine) = with_tables(&[]) else { return };
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
    let Some(mut engine) = with_tables(&[]) else { return };
    engine.position("8/8/8/8/3k4/8/KNB5/8 w - - 70 90", "");
    let Score::Centipawns(cursed) = engine.search("go depth 4").last().score else {
        panic!("there is no mate");
    };
    assert!((1..=50).contains(&cursed), "{cursed}");
    engine.set_option("Syzygy50MoveRule", "false");
    // The test's own referee knows the rule.
    engine.send("go depth 4");
    let lines = engine.read_until(|line| line.starts_with("bestmove"));
    assert!(lines.iter().any(|line| line.contains(" score cp 20000 ")), "{lines:?}");
}

/// The engine looks at few nodes, the other side plays as long as it can.
#[test]
fn won_endgames_are_won() {
    let Some(mut engine) = with_tables(&[]) else { return };
    let (tables, _) = Tablebase::open(&folders(&syzygy().expect("they were there")));
    let guide = Guide::new(&tables, &TbSettings::default());
    for fen in [KRK, KBNK] {
        let mut moves: Vec<String> = Vec::new();
        loop {
            engine.position(fen, &moves.join(" "));
            // A clock keeps lines short.
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
}

#[test]
fn damaged_tables_are_told_once() {
    let Some(copies) = Copies::new("damaged", &["KBNvK.rtbw", "KBNvK.rtbz", "KRvK.rtbw"]) else {
        return;
    };
    let damage = |name: &str, change: &dyn Fn(&mut Vec<u8>)| {
        let path = copies.0.join(name);
        let mut bytes = fs::read(&path).expect("it is there");
        change(&mut bytes);
        fs::write(path, bytes).expect("it can be written");
    };
    // No table's first bytes, and a table whose end is missing.
    damage("KRvK.rtbw", &|bytes| bytes[1] ^= 1);
    for name in ["KBNvK.rtbw", "KBNvK.rtbz"] {
        damage(name, &|bytes| bytes.truncate(16));
    }
    let mut engine = Engine::start();
    let said = engine.ask(&copies.option());
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(said[0].contains("left out: 1") && said[0].contains("KRvK.rtbw"), "{said:?}");
    assert!(said[1].contains("Found 1 WDL and 1 DTZ"), "{said:?}");
    for fen in [KBNK, FIVE_MEN] {
        engine.position(fen, "");
        let search = engine.search("go depth 8");
        assert!(search.infos.iter().all(|info| info.tbhits == 0));
        let remarks = search.others.iter().filter(|line| line.contains("KBNvK")).count();
        assert_eq!(remarks, usize::from(fen == KBNK), "{:?}", search.others);
    }
}

#[test]
fn a_folder_that_vanishes_does_no_harm() {
    let Some(copies) = Copies::new("vanishing", &["KBNvK.rtbw", "KBNvK.rtbz"]) else { return };
    let mut engine = Engine::start();
    engine.ask(&copies.option());
    drop(copies);
    engine.position(KBNK, "");
    let search = engine.search("go depth 6");
    assert_eq!(search.others.len(), 1, "{:?}", search.others);
    engine.position(FIVE_MEN, "");
    assert_eq!(engine.search("go depth 6").others, Vec::<String>::new());
}

#[test]
fn tables_set_during_a_search_are_for_the_next() {
    let Some(tables) = syzygy() else { return };
    let mut engine = Engine::start();
    engine.position(KBNK, "");
    engine.send("go infinite");
    engine.send(&format!("setoption name SyzygyPath value {tables}"));
    engine.send("stop");
    assert!(engine.best_move().infos.iter().all(|info| info.tbhits == 0));
    assert!(engine.search("go depth 3").last().tbhits > 0);
}
