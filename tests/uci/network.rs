//! Networks read from files and written to files while the engine runs.

use std::path::Path;

use brudno::eval::nnue::{NamedNetwork, Network, embedded};

use crate::support::{
    conversation::Engine,
    files::{TempFile, TempFolder},
    report::Score,
    test_positions::KIWIPETE,
};

/// The file of a network that evaluates every position as 0.
fn even_network(name: &str) -> TempFile {
    let network = NamedNetwork {
        network: Network::zeroed(),
        name: "even".to_owned(),
        note: "All is zero.".to_owned(),
    };
    TempFile::new(name, network.encode().expect("nothing is out of range"))
}

fn remark(said: &[String], part: &str) {
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].starts_with("info string ") && said[0].contains(part), "{said:?}");
}

#[test]
fn the_network_is_written_and_read_again() {
    let folder = TempFolder::new();
    let file = folder.name("exported.nnue");
    let mut engine = Engine::start();
    engine.position(KIWIPETE, "");
    let before = (engine.ask("eval"), engine.search("go depth 6").infos);
    remark(&engine.ask(&format!("export_net {file}")), &embedded().name);
    let read = NamedNetwork::read(Path::new(&file)).expect("it was written whole");
    assert!(*read.network == *embedded().network);
    remark(&engine.ask(&format!("setoption name EvalFile value {file}")), "evaluation");
    assert_eq!((engine.ask("eval"), engine.search("go depth 6").infos), before);
}

#[test]
fn another_network_takes_over_and_goes_again() {
    let file = even_network("even.nnue");
    for threads in ["1", "3"] {
        let mut engine = Engine::with_options(&[("Threads", threads)]);
        // White has three queens for three pawns.
        engine.position("4k3/p4p1p/8/8/8/8/8/QQQ1K3 w - - 0 1", "");
        let before = engine.ask("eval");
        let queens = |engine: &mut Engine| engine.search("go depth 1").last().score;
        assert_ne!(queens(&mut engine), Score::Centipawns(0));
        engine.ask(&format!("setoption name EvalFile value {}", file.path()));
        assert_eq!(queens(&mut engine), Score::Centipawns(0), "nothing of before is remembered");
        assert!(engine.ask("eval").iter().any(|line| line == "Network even"));
        engine.send("bench 16 1 1 current eval");
        let lines = engine.read_until(|line| line.ends_with(" nps"));
        assert!(lines[0].contains(" +0 cp "), "{lines:?}");
        engine.ask("setoption name EvalFile value <embedded>");
        assert_ne!(queens(&mut engine), Score::Centipawns(0));
        assert_eq!(engine.ask("eval"), before);
    }
}

#[test]
fn a_network_set_during_a_search_is_for_the_next() {
    let file = even_network("later.nnue");
    let mut engine = Engine::start();
    engine.position("4k3/p4p1p/8/8/8/8/8/QQQ1K3 w - - 0 1", "");
    engine.send("go infinite");
    engine.send(&format!("setoption name EvalFile value {}", file.path()));
    engine.send("stop");
    engine.best_move();
    engine.send("ucinewgame");
    assert_eq!(engine.search("go depth 1").last().score, Score::Centipawns(0));
}

#[test]
fn wrong_files_are_refused_and_the_old_network_stays() {
    let mut engine = Engine::start();
    let before = engine.ask("eval");
    let whole = embedded().encode().expect("it can be written");
    let mut damaged = whole.clone();
    damaged[whole.len() / 2] ^= 1;
    let mut wider = whole.clone();
    wider[12..16].copy_from_slice(&4096_u32.to_le_bytes());
    for (name, bytes, reason) in [
        ("empty", &[][..], "not a Brudno network"),
        ("text", b"hello", "not a Brudno network"),
        ("short", &whole[..whole.len() - 1], "length"),
        ("long", &[&whole[..], b"x"].concat(), "length"),
        ("damaged", &damaged, "checksum"),
        ("wider", &wider, "made for 4096 neurons of L1"),
    ] {
        let file = TempFile::new(name, bytes);
        let said = engine.ask(&format!("setoption name EvalFile value {}", file.path()));
        remark(&said, reason);
    }
    let folder = TempFolder::new();
    remark(
        &engine.ask(&format!("setoption name EvalFile value {}", folder.path().display())),
        "cannot",
    );
    assert_eq!(engine.ask("eval"), before);
    engine.search("go depth 3");
}
