//! `brudno tree`.

use std::fs;

use serde_json::Value;

use crate::support::{
    command::{refused, run, stdout, text},
    files::TempFolder,
};

/// Draws into a file, and returns its content.
fn drawn(name: &str, arguments: &[&str]) -> String {
    let folder = TempFolder::new();
    let path = folder.name(name);
    stdout(&[&["tree", "-o", &path], arguments].concat());
    fs::read_to_string(path).expect("the tree is drawn")
}

#[test]
fn the_textbook_tree_is_drawn() {
    let arguments = ["--tree", "((3 5 2) (4 1 6))"];
    let svg = drawn("textbook.svg", &arguments);
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    assert_eq!(svg.matches(r#"<rect class="node "#).count(), 4 + 8);
    assert_eq!(svg.matches("✂ 1 move<").count(), 1);
    assert_eq!(svg.matches(r#"class="edge principal""#).count(), 2);
    let dot = drawn("textbook.dot", &arguments);
    assert!(dot.starts_with("digraph") && dot.trim_end().ends_with('}'));
    assert_eq!(dot.matches(" -> n").count(), 7);
    assert!(dot.contains("✂ 1 move, 1 leaf"));
}

#[test]
fn the_page_needs_nothing_else() {
    let page = drawn("page.html", &["startpos", "--depth", "3", "--algorithm", "pvs+all"]);
    let links = page.matches("http:").count() + page.matches("https:").count();
    // The only address is the namespace of the SVG that the page draws.
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
    let folder = TempFolder::new();
    let svg = folder.name("refused.svg");
    let svg = svg.as_str();
    refused(&["tree", "--tree", "(1 (2 x))", "-o", svg], "at character 7: `x` is no number");
    refused(&["tree", "--tree", "(1 2", "-o", svg], "1 `)` missing");
    refused(&["tree", "--tree", "(1 2)", "-o", "tree.png"], ".svg, .html or .dot");
    refused(&["tree", "startpos", "-o", svg], "--depth");
    refused(&["tree", "x", "--depth", "2", "-o", svg], "not a position: x");
    refused(&["tree", "startpos", "--depth", "2", "--algorithm", "sss", "-o", svg], "mt-sss");
    let minimax = ["--algorithm", "minimax", "-o", svg];
    refused(&[&["tree", "startpos", "--depth", "4"], &minimax[..]].concat(), "nodes are too many");
    refused(&[&["tree", "startpos", "--depth", "9"], &minimax[..]].concat(), "--force");
    refused(&["tree", "--tree", "(1 2)", "-o", "/nowhere/tree.svg"], "/nowhere/tree.svg");
    let output = run(&["tree", "--tree", "(1 2)", "-o", "/nowhere/tree.svg"]);
    let errors = text(&output.stderr);
    assert_eq!(errors.lines().count(), 1, "nothing was drawn: {errors}");
    assert!(!folder.file("refused.svg").exists());
}
