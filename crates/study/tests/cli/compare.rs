//! `brudno compare`.

use brudno_textbook::{CATALOGUE, all_algorithms};
use serde_json::Value;

use crate::support::{
    command::{brudno, finish_process, interrupt, refused, stdout},
    files::TempFile,
    test_positions::{KIWIPETE, STARTPOS},
};

#[test]
fn all_textbook_searches_agree() {
    for leaf in ["material", "eval", "quiescence"] {
        let text =
            stdout(&["compare", "--depth", "3", "--leaf", leaf, "--format", "json", "--all"]);
        let comparison = &serde_json::from_str::<Value>(&text).unwrap()[0];
        let rows = comparison["rows"].as_array().unwrap();
        assert_eq!(rows.len(), all_algorithms().len());
        assert_eq!(comparison["agree"], true);
        for row in rows.iter().filter(|row| row["exact"] == true) {
            assert_eq!(row["value"], comparison["value"], "{leaf}: {}", row["algorithm"]);
        }
        assert_eq!(rows[0]["nodes"], 1 + 20 + 400 + 8_902);
        assert_eq!(rows[0]["share_of_minimax"], 1.0);
    }
}

#[test]
fn a_comparison_begins_with_six_rows() {
    let text = stdout(&["compare", "--depth", "2", "--format", "csv"]);
    let names: Vec<_> = text.lines().skip(1).filter_map(|line| line.split(',').nth(1)).collect();
    let rows = ["minimax", "alphabeta-hard", "alphabeta", "deepening+hash", "pvs", "mtdf"];
    assert_eq!(names, rows);
    refused(&["compare", "--depth", "2", "--all", "--algorithms", "pvs"], "cannot be used with");
}

#[test]
fn suites_are_compared_position_by_position() {
    let suite = format!("4k3/8/8/8/8/8/4P3/4K3 w - - id \"pawn\";\n{}\n", &KIWIPETE[..64]);
    let suite = TempFile::new("two.epd", suite);
    let algorithms = ["--algorithms", "minimax,pvs+killers,sss"];
    let mut arguments = vec!["compare", suite.path(), "--depth", "2", "--format", "csv"];
    arguments.extend(algorithms);
    let text = stdout(&arguments);
    let names: Vec<_> = text.lines().filter_map(|line| line.split(',').nth(1)).collect();
    let rows = ["algorithm", "minimax", "pvs+killers", "sss"];
    assert_eq!(names, [rows, rows].concat());
    assert!(text.contains("\npawn,sss,"));
}

#[test]
fn tables_have_all_formats() {
    let table = |format| {
        let rows = "deepening+all,conspiracy";
        stdout(&["compare", "--depth", "2", "--algorithms", rows, "--format", format])
    };
    assert!(table("text").contains("deepening+all: nodes by iteration 21; "));
    assert!(table("text").contains("The only exact search returns "));
    assert!(table("markdown").contains("| deepening+all |"));
    let list = stdout(&["compare", "--list"]);
    assert!(CATALOGUE.iter().all(|(_, name, source)| list.contains(name) && list.contains(source)));
}

#[test]
fn what_cannot_be_compared_is_refused() {
    refused(&["compare", "--depth", "2", "8/8"], "not a FEN");
    refused(&["compare", "--depth", "2", "8/8/8/8/8/8/8/8 w - -"], "impossible position");
    refused(&["compare", "--depth", "0"], "0 is not in 1..=60");
    refused(&["compare", "--depth", "x"], "invalid digit");
    refused(&["compare"], "--depth");
    refused(&["compare", "--depth", "2", "--algorithms", "minmax"], "no algorithm `minmax`");
    refused(&["compare", "--depth", "2", "--algorithms", "pvs+x"], "no move ordering `x`");
    refused(&["compare", "--depth", "2", "/nowhere.epd"], "/nowhere.epd");
    refused(&["compare", "--depth", "12", "--algorithms", "minimax"], "leaves at this depth take");
    refused(&["compare", "--depth", "2", "--fen", KIWIPETE], "unexpected argument");
}

#[test]
fn a_position_without_moves_has_a_value() {
    let mated = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
    assert!(stdout(&["compare", "--depth", "3", mated]).contains("searches agree: #-0."));
    let stalemate = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
    assert!(stdout(&["compare", "--depth", "3", stalemate]).contains("agree: 0."));
}

#[cfg(unix)]
#[test]
fn an_interrupt_prints_what_is_done() {
    use std::io::{BufRead, BufReader};

    // The search of the stalemate ends at once. The other search would take years.
    let stalemate = "7k/5Q2/6K1/8/8/8/8/8 b - - id \"stalemate\";";
    let start = STARTPOS.replace("0 1", "id \"start\";");
    let suite = TempFile::new("endless.epd", format!("{stalemate}\n{start}\n"));
    let minimax = ["--depth", "12", "--algorithms", "minimax", "--force"];
    let arguments = [&["compare", suite.path()], &minimax[..]].concat();
    let mut search = brudno(&arguments).spawn().unwrap();
    let mut lines = BufReader::new(search.stdout.take().unwrap()).lines().map(Result::unwrap);
    assert!(lines.any(|line| line == "The only exact search returns 0."));
    // An interrupt between the two searches ends the program without output of the second search.
    std::thread::sleep(std::time::Duration::from_millis(300));
    interrupt(&search);
    let rest: Vec<String> = lines.collect();
    assert_eq!(finish_process(search).status.code(), Some(130));
    assert!(rest.iter().any(|line| line.starts_with("start, depth 12")), "{rest:?}");
    assert!(rest.iter().any(|line| line == "No exact search was finished."), "{rest:?}");
}
