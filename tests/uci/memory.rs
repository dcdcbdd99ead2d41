//! Memory of the engine (Linux): committed before `readyok`, and limited.

use crate::support::{
    command::{BRUDNO, finish, finish_with_input, shell, text},
    conversation::Engine,
};

const MIB: u64 = 1024;
/// How much the pages of the binary may add between two measurements, KiB.
const SLACK: u64 = 4 * MIB;

#[test]
fn readyok_means_that_the_table_is_there() {
    // Both orders, and a smaller table after a larger one.
    for (options, mebibytes) in [
        (&[("Hash", "256")][..], 256),
        (&[("Hash", "200"), ("Threads", "3")], 200),
        (&[("Threads", "3"), ("Hash", "201")], 201),
        (&[("Hash", "300"), ("Hash", "100")], 100),
    ] {
        let mut engine = Engine::start();
        engine.sync();
        let before = engine.resident_kib();
        for (name, value) in options {
            engine.set_option(name, value);
        }
        engine.sync();
        let committed = engine.resident_kib();
        // The default table of 16 MiB is freed.
        assert!(committed >= before + (mebibytes - 16) * MIB - SLACK, "{options:?}: {committed}");
        engine.search("go nodes 20000");
        let grown = engine.resident_kib().saturating_sub(committed);
        assert!(grown <= SLACK, "{options:?}: {grown}");
    }
}

/// The numbers are in docs/uci.md.
#[test]
fn readyok_means_that_every_thread_has_its_memory() {
    const HELPERS: u64 = 6;
    let mut engine = Engine::start();
    engine.sync();
    let alone = engine.resident_kib();
    engine.set_option("Threads", &(HELPERS + 1).to_string());
    engine.sync();
    let ready = engine.resident_kib();
    // Beside the default table of 16 MiB and the network of 17 MiB.
    assert!((25 * MIB..=37 * MIB).contains(&(alone - 33 * MIB)), "{alone}");
    let each = (ready - alone) / HELPERS;
    assert!((8 * MIB..=10 * MIB).contains(&each), "{each}");
    engine.search("go depth 9");
    engine.send("ucinewgame");
    engine.sync();
    let grown = engine.resident_kib().saturating_sub(ready);
    assert!(grown <= SLACK + HELPERS * MIB, "{grown}");
}

#[test]
fn where_the_system_refuses_memory_the_engine_plays_with_what_it_has() {
    let lines = "setoption name Threads value 64\ngo depth 8\n\
                 setoption name Hash value 4096\ngo depth 6\nucinewgame\n\
                 setoption name Threads value 2\ngo depth 4\nisready\n";
    // With 200,000 KiB and less the default table may not fit: the process ends with a message.
    for kib in (250_000..=1_000_000).step_by(62_500) {
        let mut command = shell("ulimit -v \"$1\" && exec \"$0\"");
        let output = finish_with_input(command.args([BRUDNO, &kib.to_string()]), lines);
        let text = text(&output.stdout);
        let count = |start: &str| text.lines().filter(|line| line.starts_with(start)).count();
        assert!(output.status.success(), "{kib}: {text}");
        assert_eq!((count("bestmove "), count("readyok")), (3, 1), "{kib}: {text}");
        assert!(text.contains("threads could be started"), "{kib}: {text}");
        assert!(text.contains("cannot allocate 4096 MiB"), "{kib}: {text}");
        assert!(text.contains("keeping 16 MiB"), "{kib}: {text}");
    }
}

#[test]
fn too_little_memory_at_the_start_is_one_line() {
    let mut refused = 0;
    for kib in (50_000..140_000).step_by(4_700) {
        let script = format!("ulimit -v {kib}; exec {BRUDNO} 'go depth 3'");
        let output = finish(&mut shell(&script));
        let (said, error) = (text(&output.stdout), text(&output.stderr));
        match output.status.code() {
            Some(0) => assert!(said.contains("bestmove "), "{kib}: {said}"),
            Some(1) => {
                refused += 1;
                assert_eq!((said.as_str(), error.lines().count()), ("", 1), "{kib}: {error}");
                assert!(error.starts_with("brudno: cannot "), "{kib}: {error}");
            }
            // Too little for the system's loader.
            Some(127) => {}
            code => panic!("{kib}: {code:?} {error}"),
        }
    }
    assert!(refused > 3, "{refused}");
}

#[test]
fn a_small_stack_is_named_or_enough() {
    for (kib, is_enough) in [(64, false), (128, false), (511, false), (512, true), (1024, true)] {
        let output = finish(&mut shell(&format!("ulimit -s {kib}; exec {BRUDNO} 'go depth 3'")));
        let error = text(&output.stderr);
        if is_enough {
            assert!(text(&output.stdout).contains("info depth 3 "), "{kib}: {error}");
        } else {
            assert_eq!(output.status.code(), Some(1), "{kib}");
            assert!(error.starts_with("brudno: a stack of "), "{kib}: {error}");
        }
    }
}
