//! The page of a game: the board, the notes, the moves and the controls.

use brudno_notation::pgn;
use serde_json::{Value, json};

use crate::{browser::Page, support::files::TempFolder};

/// Comments, glyphs, drawings, variations and a lost queen.
pub const STUDY: &str = "[Event \"Club <night>\"]\n[White \"Ann\"]\n[Black \"Bo \\\"x\\\"\"]\n\
    [Date \"2024.05.??\"]\n[Result \"0-1\"]\n\n\
    {Before it} 1. e4 ; a } brace\n e5 2. Qh5 {early [%cal Gh5f7,Rb8c6][%csl Ye5]} Nc6 \
    3. Nf3 $1 $14 (3. Bc4 {threatens mate} g6 (3... Nf6 $4 4. Qxf7#) 4. Qf3) 3... d6 \
    4. Qxf7+ {[%clk 0:01:00]} Kxf7 0-1\n\n";
/// En passant, promotions, castling.
pub const RULES: &str = "[White \"Cy\"]\n[Black \"Di\"]\n[SetUp \"1\"]\n\
    [FEN \"rn2k2r/P7/8/8/3p4/8/4P3/R3K2R w KQkq - 3 10\"]\n\n\
    10. e4 dxe3 11. axb8=Q+ Ke7 12. O-O-O Rf8 13. Qxa8 e2 14. Qg2 exd1=N 15. Rxd1 Rf1 *\n\n";
pub const CHESS960: &str = "[White \"Ed\"]\n[Variant \"Chess960\"]\n[SetUp \"1\"]\n\
    [FEN \"bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w KQkq - 0 1\"]\n\n1. O-O O-O *\n\n";
/// Black moves first, and mates.
pub const MATE: &str = "[White \"Flo\"]\n[Black \"Gus\"]\n[Result \"0-1\"]\n[SetUp \"1\"]\n\
    [FEN \"rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b KQkq - 0 1\"]\n\n\
    1... e5 2. g4 Qh4# 0-1\n\n";

/// Analyses games, and returns their page.
pub fn analysed(games: &str, options: &[&str]) -> Page {
    let folder = TempFolder::new();
    let (file, page) = (folder.write("games.pgn", games), folder.name("page.html"));
    let arguments = ["analyse", &file, "--nodes", "3000", "--html", &page];
    Page::write(&page, &[&arguments, options].concat())
}

/// Returns the pieces of a FEN as the tool `pieces` does.
fn pieces(fen: &str) -> Vec<String> {
    let mut pieces = Vec::new();
    for (row, rank) in fen.split(' ').next().unwrap_or("").split('/').zip((1..=8).rev()) {
        let mut files = 'a'..='h';
        for letter in row.chars() {
            match letter.to_digit(10) {
                Some(empty) => files.nth(empty as usize - 1),
                None => files.next().inspect(|file| pieces.push(format!("{file}{rank}: {letter}"))),
            };
        }
    }
    pieces.sort();
    pieces
}

#[test]
#[ignore = "needs Chromium"]
fn the_board_and_the_fen_are_those_of_each_move() {
    let games = [STUDY, RULES, CHESS960, MATE].concat();
    let seen = analysed(&games, &[]).work(
        r#"
        const games = [];
        while (true) {
          const plies = [];
          for (let ply = 0; ply <= all('#moves > button').length; ply++) {
            if (ply > 0) key('ArrowRight');
            plies.push({ fen: await copied('#copy-fen'), pieces: pieces(), marked: marked(),
              name: text('#note p').split(' ')[0], here: texts('#moves .here'), current: texts('#moves [aria-current="true"]') });
          }
          const after = key('ArrowRight');
          games.push({ plies, end: await copied('#copy-fen'), after });
          if (element('#game-next').disabled) return games;
          click('#game-next');
        }
        "#,
    );
    for (index, game) in pgn::games(&games).enumerate() {
        let game = game.expect("the PGN can be read");
        let plies = seen[index]["plies"].as_array().expect("a list");
        assert_eq!(plies.len(), game.moves().len() + 1);
        for (ply, (position, shown)) in game.positions().iter().zip(plies).enumerate() {
            let fen = position.position().fen();
            assert_eq!(shown["fen"], fen);
            assert_eq!(shown["pieces"], json!(pieces(&fen)), "{fen}");
            let Some(before) = ply.checked_sub(1) else {
                assert_eq!((&shown["name"], &shown["marked"]), (&json!("Start"), &json!([])));
                assert_eq!(shown["here"], json!([]));
                continue;
            };
            let (m, before) = (game.moves()[before], &game.positions()[before]);
            let uci = before.position().to_uci(m, false).to_string();
            let mut squares = [&uci[..2], &uci[2..4]];
            squares.sort_unstable();
            assert_eq!(shown["marked"], json!(squares), "{uci}");
            let san = brudno::notation::san(before.position(), m);
            let name = shown["name"].as_str().expect("a name");
            let (_, name) = name.rsplit_once('.').expect("a number");
            assert!(name.starts_with(&san), "{name} {san}");
            assert_eq!(shown["current"], shown["here"], "for screen readers");
            let here = shown["here"].as_array().expect("a list");
            assert!(here.len() == 1 && here[0].as_str().is_some_and(|text| text.starts_with(name)));
        }
        assert_eq!(seen[index]["end"], plies[plies.len() - 1]["fen"], "there is no next move");
    }
}

#[test]
#[ignore = "needs Chromium"]
fn keys_buttons_and_addresses_lead_to_a_move() {
    let page = analysed(STUDY, &[]);
    let seen = page.at("ply=3").work(
        r#"
        const ply = () => { const here = all('#moves .here')[0]; return here ? Number(here.dataset.node) : 0; };
        const seen = { opened: ply() };
        const press = (name, modifiers) => { const taken = key(name, modifiers); return [ply(), taken]; };
        seen.keys = ['Home', 'ArrowLeft', 'ArrowRight', 'ArrowRight', 'ArrowLeft', 'End', 'ArrowRight', 'Home', 'x']
          .map((name) => press(name));
        seen.modified = ['ctrlKey', 'altKey', 'metaKey'].map((name) => press('End', { [name]: true }));
        seen.buttons = ['#last', '#back', '#first', '#next'].map((name) => { click(name); return ply(); });
        click('#moves > button', 4);
        seen.clicked = ply();
        await wait(200);
        seen.address = location.hash;
        location.hash = 'ply=2';
        await until(() => ply() === 2);
        seen.followed = ply();
        location.hash = 'ply=99';
        await until(() => ply() !== 2);
        seen.beyond = ply();
        click('#first');
        seen.mistakes = [];
        for (let n = 0; n < 9; n++) { click('#mistake'); seen.mistakes.push(ply()); }
        seen.earlier = [];
        for (let n = 0; n < 9; n++) { key('ArrowUp'); seen.earlier.push(ply()); }
        key('ArrowDown');
        seen.later = ply();
        click('#points button', all('#points button').length - 1);
        seen.turning = ply();
        seen.points = texts('#points li');
        return seen;
        "#,
    );
    assert_eq!(seen["opened"], 3);
    let keys = json!([
        [0, true],
        [0, true],
        [1, true],
        [2, true],
        [1, true],
        [8, true],
        [8, true],
        [0, true],
        [0, false]
    ]);
    assert_eq!(seen["keys"], keys);
    assert_eq!(seen["modified"], json!([[0, false], [0, false], [0, false]]));
    assert_eq!(seen["buttons"], json!([8, 7, 0, 1]));
    assert_eq!((&seen["clicked"], &seen["address"]), (&json!(5), &json!("#ply=5")));
    assert_eq!((&seen["followed"], &seen["beyond"]), (&json!(2), &json!(8)));
    let data = page.data();
    let judged: Vec<&Value> =
        list(&data["games"][0]["marked"]).iter().map(|each| &each[0]).collect();
    assert!(judged.len() >= 2, "{judged:?}");
    let stays = |plies: Vec<&Value>| -> Vec<Value> {
        (0..9).map(|n| plies[usize::min(n, plies.len() - 1)].clone()).collect()
    };
    assert_eq!(seen["mistakes"], json!(stays(judged.clone())));
    let earlier: Vec<&Value> = judged.iter().rev().skip(1).copied().collect();
    assert_eq!(seen["earlier"], json!(stays(earlier)));
    assert_eq!(&seen["later"], judged[1]);
    assert_eq!(seen["turning"], 7);
    let points = list(&seen["points"]);
    assert_eq!(points.len(), list(&data["games"][0]["turning_points"]).len());
    let last = points[points.len() - 1].as_str().expect("text");
    assert!(last.starts_with("4.Qxf7+?? Blunder: loses the queen for a pawn: Kxf7"), "{last}");
}

pub fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

#[test]
#[ignore = "needs Chromium"]
fn the_board_turns_with_its_arrows() {
    let page = analysed(STUDY, &[]).with_data(|data| {
        data["games"][0]["best"] = "d2d4||d3 = g1Nf3 = f1Bc4 g8Nf6 d2d3 = -".into();
        data["games"][0]["chances"] = json!([500, 250, 500, 500, 500, 500, 500, 100, 100]);
    });
    let seen = page.work(
        r##"
        // The rank at the top and the file at the left.
        const edges = () => [['y', '10'], ['x', '38']].map(([axis, place]) =>
          all('#board text').find((label) => label.getAttribute(axis) === place).textContent).join('');
        const board = () => ({ pieces: pieces(), marked: marked(), arrows: arrows(), circles: circles(),
          edges: edges(), gauge: element('#gauge').className, white: element('#gauge i').style.height });
        const seen = { start: board(), words: element('#board').getAttribute('aria-label') };
        click('#next');
        seen.one = board();
        click('#flip');
        seen.turned = board();
        click('#moves > button', 2);
        seen.drawn = board();
        key('A');
        seen.bare = [arrows().length, element('#arrow').getAttribute('aria-pressed')];
        key('f');
        seen.back = board();
        click('#arrow');
        seen.arrows = [arrows().length, element('#arrow').getAttribute('aria-pressed')];
        click('#last');
        seen.end = board();
        seen.lastWords = element('#board').getAttribute('aria-label');
        return seen;
        "##,
    );
    let arrow = |from: &str, to: &str| json!({"from": from, "to": to, "color": "", "best": true});
    assert_eq!(seen["start"]["arrows"], json!([arrow("d2", "d4")]));
    assert_eq!(seen["start"]["edges"], "8a");
    assert_eq!(
        seen["words"],
        "White: king on e1; queen on d1; rooks on a1 and h1; bishops on c1 and f1; knights on b1 and g1; \
         pawns on a2, b2, c2, d2, e2, f2, g2 and h2. Black: king on e8; queen on d8; rooks on a8 and h8; \
         bishops on c8 and f8; knights on b8 and g8; pawns on a7, b7, c7, d7, e7, f7, g7 and h7. White to move."
    );
    let (one, turned) = (&seen["one"], &seen["turned"]);
    assert_eq!(one["arrows"], json!([arrow("e7", "e5")]), "the played move is the best");
    for field in ["pieces", "marked", "arrows", "white"] {
        assert_eq!(one[field], turned[field], "{field}");
    }
    assert_eq!((&one["gauge"], &turned["gauge"]), (&json!(""), &json!("turned")));
    assert_eq!((&one["white"], &turned["edges"]), (&json!("25%"), &json!("1h")));
    let drawn = json!([
        {"from": "h5", "to": "f7", "color": "#15781b", "best": false},
        {"from": "b8", "to": "c6", "color": "#a82020", "best": false},
        arrow("b8", "c6"),
    ]);
    assert_eq!(seen["drawn"]["arrows"], drawn);
    assert_eq!(seen["drawn"]["circles"], json!([{"square": "e5", "color": "#c07a00"}]));
    assert_eq!((&seen["bare"], &seen["arrows"]), (&json!([2, "false"]), &json!([3, "true"])));
    assert_eq!(seen["back"]["edges"], "8a");
    assert_eq!(seen["end"]["arrows"], json!([]), "no move is known");
    let words = seen["lastWords"].as_str().expect("text");
    let end = "White to move. Last move: Black's king from e8 takes the queen on f7.";
    assert!(words.ends_with(end), "{words}");
}

#[test]
#[ignore = "needs Chromium"]
fn variations_and_comments_stand_at_their_moves() {
    let page = analysed(STUDY, &[]).with_data(|data| {
        let game = &mut data["games"][0];
        game["marked"] = json!([
            [5, "mistake", "Mistake: Bc4.", [[-29, "f1Bc4 g7g6"], ["≥40", "b1Nc3"]]],
            [7, "blunder", null, [["#5", "d2d3 h7h6"]]],
        ]);
        game["turning_points"] = json!([7]);
        game["scores"] = json!([36, -139, "#-5", "≤#2", "≥34", -168, null, "#0", 0]);
        game["chances"] = json!([533, 536, 20, 970, 473, 350, null, 57, 68]);
        game["depths"] = json!([11, 10, 10, 12, 10, 11, null, 12, 12]);
        game["white"] = json!([40.1, 227.8, [1, 2, 3]]);
        game["black"] = json!([null, null, [0, 0, 0]]);
        game["ending"] = json!("Black <wins>");
        game["complete"] = json!(false);
    });
    let seen = page.work(
        r##"
        const seen = { header: [document.title, text('#title'), text('#about')], note: [], moves: texts('#moves > *'),
          sides: rows('#sides'), hidden: ['#choice', '#report', '#skipped', '#notice'].filter(isVisible) };
        for (let ply = 0; ply <= 8; ply++) { seen.note.push(texts('#note p')); key('ArrowRight'); }
        const here = async () => [texts('#moves .here'), (await copied('#copy-fen')).split(' ')[0]];
        const open = (name) => click('#moves .line button', texts('#moves .line button').lastIndexOf(name));
        click('#moves > button', 4);
        open('4.Qf3');
        seen.line = [await here()];
        for (const name of ['ArrowRight', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft']) { key(name); seen.line.push(await here()); }
        open('3...Nf6??');
        key('ArrowRight');
        seen.inner = [await here()];
        for (const name of ['ArrowLeft', 'ArrowLeft', 'Escape']) { key(name); seen.inner.push(await here()); }
        click('#moves .line button', 0);
        seen.engine = [await here(), arrows()];
        key('ArrowRight');
        seen.engine.push(await here(), arrows());
        return seen;
        "##,
    );
    assert_eq!(seen["header"][0], "Ann – Bo \"x\", 0-1");
    assert_eq!(seen["header"][1], "Ann – Bo \"x\" 0-1");
    assert_eq!(
        seen["header"][2]
            .as_str()
            .and_then(|text| text.split_once(" by Brudno"))
            .map(|(text, _)| text),
        Some(
            "King's Pawn Game, Wayward Queen Attack (C20), Club <night>, 2024.05, \
              stopped early: only the last moves are evaluated, evaluated"
        )
    );
    assert_eq!(seen["hidden"], json!([]));
    let sides = json!([
        ["", "accuracy", "average loss", "?!", "?", "??"],
        ["White", "40.1 %", "228", "1", "2", "3"],
        ["Black", "–", "–", "0", "0", "0"],
    ]);
    assert_eq!(seen["sides"], sides);
    let moves = json!([
        "Before it",
        "1",
        "e4−1.39",
        "…",
        "a } brace",
        "1",
        "…",
        "e5#−5",
        "2",
        "Qh5≤#2",
        "…",
        "early",
        "2",
        "…",
        "Nc6≥+0.34",
        "3",
        "Nf3! +/=−1.68",
        "…",
        "Mistake: Bc4.Better: −0.29 3.Bc4 g6Better: ≥+0.40 3.Nc3\
         3.Bc4 threatens mate 3...g6 3...Nf6?? 4.Qxf7# 4.Qf3",
        "3",
        "…",
        "d6",
        "4",
        "Qxf7+??01:00",
        "…",
        "Better: 4.d3 h6",
        "4",
        "…",
        "Kxf7+0.00"
    ]);
    assert_eq!(seen["moves"], moves);
    let note = json!([
        ["Start +0.36, White's chances 53 %, depth 11", "Before it"],
        ["1.e4 −1.39, White's chances 54 %, depth 10", "a } brace"],
        ["1...e5 #−5, mate in 5 for Black, depth 10"],
        ["2.Qh5 ≤#2, mate in 2 for White, depth 12", "early"],
        ["2...Nc6 ≥+0.34, White's chances 47 %, depth 10"],
        ["3.Nf3! +/= −1.68, White's chances 35 %, depth 11", "Mistake: Bc4."],
        ["3...d6"],
        ["4.Qxf7+?? depth 12"],
        ["4...Kxf7 +0.00, White's chances 7 %, depth 12, Black <wins>"],
    ]);
    for (ply, (shown, expected)) in list(&seen["note"]).iter().zip(list(&note)).enumerate() {
        assert_eq!(shown, expected, "{ply}");
    }
    let after = "r1bqkbnr/pppp1ppp/2n5/4p2Q/4P3/5N2/PPPP1PPP/RNB1KB1R";
    let bishop = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR";
    let pawn = "r1bqkbnr/pppp1p1p/2n3p1/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR";
    let queen = "r1bqkbnr/pppp1p1p/2n3p1/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR";
    let knight = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR";
    let mate = "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR";
    let at = |m: &str, fen: &str| json!([[m], fen]);
    let main = at("Nf3! +/=−1.68", after);
    let line = json!([
        at("4.Qf3", queen),
        at("4.Qf3", queen),
        at("3...g6", pawn),
        at("3.Bc4", bishop),
        main,
    ]);
    assert_eq!(seen["line"], line);
    let inner = json!([at("4.Qxf7#", mate), at("3...Nf6??", knight), at("3...g6", pawn), main,]);
    assert_eq!(seen["inner"], inner);
    let best = json!([{"from": "g7", "to": "g6", "color": "", "best": true}]);
    let engine = json!([at("3.Bc4", bishop), best, at("g6", pawn), []]);
    assert_eq!(seen["engine"], engine);
}
