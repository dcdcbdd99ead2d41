//! `brudno bench` and `brudno speedtest`.

use brudno::notation::epd;

use crate::support::{
    command::{brudno, finish, lines, run, text},
    files::TempFolder,
};

/// Parses `N nodes M nps`.
fn totals(line: &str) -> (u64, u64) {
    let [nodes, "nodes", speed, "nps"] = line.split(' ').collect::<Vec<_>>()[..] else {
        panic!("malformed: {line}");
    };
    (nodes.parse().expect("a number of nodes"), speed.parse().expect("a number of nodes a second"))
}

/// Runs a benchmark. Returns the lines of its output and the number after each name of the table on
/// standard error.
fn bench(arguments: &[&str], names: &[&str]) -> (Vec<String>, Vec<u64>) {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    let table = text(&output.stderr);
    let value = |name: &&str| {
        // As fishtest reads them.
        let line = table.lines().find(|line| line.contains(*name)).expect("a line of the table");
        line.split(": ").nth(1).and_then(|value| value.trim().parse().ok()).expect("a number")
    };
    let values = names.iter().map(value).collect();
    (text(&output.stdout).lines().map(str::to_owned).collect(), values)
}

#[test]
fn bench_names_nodes_and_speed_and_repeats_itself() {
    let bench = || {
        let output = lines(&["bench", "16", "1", "4"]);
        let positions = epd::parse(include_str!("../../bench.epd")).expect("they are valid").len();
        assert!(output.len() > positions, "each position is shown");
        totals(output.last().expect("there is output")).0
    };
    let nodes = bench();
    assert!(nodes > 1000);
    assert_eq!(bench(), nodes);
}

#[test]
fn bench_takes_the_arguments_of_stockfish() {
    let names = ["Total time (ms)", "Nodes searched", "Nodes/second"];
    // The call of fishtest.
    let (output, values) = bench(&["bench", "16", "1", "5", "default", "depth"], &names);
    let (nodes, speed) = totals(output.last().expect("there is output"));
    assert!(values[0] > 0 && values[1..] == [nodes, speed], "{values:?}");
    assert_eq!(totals(lines(&["bench", "16", "1", "5"]).last().unwrap()).0, nodes);

    let folder = TempFolder::new();
    let file = folder
        .write("two.epd", "8/8/8/8/8/k7/p7/K6R w - -\n4k3/8/8/8/8/8/8/4K2R w K - id \"rook\";\n");
    for (limit, positions, kind, expected, shown) in [
        ("1000", "current", "nodes", 1000, 1),
        ("4", "current", "perft", 197_281, 1),
        ("2", file.as_str(), "perft", 0, 2),
        ("1", "default", "eval", 0, 56),
        ("5", file.as_str(), "movetime", 0, 2),
    ] {
        let arguments = ["bench", "1", "2", limit, positions, kind];
        let (output, values) = bench(&arguments, &names);
        assert_eq!(output.len(), shown + 1, "{arguments:?}: {output:?}");
        assert!(values[1] >= expected, "{arguments:?}: {values:?}");
        assert!(kind != "perft" || expected == 0 || values[1] == expected, "{values:?}");
    }
}

#[test]
fn speedtest_searches_with_all_threads() {
    let mut command = brudno(&["speedtest", "2", "4", "1"]);
    let output = finish(command.env("RUST_LOG", "brudno::search=debug"));
    assert!(output.status.success(), "{output:?}");
    let (lines, log) = (text(&output.stdout), text(&output.stderr));
    let (nodes, speed) = totals(lines.lines().last().expect("there is output"));
    for line in [
        "Thread count               : 2".to_owned(),
        "TT size [MiB]              : 4".to_owned(),
        format!("Total nodes searched       : {nodes}"),
        format!("Nodes/second               : {speed}"),
    ] {
        assert!(log.lines().any(|other| other == line), "{line}: {log}");
    }
    let searches: Vec<&str> =
        log.lines().filter(|line| line.contains("main_search] searching ")).collect();
    assert!(searches.len() > lines.lines().count(), "several positions of each game");
    for search in searches {
        assert!(search.ends_with(" with 2 threads"), "{search}");
    }
}
