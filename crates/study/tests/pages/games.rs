//! The list of games.

use serde_json::json;

use crate::game::{MATE, STUDY, analysed, list};

const BROKEN: &str = "[White \"Hal <b>\"]\n\n1. e4 e5 2. Ke3 *\n\n";
const OTHERS: &str = "[White \"Åsa\"]\n[Black \"Bo\"]\n[Date \"2023.11.02\"]\n[Result \"1/2-1/2\"]\n\n\
                      1. d4 d5 2. c4 1/2-1/2\n\n[Black \"ann\"]\n[Result \"1-0\"]\n\n*\n\n";

#[test]
#[ignore = "needs Chromium"]
fn games_are_searched_sorted_and_opened() {
    let page = analysed(&[BROKEN, STUDY, MATE, OTHERS].concat(), &[]).with_data(|data| {
        let games = data["games"].as_array_mut().expect("a list");
        for (game, accuracy) in
            games.iter_mut().zip([json!(9.5), json!(80.0), json!(null), json!(70.2)])
        {
            game["white"][0] = accuracy;
        }
    });
    let seen = page.at("game=1").work(
        r##"
        const seen = { notice: [isVisible('#notice') && text('#notice'), text('#title')] };
        const opened = () => text('#open-games');
        seen.skipped = [isVisible('#skipped'), text('#skipped summary'), texts('#skipped li')];
        const numbers = () => rows('#list tbody').map(([number]) => Number(number));
        seen.first = [element('#game-back').disabled, element('#game-next').disabled, opened()];
        click('#game-next');
        seen.second = [isVisible('#notice'), opened(), location.hash];
        key('End');
        click('#open-games');
        seen.list = [rows('#list'), texts('#list tr.here td:first-child'), document.activeElement.id];
        key('Home');
        seen.behind = all('#moves .here').length;
        seen.sorted = [];
        for (const column of [0, 0, 1, 1, 2, 3, 4, 4, 5, 6, 7]) {
          click('#list th button', column);
          seen.sorted.push([column, numbers(), texts('#list th').filter((name) => /[▲▼]/.test(name)),
            all('#list th').map((head) => head.ariaSort[0]).join(''), document.activeElement.dataset.column]);
        }
        seen.found = [];
        for (const words of ['ann', 'ANN 0-1', '2024.05', 'wayward', 'c20', 'club', 'nobody', '']) {
          input('#search', words);
          seen.found.push([numbers().sort(), text('#found')]);
        }
        input('#search', 'nobody');
        seen.none = [key('Enter', { on: element('#search') }), isVisible('#games')];
        input('#search', 'gus');
        seen.enter = [key('Enter', { on: element('#search') }), isVisible('#games'), opened(), location.hash];
        click('#open-games');
        click('#close-games');
        seen.closed = isVisible('#games');
        click('#open-games');
        input('#search', '');
        click('#list tbody tr', numbers().indexOf(5));
        seen.clicked = [opened(), isVisible('#games'), element('#game-next').disabled, texts('#moves > button'),
          isVisible('#moves')];
        history.back();
        await until(() => opened().startsWith('game 3'));
        seen.back = [opened(), location.hash];
        location.hash = 'game=4&ply=2';
        await until(() => opened().startsWith('game 4'));
        seen.address = [opened(), text('#note p').split(' ')[0]];
        location.hash = 'game=77';
        await until(() => isVisible('#notice'));
        seen.missing = [isVisible('#notice') && text('#notice'), opened()];
        return seen;
        "##,
    );
    let skipped = seen["skipped"][2][0].as_str().expect("text");
    assert!(
        skipped.starts_with("1. Hal <b> – ?: ") || skipped.starts_with("1. Hal <b> - ?: "),
        "{skipped}"
    );
    assert!(skipped.contains("2.Ke3 is not a legal move"), "{skipped}");
    assert_eq!(
        (&seen["skipped"][0], &seen["skipped"][1]),
        (&json!(true), &json!("1 game could not be read"))
    );
    let notice = seen["notice"][0].as_str().expect("a notice");
    assert!(
        notice.starts_with("game 1 could not be read: ") && notice.contains("2.Ke3"),
        "{notice}"
    );
    assert_eq!(seen["notice"][1], "Ann – Bo \"x\" 0-1");
    assert_eq!(seen["first"], json!([true, false, "game 2 – all 4 games"]));
    assert_eq!(seen["second"], json!([false, "game 3 – all 4 games", "#game=3&ply=0"]));
    let rows = list(&seen["list"][0]);
    assert_eq!(
        rows[0],
        json!([
            "№ ▲",
            "White",
            "Black",
            "result",
            "White’s accuracy",
            "Black’s accuracy",
            "date",
            "opening"
        ])
    );
    let accuracy = |game: usize| {
        let data = page.data();
        data["games"][game]["black"][0]
            .as_f64()
            .map_or("–".to_owned(), |value| format!("{value:.1} %"))
    };
    let opening = "King's Pawn Game, Wayward Queen Attack, C20";
    assert_eq!(
        rows[1],
        json!(["2", "Ann", "Bo \"x\"", "0-1", "9.5 %", accuracy(0), "2024.05", opening])
    );
    assert_eq!(
        rows[2].as_array().expect("a row")[..6],
        [json!("3"), json!("Flo"), json!("Gus"), json!("0-1"), json!("80.0 %"), json!(accuracy(1))]
    );
    assert_eq!((&rows[4][1], &rows[4][2]), (&json!("White"), &json!("ann")));
    assert_eq!((&seen["list"][1], &seen["list"][2]), (&json!(["3"]), &json!("search")));
    assert_eq!(seen["behind"], 1, "keys do not reach the board");
    let sorted = json!([
        [0, [5, 4, 3, 2], ["№ ▼"], "dnnnnnnn", "0"],
        [0, [2, 3, 4, 5], ["№ ▲"], "annnnnnn", "0"],
        [1, [2, 4, 3, 5], ["White ▲"], "nannnnnn", "1"],
        [1, [5, 3, 4, 2], ["White ▼"], "ndnnnnnn", "1"],
        [2, [5, 4, 2, 3], ["Black ▲"], "nnannnnn", "2"],
        [3, [5, 2, 3, 4], ["result ▲"], "nnnannnn", "3"],
        [4, [3, 5, 2, 4], ["White’s accuracy ▼"], "nnnndnnn", "4"],
        [4, [2, 5, 3, 4], ["White’s accuracy ▲"], "nnnnannn", "4"],
        [5, [3, 4, 2, 5], ["Black’s accuracy ▼"], "nnnnndnn", "5"],
        [6, [4, 2, 3, 5], ["date ▲"], "nnnnnnan", "6"],
        [7, [2, 4, 3, 5], ["opening ▲"], "nnnnnnna", "7"],
    ]);
    assert_eq!(seen["sorted"], sorted);
    let [all, one] = ["4 of 4 games", "1 of 4 games"];
    let study = json!([[2], one]);
    let found = json!([
        [[2, 5], "2 of 4 games"],
        study,
        study,
        study,
        study,
        study,
        [[], "0 of 4 games"],
        [[2, 3, 4, 5], all]
    ]);
    assert_eq!(seen["found"], found);
    assert_eq!(seen["none"], json!([false, true]), "no game is opened");
    let third = json!([true, false, "game 3 – all 4 games", "#game=3&ply=0"]);
    assert_eq!((&seen["enter"], &seen["closed"]), (&third, &json!(false)));
    assert_eq!(seen["clicked"], json!(["game 5 – all 4 games", false, true, [], false]));
    assert_eq!(seen["back"], json!(["game 3 – all 4 games", "#game=3&ply=0"]));
    assert_eq!(seen["address"], json!(["game 4 – all 4 games", "1...d5"]));
    let missing = json!(["game 77 is not on this page", "game 2 – all 4 games"]);
    assert_eq!(seen["missing"], missing);
}

#[test]
#[ignore = "needs Chromium"]
fn a_long_list_grows_as_it_is_scrolled() {
    let page = analysed(MATE, &[]).with_data(|data| {
        let game = data["games"][0].clone();
        let games = (1..=450).map(|number| {
            let mut game = game.clone();
            game["number"] = number.into();
            game
        });
        data["games"] = games.collect();
    });
    let seen = page.work(
        r##"
        click('#open-games');
        const seen = [];
        const count = () => [all('#list tbody tr').length, text('#list tbody tr:last-child td'), text('#found')];
        for (let n = 0; n < 4; n++) {
          seen.push(count());
          element('#list').scrollTop = 1e6;
          element('#list').dispatchEvent(new Event('scroll'));
          await wait(100);
        }
        input('#search', '0-1');
        seen.push(count(), element('#list').scrollTop);
        return seen;
        "##,
    );
    let all = "450 of 450 games";
    let counts = json!([
        [200, "200", all],
        [400, "400", all],
        [450, "450", all],
        [450, "450", all],
        [200, "200", all],
        0
    ]);
    assert_eq!(seen, counts);
}
