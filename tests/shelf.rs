//! `brudno compare`, `savings` and `tree` from outside: what they print, and with which status
//! they end.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use brudno::textbook::{CATALOGUE, all_algorithms};
use serde_json::Value;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn brudno(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_brudno")).args(arguments).output().unwrap()
}

/// What a successful run prints.
fn printed(arguments: &[&str]) -> String {
    let output = brudno(arguments);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// Runs that have to be refused with status 2 and a message that says why.
fn refused(arguments: &[&str], why: &str) {
    let output = brudno(arguments);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
    assert!(errors.contains(why), "{arguments:?}: {errors}");
}

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Draws into a file of its own, and reads it.
fn drawn(name: &str, arguments: &[&str]) -> String {
    let path = file(name);
    let mut all = vec!["tree", "-o", path.to_str().unwrap()];
    all.extend(arguments);
    printed(&all);
    fs::read_to_string(path).unwrap()
}

#[test]
fn the_whole_shelf_agrees() {
    for leaf in ["material", "eval", "quiescence"] {
        let text = printed(&["compare", "--depth", "3", "--leaf", leaf, "--format", "json"]);
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
fn suites_are_compared_position_by_position() {
    let path = file("two.epd");
    let suite = format!("4k3/8/8/8/8/8/4P3/4K3 w - - id \"pawn\";\n{}\n", &KIWIPETE[..64]);
    fs::write(&path, suite).unwrap();
    let path = path.to_str().unwrap();
    let algorithms = ["--algorithms", "minimax,pvs+killers,sss"];
    let mut arguments = vec!["compare", "--epd", path, "--depth", "2", "--format", "csv"];
    arguments.extend(algorithms);
    let text = printed(&arguments);
    let names: Vec<_> = text.lines().filter_map(|line| line.split(',').nth(1)).collect();
    let rows = ["algorithm", "minimax", "pvs+killers", "sss"];
    assert_eq!(names, [rows, rows].concat());
    assert!(text.contains("\npawn,sss,"));
}

#[test]
fn tables_have_all_formats() {
    let table = |format| {
        let rows = "deepening+all,conspiracy";
        printed(&["compare", "--depth", "2", "--algorithms", rows, "--format", format])
    };
    assert!(table("text").contains("deepening+all: nodes by iteration 21; "));
    assert!(table("text").contains("The only exact search returns "));
    assert!(table("markdown").contains("| deepening+all |"));
    let list = printed(&["compare", "--list"]);
    assert!(CATALOGUE.iter().all(|(_, name, source)| list.contains(name) && list.contains(source)));
}

#[test]
fn what_cannot_be_compared_is_refused() {
    refused(&["compare", "--depth", "2", "--fen", "8/8"], "not a FEN");
    refused(&["compare", "--depth", "2", "--fen", "8/8/8/8/8/8/8/8 w - -"], "impossible position");
    refused(&["compare", "--depth", "0"], "0 is not in 1..=60");
    refused(&["compare", "--depth", "x"], "invalid digit");
    refused(&["compare"], "--depth");
    refused(&["compare", "--depth", "2", "--algorithms", "minmax"], "no algorithm `minmax`");
    refused(&["compare", "--depth", "2", "--algorithms", "pvs+x"], "no move ordering `x`");
    refused(&["compare", "--depth", "2", "--epd", "/nowhere.epd"], "/nowhere.epd");
    refused(&["compare", "--depth", "12", "--algorithms", "minimax"], "years at this depth");
    refused(&["compare", "--depth", "2", "--startpos", "--fen", KIWIPETE], "cannot be used with");
}

#[test]
fn a_position_without_moves_has_a_value() {
    let mated = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
    assert!(printed(&["compare", "--depth", "3", "--fen", mated]).contains("searches agree: #-0."));
    let stalemate = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
    assert!(printed(&["compare", "--depth", "3", "--fen", stalemate]).contains("agree: 0."));
}

#[cfg(unix)]
#[test]
fn an_interrupt_prints_what_is_done() {
    use std::{
        io::{BufRead, BufReader},
        process::Stdio,
    };

    // A stalemate is done at once; the other would take years.
    let path = file("endless.epd");
    let suite = "7k/5Q2/6K1/8/8/8/8/8 b - - id \"stalemate\";\n\
        rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id \"start\";\n";
    fs::write(&path, suite).unwrap();
    let mut search = Command::new(env!("CARGO_BIN_EXE_brudno"))
        .args(["compare", "--depth", "12", "--algorithms", "minimax", "--force", "--epd"])
        .arg(path)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(search.stdout.take().unwrap()).lines().map(Result::unwrap);
    assert!(lines.any(|line| line == "The only exact search returns 0."));
    // Between the two searches an interrupt ends the program without a word about the second.
    std::thread::sleep(std::time::Duration::from_millis(300));
    let killed = Command::new("kill").args(["-INT", &search.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let rest: Vec<String> = lines.collect();
    assert_eq!(search.wait().unwrap().code(), Some(130));
    assert!(rest.iter().any(|line| line.starts_with("start, depth 12")), "{rest:?}");
    assert!(rest.iter().any(|line| line == "No exact search was finished."), "{rest:?}");
}

#[test]
fn savings_are_measured_where_they_can_be() {
    let text = printed(&["savings", "-b", "3", "-d", "7", "--format", "json"]);
    let rows: Vec<Value> = serde_json::from_str(&text).unwrap();
    assert_eq!(rows.len(), 7);
    for row in &rows {
        assert_eq!(row["best"], row["minimal"]);
        assert_eq!(row["worst"], row["all"]);
        let leaves = |column: &str| row[column].as_u64().unwrap();
        assert!((leaves("minimal")..=leaves("all")).contains(&leaves("random")));
    }
    let text = printed(&["savings"]);
    let figures = ["79", "1,639", "3,199", "65,599", "127,999"];
    assert!(figures.into_iter().all(|figure| text.contains(figure)), "{text}");
    refused(&["savings", "-b", "1"], "1 is not in 2..=1000");
    refused(&["savings", "-d", "49"], "49 is not in 1..=48");
}

#[test]
fn the_textbook_tree_is_drawn() {
    let arguments = ["--tree", "((3 5 2) (4 1 6))"];
    let svg = drawn("textbook.svg", &arguments);
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    assert_eq!(svg.matches(r#"<rect class="node "#).count(), 3 + 8);
    assert_eq!(svg.matches("✂ 1 move<").count(), 1);
    assert_eq!(svg.matches(r#"class="edge principal""#).count(), 2);
    let dot = drawn("textbook.dot", &arguments);
    assert!(dot.starts_with("digraph") && dot.trim_end().ends_with('}'));
    assert_eq!(dot.matches(" -> n").count(), 7);
    assert!(dot.contains("✂ 1 move, 1 leaf"));
}

#[test]
fn the_page_needs_nothing_else() {
    let page = drawn("page.html", &["--startpos", "--depth", "3", "--algorithm", "pvs+all"]);
    let links = page.matches("http").count();
    // The one address is a name, of the SVG that the page draws.
    assert_eq!((links, page.matches("http://www.w3.org/2000/svg").count()), (1, 1));
    assert!(!page.contains("{{") && !page.contains("src="));
    let data = page.split(r#"<script id="data" type="application/json">"#).nth(1).unwrap();
    let data: Value = serde_json::from_str(data.split("</script>").next().unwrap()).unwrap();
    let nodes = data["nodes"].as_array().unwrap();
    for (index, node) in nodes.iter().enumerate() {
        for child in node["children"].as_array().unwrap() {
            assert!(child.as_u64().unwrap() > index as u64);
            let child = &nodes[child.as_u64().unwrap() as usize];
            assert_eq!(child["ply"].as_u64(), node["ply"].as_u64().map(|ply| ply + 1));
        }
        let is_cut = node["pruned"].is_null() || node["found"] == "cut";
        assert!(is_cut, "only a cut-off prunes: {node}");
    }
    let principal = nodes.iter().filter(|node| node["principal"] == true);
    assert_eq!(principal.count(), 4);
    assert_eq!(data["chess"]["pieces"], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
    let e4 = nodes.iter().find(|node| node["label"] == "e4").unwrap();
    assert_eq!(e4["changes"], serde_json::json!(["e2", "e4P"]));
    let page = drawn("by_hand.html", &["--tree", "((3 5 2) (4 1 6))"]);
    assert!(page.contains("\"chess\":null"), "there is no board");
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    let svg = file("refused.svg");
    let svg = svg.to_str().unwrap();
    refused(&["tree", "--tree", "(1 (2 x))", "-o", svg], "at character 7: `x` is no number");
    refused(&["tree", "--tree", "(1 2", "-o", svg], "1 `)` missing");
    refused(&["tree", "--tree", "(1 2)", "-o", "tree.png"], ".svg, .html or .dot");
    refused(&["tree", "--startpos", "-o", svg], "--depth");
    refused(&["tree", "--fen", "x", "--depth", "2", "-o", svg], "not a position: x");
    refused(&["tree", "--startpos", "--depth", "2", "--algorithm", "sss", "-o", svg], "mt-sss");
    let minimax = ["--algorithm", "minimax", "-o", svg];
    refused(&[&["tree", "--startpos", "--depth", "4"], &minimax[..]].concat(), "nodes are more");
    refused(&[&["tree", "--startpos", "--depth", "9"], &minimax[..]].concat(), "--force");
    refused(&["tree", "--tree", "(1 2)", "-o", "/nowhere/tree.svg"], "/nowhere/tree.svg");
    let output = brudno(&["tree", "--tree", "(1 2)", "-o", "/nowhere/tree.svg"]);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(errors.lines().count(), 1, "nothing was drawn: {errors}");
    assert!(!Path::new(svg).exists());
}
