//! Opening books.

use std::time::Duration;

use brudno::notation::polyglot;
use shakmaty::uci::UciMove;

use crate::support::{conversation::Engine, files::TempFolder};

const CASTLING: &str = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";

/// Returns book entries with weights for the position on the engine's board.
fn entries(engine: &Engine, moves: &[(&str, u16)]) -> Vec<u8> {
    let key = polyglot::key(engine.game.position());
    let mut bytes = Vec::new();
    for (text, weight) in moves {
        let Ok(UciMove::Normal { from, to, .. }) = text.parse() else { panic!("{text}") };
        bytes.extend(key.to_be_bytes());
        bytes.extend((to as u16 | (from as u16) << 6).to_be_bytes());
        bytes.extend(weight.to_be_bytes());
        bytes.extend([0; 4]);
    }
    bytes
}

/// Returns an engine with a book of moves in the start position.
fn with_book(folder: &TempFolder, moves: &[(&str, u16)]) -> Engine {
    let mut engine = Engine::with_options(&[("OwnBook", "true")]);
    let path = folder.write("book.bin", entries(&engine, moves));
    engine.set_option("Book File", &path);
    let said = engine.sync();
    assert_eq!(said, [format!("info string opening book '{path}', {} moves", moves.len())]);
    engine
}

#[test]
fn a_move_of_the_book_is_played_at_once() {
    let folder = TempFolder::new();
    let mut engine = with_book(&folder, &[("a2a4", 1)]);
    for go in [
        "go wtime 100000 btime 100000",
        "go movetime 100000",
        "go depth 200",
        "go nodes 1000000000000",
    ] {
        let search = engine.search(go);
        assert_eq!(search.best.as_deref(), Some("a2a4"), "{go}");
        assert_eq!(search.others, ["info string book move a2a4"], "{go}");
        assert!(search.infos.is_empty() && search.ponder.is_none(), "{go}");
    }
    engine.position("startpos", "a2a4");
    assert!(!engine.search("go depth 4").infos.is_empty(), "the book does not know the position");
}

#[test]
fn the_book_is_not_asked_where_something_is_looked_for() {
    let folder = TempFolder::new();
    let mut engine = with_book(&folder, &[("a2a4", 1)]);
    for go in ["go searchmoves h2h3 e2e4 depth 4", "go mate 3 depth 4"] {
        assert!(!engine.search(go).infos.is_empty(), "{go}");
    }
    for go in ["go", "go infinite", "go infinite depth 3", "go ponder wtime 1000 btime 1000"] {
        engine.send(go);
        engine.stop_after_a_while();
    }
    for (name, off, on) in [("UCI_AnalyseMode", "true", "false"), ("OwnBook", "false", "true")] {
        engine.set_option(name, off);
        assert!(!engine.search("go depth 4").infos.is_empty(), "{name}");
        engine.set_option(name, on);
        assert!(engine.search("go depth 4").infos.is_empty(), "{name}");
    }
    assert_eq!(engine.ask("setoption name Book File value <empty>").len(), 1);
    assert!(!engine.search("go depth 4").infos.is_empty(), "no book is in use any more");
}

#[test]
fn a_book_move_waits_for_its_turn() {
    let folder = TempFolder::new();
    let mut engine = with_book(&folder, &[("a2a4", 1)]);
    engine.send("go infinite");
    engine.send("go depth 5");
    engine.expect_no_best_move(Duration::from_millis(100));
    engine.send("stop");
    engine.best_move();
    assert_eq!(engine.best_move().best.as_deref(), Some("a2a4"));
}

#[test]
fn weights_decide() {
    let folder = TempFolder::new();
    let mut engine = with_book(&folder, &[("a2a4", 3), ("b2b4", 4), ("c2c4", 0), ("d2d5", 900)]);
    let mut played: Vec<String> =
        (0..100).filter_map(|_| engine.search("go movetime 1000").best).collect();
    played.sort();
    played.dedup();
    assert_eq!(played, ["a2a4", "b2b4"]);
    engine.set_option("Best Book Move", "true");
    for _ in 0..20 {
        assert_eq!(engine.search("go movetime 1000").best.as_deref(), Some("b2b4"));
    }
}

#[test]
fn castling_is_written_as_the_gui_reads_it() {
    let folder = TempFolder::new();
    for (chess960, best) in [("false", "e1g1"), ("true", "e1h1")] {
        let mut engine = Engine::with_options(&[("UCI_Chess960", chess960), ("OwnBook", "true")]);
        engine.position(CASTLING, "");
        let path = folder.write("castling.bin", entries(&engine, &[("e1h1", 1)]));
        engine.set_option("Book File", &path);
        assert_eq!(engine.search("go depth 3").best.as_deref(), Some(best));
    }
}

#[test]
fn wrong_files_are_refused_and_the_old_book_stays() {
    let folder = TempFolder::new();
    let mut engine = with_book(&folder, &[("a2a4", 1)]);
    let whole = entries(&engine, &[("e2e4", 1), ("d2d4", 1)]);
    let mut unsorted = whole.clone();
    unsorted[16..24].fill(0);
    for (name, bytes, reason) in [
        ("empty.bin", &[][..], "empty"),
        ("cut.bin", &whole[..31], "31 bytes"),
        ("unsorted.bin", &unsorted, "entry 2 is out of order"),
    ] {
        let path = folder.write(name, bytes);
        let said = engine.ask(&format!("setoption name Book File value {path}"));
        assert_eq!(said.len(), 1, "{said:?}");
        assert!(said[0].starts_with("info string ") && said[0].contains(reason), "{said:?}");
        assert_eq!(engine.search("go depth 3").best.as_deref(), Some("a2a4"));
    }
    for path in [folder.path().to_str().expect("text"), "no such book.bin"] {
        let said = engine.ask(&format!("setoption name Book File value {path}"));
        assert_eq!(said.len(), 1, "{said:?}");
        assert!(said[0].contains("cannot use the book"), "{said:?}");
    }
    assert_eq!(engine.search("go depth 3").best.as_deref(), Some("a2a4"));
}
