//! `brudno analyse --player`: the report on a player's games.

use std::fs;

use serde_json::Value;

use crate::support::{
    command::{run, stdout, text},
    files::TempFolder,
};

/// Black allows a mate.
const WON: &str = "[White \"Ann\"]\n[Black \"Bo\"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n\n";
/// White gives the queen away.
const LOST: &str = "[White \"Ann Lee\"]\n[Black \"Cy\"]\n\n\
                    1. e4 {[%clk 0:05:00]} e5 {[%clk 0:05:00]} 2. Qh5 {[%clk 0:02:00]} \
                    Nc6 {[%clk 0:04:00]} 3. Nf3 {[%clk 0:00:15]} d6 {[%clk 0:03:00]} \
                    4. Qxf7+ {[%clk 0:00:14]} Kxf7 0-1\n\n";
const BLACK: &str = "[White \"Cy\"]\n[Black \"Ann\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n";
const UNFINISHED: &str = "[White \"Cy\"]\n[Black \"Ann\"]\n\n1. e4 c5 2. Nf3 d6 *\n\n";
const OTHERS: &str = "[White \"Bo\"]\n[Black \"Cy\"]\n\n1. d4 d5 2. c4 1/2-1/2\n\n";

fn analyse(arguments: &[&str]) -> std::process::Output {
    let output = run(&[&["analyse", "--nodes", "3000"], arguments].concat());
    assert!(output.status.success(), "{output:?}");
    output
}

fn json(arguments: &[&str]) -> Value {
    let output = analyse(&[arguments, &["--json"]].concat());
    serde_json::from_slice(&output.stdout).expect("it is JSON")
}

fn sum(list: &Value, field: &str) -> u64 {
    list.as_array().expect("a list").iter().filter_map(|value| value[field].as_u64()).sum()
}

#[test]
fn games_are_counted_by_colour_opening_and_phase() {
    let folder = TempFolder::new();
    let games = folder.write("games.pgn", [WON, LOST, BLACK, UNFINISHED, OTHERS].concat());
    let document = json(&[&games, "--player", "ann"]);
    let report = &document["report"];
    assert_eq!(report["player"], "ann");
    assert_eq!(report["names"], serde_json::json!(["Ann", "Ann Lee"]));
    let total = &report["total"];
    for (field, number) in [("games", 4), ("won", 2), ("drawn", 0), ("lost", 1), ("moves", 11)] {
        assert_eq!(total[field], number, "{field}");
    }
    assert_eq!(total["points"], 2.0);
    let numbers = serde_json::json!({"won": [1, 3], "drawn": [], "lost": [2], "unfinished": [4]});
    assert_eq!(total["numbers"], numbers);
    let colours = &report["colours"];
    assert_eq!((&colours[0]["side"], &colours[0]["games"]), (&"white".into(), &2.into()));
    assert_eq!((&colours[1]["side"], &colours[1]["won"]), (&"black".into(), &1.into()));
    for group in ["colours", "phases", "openings"] {
        assert_eq!(sum(&report[group], "moves"), 11, "{group}");
    }
    assert_eq!(sum(&report["openings"], "games"), 4);
    let openings = report["openings"].as_array().expect("a list");
    let attack = openings.iter().find(|opening| opening["eco"] == "C20").expect("it was played");
    assert_eq!(attack["name"], "King's Pawn Game, Wayward Queen Attack");
    assert_eq!((&attack["side"], &attack["games"]), (&"white".into(), &2.into()));
    assert_eq!(json(&[&games])["report"], Value::Null);
}

#[test]
fn a_report_on_one_game_has_its_figures() {
    let folder = TempFolder::new();
    let document = json(&[&folder.write("game.pgn", LOST), "--player", "Ann"]);
    let (total, white) = (&document["report"]["total"], &document["games"][0]["white"]);
    let fields = ["accuracy", "average_centipawn_loss", "inaccuracies", "mistakes", "blunders"];
    for field in fields {
        assert_eq!(total[field], white[field], "{field}");
    }
}

#[test]
fn mistakes_have_kinds_and_an_example() {
    let folder = TempFolder::new();
    let games = folder.write("games.pgn", OTHERS.to_owned() + LOST + WON);
    let mistake = |player: &str, kind: &str| {
        let document = json(&[&games, "--player", player]);
        let mistakes = document["report"]["mistakes"].as_array().expect("a list").clone();
        let found = mistakes.iter().find(|mistake| mistake["kind"] == kind).cloned();
        found.unwrap_or_else(|| panic!("{kind} in {mistakes:?}"))
    };
    let queen = mistake("Ann", "hanging_piece");
    assert_eq!(queen["worst"], serde_json::json!({"game": 2, "ply": 7, "move": "4.Qxf7+"}));
    assert_eq!((&queen["blunders"], &queen["numbers"]), (&1.into(), &serde_json::json!([2])));
    assert!(queen["points_lost"].as_f64().is_some_and(|points| (0.2..1.0).contains(&points)));
    let mate = mistake("Bo", "mate");
    assert_eq!(mate["worst"], serde_json::json!({"game": 3, "ply": 4, "move": "2...Ke7"}));
}

#[test]
fn moves_are_grouped_by_the_time_left_before_them() {
    let folder = TempFolder::new();
    let games = folder.write("games.pgn", LOST.to_owned() + WON);
    let document = json(&[&games, "--player", "Ann"]);
    let groups = document["report"]["time_left"].as_array().expect("a list").clone();
    let groups: Vec<_> = groups
        .iter()
        .map(|group| ["from_seconds", "to_seconds", "moves"].map(|field| group[field].as_u64()))
        .collect();
    assert_eq!(
        groups,
        [
            [Some(180), Some(600), Some(1)],
            [Some(60), Some(180), Some(1)],
            [Some(0), Some(20), Some(1)],
        ]
    );
    let without = json(&[&folder.write("game.pgn", WON), "--player", "Ann"]);
    assert_eq!(without["report"]["time_left"], serde_json::json!([]));
}

#[test]
fn results_stand_beside_what_the_positions_promised() {
    let folder = TempFolder::new();
    // White resigns a game that is won.
    let given_up = "[White \"Ann\"]\n[Black \"Bo\"]\n[SetUp \"1\"]\n\
                    [FEN \"4k3/8/8/8/8/8/4PPPP/R3K2R w KQ - 0 1\"]\n\n1. O-O Ke7 0-1\n";
    let document = json(&[&folder.write("game.pgn", given_up), "--player", "Ann"]);
    let report = &document["report"];
    assert_eq!(
        report["won_positions"],
        serde_json::json!({"games": 1, "won": 0, "drawn": 0, "lost": 1,
            "numbers": {"won": [], "drawn": [], "lost": [1], "unfinished": []}})
    );
    assert_eq!(report["lost_positions"]["games"], 0);
    let endgame = &report["expectations"][1];
    assert_eq!((&endgame["at_start_of"], &endgame["games"]), (&"endgame".into(), &1.into()));
    assert!(endgame["expected"].as_f64().is_some_and(|points| points > 0.8), "{endgame}");
    assert_eq!(endgame["scored"], 0.0);
}

#[test]
fn the_report_is_printed_where_the_summaries_are() {
    let folder = TempFolder::new();
    let games = folder.write("games.pgn", [WON, LOST, BLACK, UNFINISHED].concat());
    let piped = analyse(&[&games, "--player", "Ann"]);
    assert!(!text(&piped.stdout).contains("Report on"), "{piped:?}");
    let printed = text(&piped.stderr);
    let (_, report) = printed.split_once("Report on Ann\n").expect("there is a report");
    for line in [
        "4 games: 2 won, 0 drawn, 1 lost, 1 without a result; 2 of 3 points. Names: Ann; Ann Lee.",
        "\nBy colour games",
        "\nWhite         2      1      7 ",
        "\nAs White ",
        "\nC20 King's Pawn Game, Wayward Queen Attack ",
        "\nBy phase ",
        "\nBy time left ",
        "\nless than 20 seconds ",
        "\nKinds of mistakes ",
        "\nleaves a piece hanging ",
        " game 2, 4.Qxf7+\n",
        "\nhad a lost position ",
    ] {
        assert!(report.contains(line), "{line} in\n{report}");
    }
    assert!(report.contains("\nall "), "{report}");
    let white = analyse(&[&folder.write("white.pgn", WON), "--player", "Ann"]);
    let printed = text(&white.stderr);
    let (_, report) = printed.split_once("Report on Ann\n").expect("there is a report");
    assert!(report.contains("\nWhite ") && !report.contains("\nall "), "one colour: {report}");
    let output = folder.name("out.pgn");
    let with_file = ["analyse", "--nodes", "500", &games, "-o", &output];
    assert!(stdout(&[&with_file[..], &["--player", "Ann"]].concat()).contains("\nReport on Ann\n"));
    assert!(!stdout(&with_file).contains("Report on"));
}

/// The start position has no evaluation in PGN, so White's first move is not counted again.
#[test]
fn resume_counts_the_games_that_were_annotated_before() {
    let folder = TempFolder::new();
    let games = folder.write("games.pgn", LOST.to_owned() + BLACK);
    let (output, page) = (folder.name("out.pgn"), folder.name("page.html"));
    let arguments = ["analyse", &games, "--nodes", "3000", "-o", &output, "--player", "Ann"];
    let first = stdout(&arguments);
    let second = stdout(&[&arguments[..], &["--resume"]].concat());
    let [first, second] = [first, second].map(|text| {
        let (_, report) = text.split_once("Report on Ann\n").expect("there is a report");
        report.to_owned()
    });
    assert!(second.starts_with("2 games (2 from the earlier analysis): 1 won"), "{second}");
    let mistakes = |text: &str| {
        let (_, rest) = text.split_once("\nKinds of mistakes").expect("there are mistakes");
        rest.split_once("\n\n").map(|(table, _)| table.to_owned())
    };
    assert_eq!(mistakes(&first), mistakes(&second));
    let black = |text: &str| {
        let line = text.lines().find(|line| line.starts_with("Black   "));
        line.map(str::to_owned).expect("Black is counted")
    };
    assert_eq!(black(&first), black(&second));
    let html = [&arguments[..], &["--html", &page, "--resume"]].concat();
    assert_eq!(run(&html).status.code(), Some(2), "a page needs the whole analysis");
}

#[test]
fn the_page_has_the_report() {
    let folder = TempFolder::new();
    let games = folder.write("games.pgn", [WON, LOST, BLACK].concat());
    let page = folder.name("page.html");
    let document = json(&[&games, "--player", "Ann", "--html", &page]);
    let page = fs::read_to_string(&page).expect("the page is written");
    let (_, rest) = page.split_once("type=\"application/json\">").expect("the page has data");
    let (data, _) = rest.split_once("</script>").expect("the data ends");
    let data: Value = serde_json::from_str(data).expect("it is JSON");
    assert_eq!(data["report"], document["report"]);
    assert!(page.contains("<section id=\"report\""));
}
