//! The chart of the winning chances of a game.

use serde_json::json;

use crate::game::{STUDY, analysed, list};

#[test]
#[ignore = "needs Chromium"]
fn the_chart_draws_the_chances_and_leads_to_a_move() {
    let page = analysed(STUDY, &[]).with_data(|data| {
        let game = &mut data["games"][0];
        game["scores"] = json!([0, 10, "#5", "#-5", null, 0, 0, 0, 0]);
        game["chances"] = json!([500, 600, 975, 25, null, 250, 500, 100, 0]);
        game["marked"] = json!([[5, "mistake", "Bad.", []], [7, "blunder", null, []]]);
        game["turning_points"] = json!([]);
    });
    let seen = page.work(
        r##"
        const chart = () => {
          const [, , width, height] = element('#chart').getAttribute('viewBox').split(' ').map(Number);
          const numbers = element('#chart .white').getAttribute('d').match(/[\d.]+/g).map(Number);
          const points = numbers.flatMap((x, at) => (at % 2 ? [] : [[Math.round(8 * x / width), Math.round(1000 * (1 - numbers[at + 1] / height))]]));
          const spot = (circle) => [circle.className.baseVal, Math.round(8 * circle.getAttribute('cx') / width),
            Math.round(1000 * (1 - circle.getAttribute('cy') / height)), circle.textContent];
          return { points, spots: all('#chart circle').map(spot), width,
            here: ['x1', 'x2'].map((name) => Math.round(80 * element('#chart .here').getAttribute(name) / width) / 10) };
        };
        const seen = { start: chart(), gauge: [], clicked: [] };
        for (let ply = 0; ply <= 8; ply++) { seen.gauge.push(element('#gauge i').style.height); key('ArrowRight'); }
        const box = element('#chart').getBoundingClientRect();
        for (const share of [0, 0.3, 0.32, 0.7, 1, 1.1]) {
          clickAt(element('#chart'), box.left + share * box.width, box.top + 5);
          seen.clicked.push([all('#moves .here').map((button) => button.dataset.node)[0] ?? '0', chart().here]);
        }
        element('#right').style.width = '250px';
        window.dispatchEvent(new Event('resize'));
        seen.narrow = chart();
        seen.points = texts('#points');
        return seen;
        "##,
    );
    let start = &seen["start"];
    let points = json!([
        [0, 0],
        [0, 500],
        [1, 600],
        [2, 1000],
        [3, 0],
        [5, 250],
        [6, 500],
        [7, 100],
        [8, 0],
        [8, 0]
    ]);
    assert_eq!(start["points"], points, "a mate leaves the other side nothing");
    let spots = json!([["mistake", 5, 250, "3.Nf3! +/= Bad."], ["blunder", 7, 100, "4.Qxf7+?? "]]);
    assert_eq!(start["spots"], spots);
    assert_eq!(start["here"], json!([0, 0]));
    let gauge = json!(["50%", "60%", "100%", "0%", "50%", "25%", "50%", "10%", "0%"]);
    assert_eq!(seen["gauge"], gauge);
    let clicked = json!([
        ["0", [0.0, 0.0]],
        ["2", [2.0, 2.0]],
        ["3", [3.0, 3.0]],
        ["6", [6.0, 6.0]],
        ["8", [8.0, 8.0]],
        ["8", [8.0, 8.0]]
    ]);
    for (shown, expected) in list(&seen["clicked"]).iter().zip(list(&clicked)) {
        assert_eq!((&shown[0], shown[1][0].as_f64()), (&expected[0], expected[1][0].as_f64()));
        assert_eq!(shown[1][0], shown[1][1]);
    }
    assert_eq!((&seen["narrow"]["points"], &seen["narrow"]["spots"]), (&points, &spots));
    assert!(
        seen["narrow"]["width"].as_f64() < start["width"].as_f64(),
        "the chart follows the window"
    );
    assert_eq!(seen["points"], json!([""]));
}
