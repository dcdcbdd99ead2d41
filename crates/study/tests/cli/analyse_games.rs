//! `brudno analyse` of games, with annotated PGN, JSON and pages as output.

use std::{fs, path::Path, process::Output};

use brudno::notation::san;
use brudno_notation::pgn::{self, PgnGame, Remark};
use serde_json::Value;

use crate::support::{
    command::{lines, run, text},
    files::TempFolder,
};

/// White gives the queen away with 4.Qxf7, and Black takes it.
pub const GAME: &str = "[Event \"Test\"]\n[White \"A\"]\n[Black \"B \\\"x\\\"\"]\n[Result \"0-1\"]\n\n\
                    1. e4 e5 2. Qh5 {early} Nc6 3. Nf3 (3. Bc4 g6) d6 4. Qxf7+ {[%clk 0:01:00]} \
                    Kxf7 0-1\n\n";

pub fn annotate(file: &str, options: &[&str]) -> Output {
    let output = run(&[&["analyse", file, "--nodes", "3000"], options].concat());
    assert!(output.status.success(), "{output:?}");
    output
}

/// A game that was read: the moves of the main line, and the comments, glyphs and variations after
/// them.
#[derive(Default)]
pub struct Found {
    pub sans: Vec<String>,
    comments: Vec<(usize, String)>,
    nags: Vec<(usize, u8)>,
    variations: Vec<usize>,
}

pub fn games(pgn: &str) -> Vec<Found> {
    pgn::games(pgn).map(|game| found(&game.expect("the PGN can be read"))).collect()
}

fn found(game: &PgnGame) -> Found {
    assert!(game.notes.is_empty(), "{:?}", game.notes);
    let mut found = Found::default();
    let comments = game.main.comments.iter();
    found.comments.extend(comments.map(|comment| (0, comment.clone())));
    for ((ply, played), before) in (1..).zip(&game.main.moves).zip(game.positions()) {
        let m = played.m.expect("no null move");
        found.sans.push(san(before.position(), m));
        found.nags.extend(played.nags.iter().map(|&nag| (ply, nag)));
        for remark in &played.remarks {
            match remark {
                Remark::Comment(text) => found.comments.push((ply, text.clone())),
                Remark::Variation(_) => found.variations.push(ply),
            }
        }
    }
    found
}

#[test]
fn a_blunder_is_marked_in_pgn_that_others_read() {
    let folder = TempFolder::new();
    let output = annotate(&folder.write("game.pgn", GAME), &[]);
    let pgn = text(&output.stdout);
    assert!(pgn.contains("[Black \"B \\\"x\\\"\"]\n"), "{pgn}");
    assert!(pgn.lines().all(|line| line.len() < 80), "{pgn}");
    let [game] = &games(&pgn)[..] else { panic!("{pgn}") };
    assert_eq!(game.sans, ["e4", "e5", "Qh5", "Nc6", "Nf3", "d6", "Qxf7+", "Kxf7"]);
    assert!(game.nags.contains(&(7, 4)), "4.Qxf7 is a blunder: {pgn}");
    assert!(game.variations.contains(&7), "{pgn}");
    let after = |ply| -> Vec<&str> {
        let comments = game.comments.iter();
        comments.filter(|(at, _)| *at == ply).map(|(_, text)| text.as_str()).collect()
    };
    // The words of the input come first.
    assert!(after(7)[0].starts_with("[%clk 0:01:00] [%eval -"), "{pgn}");
    assert!(after(7)[0].contains("] Blunder: "), "{pgn}");
    assert!(after(3)[0].starts_with("early [%eval "), "{pgn}");
    for ply in 1..=8 {
        let [comment] = after(ply)[..] else { panic!("one comment per move: {ply}: {pgn}") };
        assert!(comment.contains("[%eval "), "{ply}: {pgn}");
    }
    let summary = text(&output.stderr);
    assert!(summary.contains("Game 1: A - B \"x\", 0-1, 4 moves"), "{summary}");
    assert!(summary.contains("4.Qxf7+??"), "{summary}");
    let opening = "King's Pawn Game, Wayward Queen Attack";
    assert!(summary.contains(&format!("\n{opening} (C20)\n")), "{summary}");
    assert!(pgn.contains(&format!("[ECO \"C20\"]\n[Opening \"{opening}\"]\n")), "{pgn}");
    // A second run changes nothing.
    let again = annotate(&folder.write("again.pgn", &pgn), &[]);
    assert_eq!(text(&again.stdout), pgn);
}

/// A GUI shows two glyphs of judgement as `!?`, and many programs refuse a second comment or a
/// comment after a variation.
#[test]
fn what_the_user_wrote_stays_in_later_runs() {
    let folder = TempFolder::new();
    let game = "[White \"Alice\"]\n[Black \"Bob\"]\n[Result \"1/2\"]\n[ECO \"?\"]\n\n\
                1. e4 e5 2. Qh5 {early} Nc6 3. Nf3 d6 4. Qxf7+?? $17 (4. Qh4 {safe}) {my last\n\nhope} \
                Kxf7 5. Ke2! (5. d4 Nf6) Nf6 1/2-1/2\n\n";
    let first = text(&annotate(&folder.write("game.pgn", game), &[]).stdout);
    assert!(
        first.contains("[Result \"1/2-1/2\"]\n") && first.contains("[ECO \"C20\"]\n"),
        "{first}"
    );
    let line = first.replace('\n', " ");
    let (_, blunder) = line.split_once("4. Qxf7+ ").expect("the move is there");
    assert!(blunder.starts_with("$4 $17 {my last  hope [%eval -"), "{blunder}");
    let (comment, variations) = blunder.split_once("} (").expect("variations follow the comment");
    assert!(comment.contains("] Blunder indeed: ") && !comment.contains('}'), "{comment}");
    assert!(variations.contains("(4. Qh4 {safe"), "{variations}");
    assert!(line.contains("5. Ke2 $1 {[%eval "), "a second glyph is not added: {line}");
    let mut runs = vec![first];
    for (options, glyph) in [
        (&[][..], "$4 $17"),
        (&["--player", "Bob"], "$4 $17"),
        (&["--player", "Alice"], "$4 $17"),
        (&[], "$4 $17"),
    ] {
        let input = folder.write("again.pgn", runs.last().expect("a run"));
        let again = text(&annotate(&input, options).stdout);
        let line = again.replace('\n', " ");
        assert!(line.contains(&format!("4. Qxf7+ {glyph} {{my last  hope [%eval -")), "{line}");
        assert_eq!(line.contains("Blunder indeed: "), options != ["--player", "Bob"], "{line}");
        assert!(line.contains("5. Ke2 $1 {[%eval "), "{line}");
        runs.push(again);
    }
    assert_eq!(runs[1], runs[0]);
    assert_eq!(runs[4], runs[0]);
}

/// The table is cleared, and its size depends on the game. Neither depends on previous games.
#[test]
fn a_game_is_analysed_as_if_it_were_alone() {
    const LONG: &str = "[White \"C\"]\n\n1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O 6. Nf3 h6 \
                        7. Bh4 b6 8. cxd5 Nxd5 9. Bxe7 Qxe7 10. Nxd5 exd5 11. Rc1 Be6 12. Qa4 c5 \
                        13. Qa3 Rc8 14. Bb5 a6 15. dxc5 bxc5 16. O-O Ra7 17. Be2 Nd7 *\n\n";
    let folder = TempFolder::new();
    let one = folder.write("one.pgn", GAME);
    let two = folder.write("two.pgn", LONG.to_owned() + GAME);
    for options in [
        ["--hash", "1", "--nodes", "4000"],
        ["--hash", "64", "--nodes", "4000"],
        ["--hash", "64", "--depth", "6"],
    ] {
        let analysed = |file: &str| -> Vec<Value> {
            let output = run(&[&["analyse", file, "--json"][..], &options].concat());
            assert!(output.status.success(), "{output:?}");
            let mut report: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
            let games = report["games"].as_array_mut().expect("a list of games");
            games.iter_mut().for_each(|game| game["number"] = Value::Null);
            games.clone()
        };
        let (alone, after) = (analysed(&one), analysed(&two));
        assert!(alone[0]["moves"][0]["nodes"].as_u64().is_some_and(|nodes| nodes > 0));
        assert_eq!(alone[0], after[1], "{options:?}");
    }
}

#[test]
fn json_and_a_page_tell_the_same() {
    let folder = TempFolder::new();
    let file = folder.write("game.pgn", GAME);
    let page = folder.name("game.html");
    let json = lines(&["analyse", &file, "--nodes", "10000", "--json", "--html", &page]).concat();
    let document: Value = serde_json::from_str(&json).expect("it is JSON");
    assert_eq!(document["version"], 1);
    let game = &document["games"][0];
    assert_eq!(game["complete"], true);
    assert_eq!(game["moves"].as_array().map(Vec::len), Some(8));
    assert_eq!(game["moves"][6]["judgement"], "blunder");
    assert_eq!(game["moves"][6]["uci"], "h5f7");
    assert!(game["moves"][6]["best"]["uci"][0] != "h5f7");
    let turning_points = game["turning_points"].as_array().expect("a list");
    assert_eq!(turning_points.last(), Some(&Value::from(7)), "{turning_points:?}");
    for ply in turning_points {
        let judgement = &game["moves"][ply.as_u64().expect("a ply") as usize - 1]["judgement"];
        assert!(judgement == "mistake" || judgement == "blunder", "{ply}: {judgement}");
    }
    assert_eq!(game["white"]["blunders"], 1);
    let [white, black] =
        ["white", "black"].map(|side| game[side]["accuracy"].as_f64().expect("a number"));
    assert!(white < black && black <= 100.0, "{white} {black}");
    let (page, data) = read_page(&page);
    assert!(!page.contains("{{") && !page.contains("src=") && !page.contains("href="));
    let shown = &data["games"][0];
    for field in ["number", "tags", "result", "opening", "complete", "turning_points"] {
        assert_eq!(shown[field], game[field], "{field}");
    }
    assert_eq!(shown["fen"], game["start"]["fen"]);
    let moves = game["moves"].as_array().expect("a list");
    let positions: Vec<&Value> = std::iter::once(&game["start"]).chain(moves).collect();
    let of_positions = |field: fn(&Value) -> Value| -> Value {
        positions.iter().map(|position| field(position)).collect()
    };
    assert_eq!(shown["scores"], of_positions(|position| position["score"]["centipawns"].clone()));
    assert_eq!(shown["depths"], of_positions(|position| position["depth"].clone()));
    let chances = of_positions(|position| {
        Value::from((position["win_percent"].as_f64().expect("a number") * 10.0).round() as u64)
    });
    assert_eq!(shown["chances"], chances);
    let judged: Vec<&Value> = moves.iter().filter(|m| !m["sentence"].is_null()).collect();
    let shown = shown["marked"].as_array().expect("a list");
    assert_eq!(shown.len(), judged.len());
    for (shown, judged) in shown.iter().zip(judged) {
        for (index, field) in ["ply", "judgement", "sentence"].into_iter().enumerate() {
            assert_eq!(shown[index], judged[field]);
        }
        let [ucis, sans] =
            ["uci", "san"].map(|field| judged["best"][field].as_array().expect("a list"));
        let words: Vec<&str> = shown[3][0][1].as_str().expect("a line").split(' ').collect();
        assert_eq!(words.len(), sans.len());
        for (word, (uci, san)) in words.into_iter().zip(ucis.iter().zip(sans)) {
            let [uci, san] = [uci, san].map(|value| value.as_str().expect("a move"));
            let (word, _) = word.split_once('|').unwrap_or((word, ""));
            assert!(word.starts_with(&uci[..2]) && word.ends_with(san), "{word} {uci} {san}");
        }
    }
}

#[test]
fn several_better_lines_have_scores_and_go_with_the_next_analysis() {
    let folder = TempFolder::new();
    let file = folder.write("game.pgn", GAME);
    let page = folder.name("page.html");
    let pgn = text(&annotate(&file, &["--lines", "3"]).stdout);
    let blunder = pgn.replace('\n', " ");
    let (_, after) = blunder.split_once("4. Qxf7+ $4").expect("a blunder");
    let better: Vec<&str> = after.split("(4. ").skip(1).collect();
    assert!((2..=3).contains(&better.len()), "{after}");
    for line in better {
        let (first, _) = line.split_once('}').expect("a score");
        assert!(!first.starts_with("Qxf7") && first.contains(" {[%eval "), "{line}");
    }
    // A second run replaces them.
    let again = annotate(&folder.write("again.pgn", &pgn), &["--lines", "3"]);
    assert_eq!(text(&again.stdout), pgn);
    let single = annotate(&folder.write("single.pgn", &pgn), &[]);
    assert_eq!(text(&single.stdout), text(&annotate(&file, &[]).stdout));
    let output = annotate(&file, &["--lines", "3", "--json", "--html", &page]);
    let document: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    let moves = document["games"][0]["moves"].as_array().expect("a list");
    let (blunder, others) = (&moves[6], &moves[..6]);
    assert!(others.iter().all(|m| m["lines"].as_array().expect("a list").len() == 3));
    let lines = blunder["lines"].as_array().expect("a list");
    assert_eq!(lines[0]["uci"], blunder["best"]["uci"]);
    assert!(lines[0]["score"]["centipawns"].as_i64() >= lines[1]["score"]["centipawns"].as_i64());
    let (_, data) = read_page(&page);
    let judged = data["games"][0]["marked"].as_array().expect("a list");
    let shown = &judged.last().expect("the blunder")[3];
    assert!(shown.as_array().expect("a list").len() >= 2, "{shown}");
    assert_eq!(shown[1][0], lines[1]["score"]["centipawns"]);
}

#[test]
fn variations_of_the_input_are_in_the_json() {
    let folder = TempFolder::new();
    let study = "1. e4 $1 {good} ({or} 1. d4 $6 d5 {solid} (1... Nf6 2. --)) (1. c4) 1... e5 *\n";
    let output = annotate(&folder.write("study.pgn", study), &["--json"]);
    let document: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    let m = |san: &str, uci: &str| {
        let mut bare = serde_json::json!({"nags": [], "comments": [], "variations": []});
        (bare["san"], bare["uci"]) = (san.into(), uci.into());
        bare
    };
    let mut queen = [m("d4", "d2d4"), m("d5", "d7d5")];
    queen[0]["nags"] = serde_json::json!([6]);
    queen[1]["comments"] = serde_json::json!(["solid"]);
    let knight = [m("Nf6", "g8f6"), m("--", "0000")];
    queen[1]["variations"] = serde_json::json!([{"comments": [], "moves": knight}]);
    let expected = serde_json::json!([
        {"comments": ["or"], "moves": queen},
        {"comments": [], "moves": [m("c4", "c2c4")]},
    ]);
    let moves = &document["games"][0]["moves"];
    assert_eq!(moves[0]["variations"], expected);
    assert_eq!(moves[1]["variations"], serde_json::json!([]));
    assert!(moves[0].get("lines").is_none(), "one line was searched");
}

/// Returns the text of a page and the data in it.
fn read_page(name: &str) -> (String, Value) {
    let page = fs::read_to_string(name).expect("the page is written");
    let (_, rest) = page.split_once("type=\"application/json\">").expect("the page has data");
    let (data, _) = rest.split_once("</script>").expect("the data ends");
    let data = serde_json::from_str(data).expect("it is JSON");
    (page, data)
}

#[test]
fn a_page_keeps_numbers_variations_and_comments_and_runs_no_script_of_the_input() {
    let folder = TempFolder::new();
    let hostile = "</script><script>alert(1)</script>";
    let study = format!(
        "[White \"X\"]\n\n1. e4 e5 2. Ke3 *\n\n[White \"{hostile}\"]\n\n\
         {{Before {hostile}}} 1. e4 $1 {{good}} (1. d4 {{or}} d5 (1... Nf6)) 1... e5 *\n"
    );
    let page = folder.name("page.html");
    run(&["analyse", &folder.write("games.pgn", &study), "--nodes", "1000", "--html", &page]);
    let (page, data) = read_page(&page);
    assert_eq!(page.matches("alert").count(), 2, "in a tag and a comment");
    assert!(!page.contains("<script>alert"));
    assert_eq!(data["skipped"][0]["number"], 1);
    let game = &data["games"][0];
    assert_eq!(game["number"], 2);
    assert_eq!(game["tags"][0][1], hostile);
    let line = serde_json::json!([
        {"comment": format!("Before {hostile}")},
        "e2e4",
        1,
        {"comment": "good"},
        ["d2d4", {"comment": "or"}, "d7d5", ["g8Nf6"]],
        "e7e5",
    ]);
    assert_eq!(game["line"], line);
}

/// A page may contain a thousand games, so its data does not contain what its scripts can compute.
#[test]
fn a_page_takes_a_quarter_of_the_json() {
    let folder = TempFolder::new();
    let knights = "Nf3 Nf6 Ng1 Ng8 ".repeat(20);
    let page = folder.name("page.html");
    let game = folder.write("game.pgn", format!("{knights} *\n"));
    let output = annotate(&game, &["--html", &page, "--json"]);
    let document: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    let (_, data) = read_page(&page);
    let [json, page] = [&document, &data].map(|value| value["games"].to_string().len());
    assert!(page * 4 < json, "{page} and {json} bytes");
}

#[test]
fn games_that_end_begin_anywhere_or_have_no_moves() {
    let folder = TempFolder::new();
    let text_of_games = "[White \"mate\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n\
         [White \"nothing\"]\n\n*\n\n\
         [White \"Chess960\"]\n[Variant \"Chess960\"]\n[SetUp \"1\"]\n\
         [FEN \"bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w KQkq - 0 1\"]\n\n1. O-O O-O *\n\n\
         [White \"stalemate\"]\n[FEN \"7k/8/5K2/8/8/8/8/6Q1 b - - 0 1\"]\n\n1... Kh7 2. Qg7+ *\n\n\
         [White \"draw\"]\n[FEN \"8/8/8/8/8/3k4/1p6/K7 w - - 0 1\"]\n\n1. Kxb2 1/2-1/2\n\n";
    let file = folder.write("games.pgn", text_of_games);
    let out = folder.name("out.pgn");
    let output = annotate(&file, &["--output", &out]);
    let pgn = fs::read_to_string(Path::new(&out)).expect("the games are written");
    let found = games(&pgn);
    let plies: Vec<usize> = found.iter().map(|game| game.sans.len()).collect();
    assert_eq!(plies, [4, 0, 2, 2, 1], "{pgn}");
    assert!(found[0].comments.iter().any(|(ply, text)| *ply == 3 && text.contains("%eval #-1")));
    assert!(found[0].comments.iter().all(|(ply, _)| *ply < 4), "no evaluation of a mate: {pgn}");
    assert!(found[4].comments.contains(&(1, "[%eval 0.00]".to_owned())), "{pgn}");
    assert!(pgn.contains("1. O-O") && pgn.contains("1... Kh7"), "{pgn}");
    // The summary replaces the games on standard output.
    let summary = text(&output.stdout);
    for line in ["The game is over, checkmate: Black wins.", "Game 2: nothing - ?, *, no moves"] {
        assert!(summary.contains(line), "{line} in\n{summary}");
    }
}

#[test]
fn a_study_comes_out_complete() {
    let folder = TempFolder::new();
    let study = "[Event \"Study\"]\n\n{Before} 1. e4 $1 {Mistake: I wanted d4 here} (1. d4 {or} \
                 (1. c4)) 1... e5 ; to the end\n2. Sf3 -- 3. d4 {[%cal Ga1b2] see} *\n";
    let output = annotate(&folder.write("study.pgn", study), &[]);
    let pgn = text(&output.stdout).replace('\n', " ");
    for part in [
        "{Before} 1. e4 $1 {Mistake: I wanted d4 here [%eval ",
        "} (1. d4 {or} (1. c4)) 1... e5 {to the end [%eval ",
        "} 2. Nf3 ",
        "2... -- ",
        "{[%cal Ga1b2] see [%eval ",
    ] {
        assert!(pgn.contains(part), "{part} in {pgn}");
    }
}
