//! `brudno perft`, and the forms in which all commands take a position.

use crate::support::{
    command::{converse, lines, run},
    files::TempFile,
};

#[test]
fn leaves_are_counted() {
    let output = lines(&["perft", "4"]);
    assert!(output.iter().any(|line| line == "Nodes searched: 197281"), "{output:?}");
    assert!(output.iter().any(|line| line == "e2e4: 13160"), "{output:?}");
}

#[test]
fn the_position_itself_is_the_leaf_at_depth_0() {
    assert_eq!(lines(&["perft", "0"]).last().map(String::as_str), Some("Nodes searched: 1"));
}

#[test]
fn positions_are_pasted_in_any_form() {
    let leaves = |arguments: &[&str], input: &str| {
        let arguments = [&["perft", "1"], arguments].concat();
        let output = converse(&arguments, input);
        let last = output.lines().last().expect("there is output");
        last.strip_prefix("Nodes searched: ").expect(last).parse::<u32>().expect(last)
    };
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
    let epd = TempFile::new("one.epd", format!("# remark\n{fen} bm Nc6; id \"one\";\n"));
    let underscores = fen.replace(' ', "_");
    let address = format!("https://lichess.org/analysis/{underscores}");
    let unquoted: Vec<&str> = fen.split(' ').collect();
    for arguments in [
        &[fen][..],
        &unquoted,
        &[&underscores],
        &[&address],
        &[epd.path()],
        &["1. e4 e5 2. Nf3"],
        &["1.", "e4", "e5", "2.", "Nf3"],
        &["1.e4 {best} e5 $1 2.Ng1-f3 *"],
        &["[Event \"x\"]\n\n1. e4 e5 2. Nf3 1-0\n"],
        &["--moves", "e4 e7e5 Nf3"],
        &["startpos", "--moves", "1.e4 e5 2.Nf3"],
        &["1. e4 e5", "--moves", "Nf3"],
    ] {
        assert_eq!(leaves(arguments, ""), 29, "{arguments:?}");
    }
    for input in [fen, "1. e4 e5\n2. Nf3\n", "[Event \"x\"]\n\n1. e4 e5 2. Nf3 *\n"] {
        assert_eq!(leaves(&["-"], input), 29, "{input}");
    }
    let chess960 = "1nbbnrkr/p1p1ppp1/3p4/1p3P1p/3Pq2P/8/PPP1P1P1/QNBBNRKR w HFhf - 0 9";
    assert_eq!(leaves(&[chess960], ""), leaves(&[&chess960.replace("HFhf", "KQkq")], ""));
    let two = TempFile::new("two.epd", "startpos\nstartpos\n");
    let output = run(&["perft", "1", two.path()]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && errors.contains("found 2"), "{errors}");
}
