//! The moves of a game with the lines below them, and where they stand in the window.

use brudno::{chess::Game, notation::san};
use brudno_notation::pgn::{self, Line};
use serde_json::{Value, json};

use crate::{
    browser::Page,
    game::{CHESS960, RULES, STUDY, analysed, list},
};

/// Lines within lines, deeper than they are indented.
const NESTED: &str = "[Event \" Club  night \"]\n[Site \"Here \"]\n[White \" Ann \"]\n\n\
    {[%clk 0:10:00]} 1. e4 $11 {[%clk 0:09:59] [%tqu \"En\",\"x\"]good} (1. d4 d5 (1... Nf6 2. c4 (2. Nf3 g6 \
    (2... e6 3. g3 (3. e3 c5 (3... b6 4. Bd3)) 3... b5) 3. c4) 2... e6) 2. c4) (1. c4 $201 $213) \
    1... e5 {[%clk 1:09:58.5]} (1... c5 2. Nf3 (2. c3 d5) 2... d6) 2. Nf3 Nc6 (2... d6) 3. Bb5 *\n\n";

/// Returns a page without the engine's lines, which differ from machine to machine.
fn page(games: &str) -> Page {
    analysed(games, &[]).with_data(|data| {
        for game in data["games"].as_array_mut().expect("a list") {
            game["marked"] = json!([]);
            game["turning_points"] = json!([]);
        }
    })
}

/// Adds the moves of a line with the positions after them, in the order of the page: the variations
/// of a move follow it.
fn add_line(line: &Line, start: &Game, found: &mut Vec<[String; 2]>) {
    let mut game = start.clone();
    for played in &line.moves {
        let before = game.clone();
        let m = played.m.expect("no null move");
        game.play(m);
        found.push([san(before.position(), m), game.position().fen()]);
        for variation in played.variations() {
            add_line(variation, &before, found);
        }
    }
}

#[test]
#[ignore = "needs Chromium"]
fn every_move_of_every_line_is_clicked() {
    let games = [STUDY, RULES, CHESS960, NESTED].concat();
    let seen = page(&games).work(
        r##"
        const games = [];
        while (true) {
          const moves = [];
          for (let index = 0; index < all('#moves button').length; index++) {
            click('#moves button', index);
            const here = all('#moves .here');
            moves.push([here.length, here[0] === all('#moves button')[index], text('#moves .here'), await copied('#copy-fen')]);
          }
          games.push(moves);
          if (element('#game-next').disabled) return games;
          click('#game-next');
        }
        "##,
    );
    for (game, moves) in pgn::games(&games).zip(list(&seen)) {
        let game = game.expect("the PGN can be read");
        let mut expected = Vec::new();
        add_line(&game.main, &game.start, &mut expected);
        assert_eq!(list(moves).len(), expected.len());
        for (shown, [san, fen]) in list(moves).iter().zip(&expected) {
            assert_eq!((&shown[0], &shown[1]), (&json!(1), &json!(true)), "{san}");
            let name = shown[2].as_str().expect("text");
            assert!(name.contains(san.as_str()), "{name}: {san}");
            assert_eq!(shown[3], *fen, "{name}");
        }
    }
}

#[test]
#[ignore = "needs Chromium"]
fn what_people_cannot_read_is_not_shown() {
    let seen = page(NESTED).work(
        "return { header: [text('#title'), text('#about')], clocks: texts('#moves time'), below: texts('#moves .below'),
           first: text('#moves > button > span') };",
    );
    assert_eq!(seen["header"][0], "Ann – Black *");
    let about = seen["header"][1].as_str().expect("text");
    assert!(about.contains(", Club night, Here, evaluated by "), "{about}");
    assert_eq!(seen["clocks"], json!(["09:59", "1:09:58.5"]));
    assert_eq!(seen["first"], "e4 =");
    let below = json!([
        "good1.d4 d5 1...Nf6 2.c4 2.Nf3 g6 (2...e6 3.g3 (3.e3 c5 (3...b6 4.Bd3)) 3...b5) 3.c4 2...e6 2.c4\
         1.c4 (diagram)",
        "1...c5 2.Nf3 2.c3 d5 2...d6",
        "2...d6",
    ]);
    assert_eq!(seen["below"], below);
}

/// Returns left, top, right and bottom of elements in a window.
fn boxes(page: &Page) -> Value {
    page.work(
        r##"
        const box = (selector) => {
          const { left, top, right, bottom } = element(selector).getBoundingClientRect();
          return { left, top, right, bottom };
        };
        const names = ['board', 'moves', 'note', 'chart', 'first', 'mistake', 'flip', 'copy-fen', 'copy-pgn'];
        return { ...Object.fromEntries(names.map((name) => [name, box(`#${name}`)])), width: innerWidth, height: innerHeight,
          page: document.documentElement.scrollWidth };
        "##,
    )
}

#[test]
#[ignore = "needs Chromium"]
fn the_moves_stand_beside_or_below_the_board() {
    let page = page(STUDY);
    // The window of the browser is higher than the page, and at least 500 pixels wide.
    let at = |found: &Value, name: &str, side: &str| found[name][side].as_f64().expect("a number");
    for (width, height) in [(1280, 943), (1920, 1223), (1024, 768)] {
        let found = boxes(&page.sized(width, height));
        assert!(found["page"].as_f64() <= found["width"].as_f64(), "{found:#}");
        assert!(at(&found, "moves", "left") > at(&found, "board", "right"), "{found:#}");
        let inner_height = found["height"].as_f64().expect("a number");
        let [first, mistake, flip, copy_fen, copy_pgn] =
            ["first", "mistake", "flip", "copy-fen", "copy-pgn"]
                .map(|name| at(&found, name, "top"));
        assert_eq!([first, flip, flip], [mistake, copy_fen, copy_pgn], "{found:#}");
        assert!(width < 1280 || first == flip, "the buttons take one row: {found:#}");
        // No empty space below the moves.
        let gap = at(&found, "note", "bottom") - at(&found, "chart", "bottom");
        assert!(
            (0.0..30.0).contains(&gap)
                && at(&found, "chart", "top") - at(&found, "moves", "bottom") < 20.0,
            "{found:#}"
        );
        assert!(
            at(&found, "moves", "bottom") - at(&found, "moves", "top") > 0.4 * inner_height,
            "{found:#}"
        );
    }
    let found = boxes(&page.sized(500, 1225));
    assert!(found["page"].as_f64() <= found["width"].as_f64(), "{found:#}");
    assert!(found["width"].as_f64() < Some(600.0), "{found:#}");
    let (top, bottom) = (at(&found, "moves", "top"), found["height"].as_f64().expect("a number"));
    assert!(at(&found, "board", "bottom") < top && top < bottom - 200.0, "{found:#}");
    assert_eq!(at(&found, "copy-pgn", "top"), at(&found, "copy-fen", "top"));
}

#[test]
#[ignore = "needs Chromium"]
fn colours_follow_the_reader() {
    // Relative luminance of text and background (WCAG), from which the contrast follows.
    let steps = r##"
        const light = (color) => {
          const parts = color.match(/[\d.]+/g).slice(0, 3).map((part) => part / 255);
          const [r, g, b] = parts.map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const back = (each) => {
          const { backgroundColor } = getComputedStyle(each);
          return backgroundColor === 'rgba(0, 0, 0, 0)' ? back(each.parentElement) : backgroundColor;
        };
        const contrast = (each) => {
          const pair = [light(getComputedStyle(each).color), light(back(each))].sort((a, b) => b - a);
          return (pair[0] + 0.05) / (pair[1] + 0.05);
        };
        click('#moves .line button');
        const read = ['body', '#about', '#moves > span', '#moves > button', '#moves small', '#moves time', '#moves .below p',
          '#moves .line button', '#moves .here', '#moves .mistake', '#note p', '#steps button', '#sides th'];
        return { back: light(back(document.body)), least: Math.min(...read.flatMap((name) => all(name).map(contrast))) };
        "##;
    let page = analysed(STUDY, &[]).with_data(|data| {
        data["games"][0]["marked"] = json!([[5, "mistake", "Bad.", [[10, "f1Bc4"]]]]);
    });
    let [light, dark] = [page.work(steps), page.dark().work(steps)];
    let value = |seen: &Value, name: &str| seen[name].as_f64().expect("a number");
    assert!(value(&light, "back") > 0.9 && value(&dark, "back") < 0.1, "{light} {dark}");
    assert!(value(&light, "least") >= 4.5 && value(&dark, "least") >= 4.5, "{light} {dark}");
}
