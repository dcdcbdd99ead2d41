//! Conversations with several threads.

use std::time::Duration;

use crate::support::{conversation::Engine, report::Score, test_positions::KIWIPETE};

fn four_threads() -> Engine {
    Engine::with_options(&[("Threads", "4")])
}

#[test]
fn limits_end_the_search_of_all_threads() {
    let mut engine = four_threads();
    for go in [
        "go depth 1",
        "go depth 8",
        "go depth 0",
        "go nodes 1",
        "go nodes 30000",
        "go movetime 0",
        "go movetime 50",
        "go wtime 100",
        "go wtime 300 btime 300 winc 10 binc 10",
        "go depth 6 searchmoves e2a6 e1g1",
    ] {
        engine.position(KIWIPETE, "");
        assert!(engine.search(go).best.is_some(), "{go}");
    }
    assert!(engine.sync().is_empty(), "nothing is left to say");
}

#[test]
fn stop_and_ponder_hit_reach_all_threads() {
    let mut engine = four_threads();
    for _ in 0..10 {
        engine.send("go infinite");
        engine.expect_no_best_move(Duration::from_millis(30));
        engine.sync();
        engine.send("stop");
        engine.best_move();
        engine.send_bytes(b"go infinite\nstop\n");
        engine.best_move();
        engine.send("go ponder wtime 100 btime 100");
        engine.expect_no_best_move(Duration::from_millis(30));
        engine.send("ponderhit");
        engine.best_move();
    }
    assert!(engine.sync().is_empty(), "nothing is left to say");
}

#[test]
fn the_number_of_threads_may_change_at_any_time() {
    let mut engine = Engine::start();
    for threads in ["2", "4", "1", "3", "1"] {
        engine.send("go infinite");
        engine.set_option("Threads", threads);
        engine.sync();
        engine.send("stop");
        engine.best_move();
        engine.send("ucinewgame");
        engine.search("go depth 7");
    }
    assert!(engine.sync().is_empty(), "nothing is left to say");
}

#[test]
fn a_number_of_threads_beyond_the_range_is_refused() {
    let mut engine = four_threads();
    for threads in ["0", "1025", "4294967297"] {
        let said = engine.ask(&format!("setoption name Threads value {threads}"));
        let expected = format!(
            "info string Invalid value for Threads: expected a number from 1 to 1024, not \
             '{threads}'"
        );
        assert_eq!(said, [expected]);
        assert!(engine.search("go depth 5").best.is_some());
    }
}

#[test]
#[ignore = "takes 4 GB of memory"]
fn as_many_threads_as_the_option_allows() {
    let mut engine = Engine::with_options(&[("Threads", "1024")]);
    let said = engine.sync();
    // If the system allows fewer, the engine reports the number and uses those.
    assert!(said.iter().all(|line| line.contains("threads could be started")), "{said:?}");
    assert!(engine.search("go depth 5").best.is_some());
    engine.set_option("Threads", "1");
    engine.search("go depth 5");
    engine.send("quit");
    assert!(engine.wait().success());
}

#[test]
fn the_table_may_change_between_searches_of_many_threads() {
    let mut engine = four_threads();
    for hash in ["1", "64", "2", "16"] {
        engine.set_option("Hash", hash);
        engine.search("go depth 7");
        engine.send("setoption name Clear Hash");
        engine.search("go nodes 20000");
    }
}

#[test]
fn many_threads_find_mates_and_rank_lines() {
    let mut engine = four_threads();
    engine.position("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", "");
    assert_eq!(engine.search("go depth 16").last().score, Score::Mate(2));
    assert!(matches!(engine.search("go mate 2").last().score, Score::Mate(2)));
    engine.set_option("MultiPV", "3");
    engine.position(KIWIPETE, "");
    let search = engine.search("go depth 7");
    let mut first: Vec<&String> = search.best_lines().values().map(|info| &info.pv[0]).collect();
    first.sort();
    first.dedup();
    assert_eq!(first.len(), 3);
}

#[test]
fn ended_games_have_no_move() {
    let mut engine = four_threads();
    engine.position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "");
    assert_eq!(engine.search("go depth 5").best, None);
    engine.send("go infinite");
    assert_eq!(engine.stop_after_a_while().best, None);
}

#[test]
fn the_engine_ends_with_threads_at_work() {
    let mut engine = four_threads();
    engine.send("go infinite");
    engine.sync();
    engine.send("quit");
    assert!(engine.wait().success());

    let mut engine = four_threads();
    engine.send("go infinite");
    engine.sync();
    engine.close_stdin();
    assert!(engine.wait().success());
}

/// Root has no limit on processes, so another user runs the engine.
#[cfg(target_os = "linux")]
#[test]
fn where_the_system_refuses_threads_the_engine_plays_with_fewer() {
    use std::{
        fs::{self, Permissions},
        os::unix::{
            fs::{MetadataExt, PermissionsExt},
            process::CommandExt,
        },
    };

    use crate::support::{
        command::{BRUDNO, finish_with_input, shell, text},
        files::TempFolder,
    };

    const NOBODY: u32 = 65_534;
    if fs::metadata("/proc/self").unwrap().uid() != 0 {
        eprintln!("left out: only root can run the engine as a user without other processes");
        return;
    }
    let folder = TempFolder::new();
    let binary = folder.file("brudno");
    fs::copy(BRUDNO, &binary).unwrap();
    fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
    // The letter differs between shells.
    let mut command = shell("(ulimit -u 6) 2>&- && ulimit -u 6 || ulimit -p 6; exec \"$0\"");
    command.arg(&binary).uid(NOBODY).gid(NOBODY);
    let lines = "setoption name Threads value 16\nucinewgame\nsetoption name Clear Hash\n\
                 go nodes 20000\nisready\n";
    let output = finish_with_input(&mut command, lines);
    let text = text(&output.stdout);
    let count = |start: &str| text.lines().filter(|line| line.starts_with(start)).count();
    assert!(output.status.success(), "{text}");
    assert_eq!(count("info string only "), 1, "{text}");
    assert_eq!((count("bestmove "), count("readyok")), (1, 1), "{text}");
}
