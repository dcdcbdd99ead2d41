//! The report on a player's games.

use serde_json::json;

use crate::game::{MATE, STUDY, analysed};

const WON: &str = "[White \"Ann Lee\"]\n[Black \"Cy\"]\n\n1. e4 {[%clk 0:05:00]} e5 2. Qh5 {[%clk 0:00:15]} \
                   Ke7 3. Qxe5# 1-0\n\n";
const BLACK: &str = "[White \"Cy\"]\n[Black \"Ann\"]\n\n1. d4 d5 2. c4 1/2-1/2\n\n";

#[test]
#[ignore = "needs Chromium"]
fn the_report_has_its_figures_and_leads_to_the_worst_moves() {
    let group = |moves: u32| {
        json!({"games": 1234, "points": 2.25, "moves": moves, "accuracy": 71.26, "average_centipawn_loss": 41.5,
               "inaccuracies": 1, "mistakes": 2, "blunders": 3,
               "numbers": {"won": [3], "drawn": [4], "lost": [99], "unfinished": []}})
    };
    let page = analysed(&[STUDY, MATE, WON, BLACK].concat(), &["--player", "Ann"]);
    let page = page.with_data(|data| {
        let report = &mut data["report"];
        for (place, value) in [("total", group(8)), ("colours/0", group(5))] {
            let place = report.pointer_mut(&format!("/{place}")).expect("it is there");
            let fields = value.as_object().expect("an object").clone();
            place.as_object_mut().expect("an object").extend(fields);
        }
        report["total"]["won"] = 1.into();
        report["total"]["drawn"] = 2.into();
        report["total"]["lost"] = 4.into();
        report["names"] = json!(["Ann", "Ann Lee", "c", "d", "e", "f"]);
        report["colours"][1]["games"] = 0.into();
        report["openings"] = json!([group(3), group(4)]);
        for (index, (side, name)) in
            [("white", json!("A < B")), ("black", json!(null))].into_iter().enumerate()
        {
            report["openings"][index]["side"] = side.into();
            report["openings"][index]["eco"] = "C20".into();
            report["openings"][index]["name"] = name;
        }
        report["time_left"] = json!([group(1), group(2), group(3), group(4)]);
        for group in report["time_left"].as_array_mut().expect("a list") {
            group["numbers"] = json!([]);
        }
        for (index, (from, to)) in
            [(0, Some(20)), (20, Some(60)), (60, Some(180)), (600, None)].into_iter().enumerate()
        {
            report["time_left"][index]["from_seconds"] = from.into();
            report["time_left"][index]["to_seconds"] = to.into();
        }
        report["time_left"][0]["accuracy"] = json!(null);
        report["time_left"][0]["average_centipawn_loss"] = json!(null);
        let mistake = |name: &str, game: u32, ply: u32, san: &str| {
            json!({"kind": "x", "name": name, "inaccuracies": 1, "mistakes": 2, "blunders": 3,
                   "points_lost": 1.25, "numbers": [99], "worst": {"game": game, "ply": ply, "move": san}})
        };
        report["mistakes"] =
            json!([mistake("hung piece", 1, 7, "4.Qxf7+"), mistake("missed mate", 99, 1, "1.e4")]);
        report["expectations"] = json!([
            {"at_start_of": "middlegame", "games": 2, "numbers": [], "expected": 1.26, "scored": 1.5},
            {"at_start_of": "endgame", "games": 0, "numbers": [], "expected": 0, "scored": 0},
        ]);
        let numbers = json!({"won": [1, 3], "drawn": [], "lost": [2], "unfinished": []});
        report["won_positions"] =
            json!({"games": 6, "won": 3, "drawn": 2, "lost": 1, "numbers": numbers});
        report["lost_positions"] =
            json!({"games": 0, "won": 0, "drawn": 0, "lost": 0, "numbers": numbers});
        report["phases"] = json!([group(6), group(0)]);
        report["phases"][0]["phase"] = "opening".into();
        report["phases"][1]["phase"] = "endgame".into();
    });
    let seen = page.work(
        r##"
        const seen = { title: text('#report-title'), about: text('#report-about'), link: text('#to-report'),
          tables: texts('#report-tables h3').map((title, at) => [title, rows(`#report-tables .wide:nth-of-type(${at + 1})`)]) };
        click('#to-report');
        seen.focus = document.activeElement.id;
        seen.buttons = texts('#report-tables [data-report-game]');
        seen.lists = texts('#report-tables [data-report-games]');
        const listed = () => [text('#found'), rows('#list').slice(1).map((row) => row[0])];
        click('#report-tables [data-report-games]');
        seen.listed = [listed()];
        click('#close-games');
        click('#report-tables [data-report-games]', seen.lists.indexOf('3'));
        seen.listed.push(listed());
        click('#close-games');
        click('#open-games');
        seen.listed.push(listed()[0]);
        click('#close-games');
        click('#report-tables [data-report-game]');
        await wait(200);
        seen.opened = [text('#open-games'), texts('#moves .here')[0].slice(0, 5), location.hash];
        return seen;
        "##,
    );
    assert_eq!((&seen["title"], &seen["link"]), (&json!("Report on Ann"), &json!("report on Ann")));
    let about = seen["about"].as_str().expect("text");
    assert_eq!(
        about,
        "1,234 games: 1 won, 2 drawn, 4 lost; 2.3 of 7 points. Names: Ann; Ann Lee; c; d; e …."
    );
    let moves = ["moves", "accuracy", "average loss", "?!", "?", "??"];
    let heads = |names: &[&str]| json!([&[""], names].concat());
    let games = heads(&[&["games", "points"][..], &moves].concat());
    let cells = |label: &str, moves: &str| {
        json!([label, "1,234", "2.3", moves, "71.3 %", "42", "1", "2", "3"])
    };
    let kinds = heads(&["number", "?!", "?", "??", "points lost", "worst"]);
    let figures = |moves: &str| json!([moves, "71.3 %", "42", "1", "2", "3"]);
    let time = |label: &str, moves: &str| {
        let mut row = vec![json!(label)];
        row.extend(figures(moves).as_array().expect("a list").clone());
        json!(row)
    };
    let tables = json!([
        ["By colour", [games, cells("White", "5")]],
        ["By phase", [games, cells("opening", "6")]],
        [
            "By time left",
            [
                heads(&moves),
                ["less than 20 seconds", "1", "–", "–", "1", "2", "3"],
                time("20 to 60 seconds", "2"),
                time("1 to 3 minutes", "3"),
                time("10 minutes or more", "4"),
            ]
        ],
        [
            "Kinds of mistakes",
            [
                kinds,
                ["hung piece", "6", "1", "2", "3", "1.3", "game 1, 4.Qxf7+"],
                ["missed mate", "6", "1", "2", "3", "1.3", "game 99, 1.e4"],
            ]
        ],
        [
            "Points",
            [
                heads(&["games", "expected", "scored"]),
                ["at the start of the middlegame", "2", "1.3", "1.5"],
            ]
        ],
        [
            "Games",
            [heads(&["games", "won", "drawn", "lost"]), ["had a won position", "6", "3", "2", "1"]]
        ],
        ["Openings as White", [games, cells("C20 A < B", "3")]],
        ["Openings as Black", [games, cells("no name", "4")]],
    ]);
    assert_eq!(seen["tables"], tables, "{seen:#}");
    assert_eq!(seen["focus"], "report-title");
    assert_eq!(
        seen["buttons"],
        json!(["game 1, 4.Qxf7+"]),
        "a game that is not on the page is no link"
    );
    assert_eq!(seen["lists"], json!(["1,234", "1,234", "6", "3", "1", "1,234", "1,234"]));
    assert_eq!(
        seen["listed"],
        json!([["2 of 4 games", ["3", "4"]], ["2 of 4 games", ["1", "3"]], "4 of 4 games"])
    );
    assert_eq!(seen["opened"], json!(["game 1 – all 4 games", "Qxf7+", "#game=1&ply=7"]));
}
