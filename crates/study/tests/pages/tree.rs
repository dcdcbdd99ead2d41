//! The page that steps through a search tree.

use serde_json::{Value, json};

use crate::{browser::Page, game::list, support::files::TempFolder};

fn drawn(arguments: &[&str]) -> Page {
    let folder = TempFolder::new();
    let page = folder.name("tree.html");
    Page::write(&page, &[&["tree", "-o", &page], arguments].concat())
}

const ENDGAME: &str = "k7/8/8/8/8/8/1p6/2R3K1 b - - 0 7";

/// Steps through the whole search. Each step has the count, the words, the path's windows, and the
/// nodes from top to bottom as `class label: value (window)`.
const STEPS: &str = r##"
    const seen = [];
    const node = (group) => [group.className.baseVal.replace(/^node /, ''),
      ...[...group.querySelectorAll('text')].map((line) => line.textContent)].join(' ').trim();
    const step = () => ({ count: text('#count'), words: texts('#words p'), path: rows('#path').slice(1).map((row) => row.slice(0, 4).join(' ')),
      nodes: all('#tree .node').sort((a, b) => a.dataset.node - b.dataset.node).map(node),
      stubs: texts('#tree .stub title'), thick: all('#tree path.principal').length, faint: all('#tree path.ghost').length });
    click('#first');
    while (true) {
      seen.push(step());
      const before = text('#count');
      key('ArrowRight');
      if (text('#count') === before) return seen;
    }
"##;

#[test]
#[ignore = "needs Chromium"]
fn each_step_of_alpha_beta_is_shown() {
    let seen = drawn(&["--tree", "((3 5 2) (4 1 6))"]).work(STEPS);
    let steps = list(&seen);
    assert_eq!(steps.len(), 17);
    for (number, step) in steps.iter().enumerate() {
        assert_eq!(step["count"], format!("step {number} of 16"));
    }
    assert_eq!(steps[0]["words"], json!(["Before the search. Press next, or play."]));
    assert_eq!(steps[0]["path"], json!([]));
    let ghosts = ["root", "1", "1", "2", "3", "2", "1", "2"].map(|label| format!("ghost {label}"));
    assert_eq!(steps[0]["nodes"], json!(ghosts));
    assert_eq!((&steps[0]["faint"], &steps[0]["thick"]), (&json!(7), &json!(0)));
    let step = &steps[5];
    let words = json!([
        "Min plays 2.",
        "α = −∞: no lower bound yet.",
        "β = +3: higher in the tree, Min has a move that gives Max at most +3.",
        "Leaf: worth +5 to Max."
    ]);
    assert_eq!(step["words"], words);
    assert_eq!(step["path"], json!(["root Max −∞ +∞", "1 Min −∞ +3", "2 Max −∞ +3"]));
    let nodes = json!([
        "open root (−∞, +∞)",
        "open 1 (−∞, +3)",
        "leaf 1: +3 (−∞, +∞)",
        "open here 2 (−∞, +3)",
        "ghost 3",
        "ghost 2",
        "ghost 1",
        "ghost 2"
    ]);
    assert_eq!(step["nodes"], nodes);
    assert_eq!(
        steps[6]["words"],
        json!([
            "2 returns +5.",
            "This is not better for Min than β = +3: the window stays the same."
        ])
    );
    assert_eq!(
        steps[8]["words"],
        json!([
            "3 returns +2.",
            "β falls from +3 to +2: here, Min has a move that gives Max at most +2."
        ])
    );
    assert_eq!(
        steps[9]["words"],
        json!([
            "1 returns +2.",
            "α rises from −∞ to +2: here, Max has a move that gives at least +2."
        ])
    );
    let cutoff = "α-cutoff: α ≥ β. Max gets +2 higher in the tree, and avoids this position. \
                  1 move is pruned, with 1 leaf.";
    assert_eq!(steps[14]["words"][2], cutoff);
    assert_eq!(steps[14]["path"], json!(["root Max +2 +∞", "2 Min +2 +1"]));
    assert_eq!((&steps[14]["stubs"], &steps[15]["stubs"]), (&json!([]), &json!(["pruned: 3"])));
    let end = &steps[16];
    assert_eq!(end["words"], json!(["End of the search: the value is +2."]));
    let nodes = json!([
        "pv here principal root: +2 (−∞, +∞)",
        "pv principal 1: +2 (−∞, +∞)",
        "leaf 1: +3 (−∞, +∞)",
        "leaf 2: +5 (−∞, +3)",
        "leaf principal 3: +2 (−∞, +3)",
        "cut 2: +1 (+2, +∞)",
        "leaf 1: +4 (+2, +∞)",
        "leaf 2: +1 (+2, +4)"
    ]);
    assert_eq!(end["nodes"], nodes);
    assert_eq!((&end["thick"], &end["faint"]), (&json!(2), &json!(0)));
}

#[test]
#[ignore = "needs Chromium"]
fn each_algorithm_has_its_words() {
    let words = |tree: &str, algorithm: &str| -> Vec<String> {
        let seen = drawn(&["--tree", tree, "--algorithm", algorithm]).work(STEPS);
        let words = list(&seen).iter().map(|step| list(&step["words"]).iter());
        words
            .map(|words| {
                words.map(|word| word.as_str().expect("text")).collect::<Vec<_>>().join(" ")
            })
            .collect()
    };
    let pvs = words("((3 5) (4 1) (9 8))", "pvs");
    assert_eq!(
        pvs[20],
        "Max plays 3 again, with a wider window: the null-window search failed high. \
         α = +3: higher in the tree, Max has a move that gives at least +3. β = +∞: no upper bound yet. \
         Min is to move."
    );
    let two = words("((3 5 2) (4 1 6))", "mtdf");
    assert_eq!(two.len(), 27);
    let test = "Null window, α = +2 and β = +3: tests whether Max gets at least +3 here.";
    assert_eq!(
        two[10],
        "End of this pass: the value is at least +2. The next pass searches again."
    );
    assert_eq!(two[11], format!("The search begins (pass 2). {test} Max is to move."));
    assert_eq!(
        two[13],
        format!("Min plays 1. {test} The value stored in the transposition table suffices.")
    );
    assert_eq!(
        two[14],
        "1 returns +3. This is not better for Min than β = +3: the test continues."
    );
    assert!(two[18].ends_with("α-cutoff: α ≥ β. The test is decided. No moves are left to prune."));
    assert!(
        two[9].ends_with("β-cutoff: α ≥ β. The test is decided. 1 move is pruned, with 3 leaves.")
    );
    let minimax = words("((3 5 2) (4 1 6))", "minimax");
    assert_eq!(minimax[2], "Max plays 1. Min is to move.");
    assert_eq!(minimax[8], "3 returns +2. The best for Min so far: +2.");
    assert_eq!(minimax[17], "2 returns +1. The best for Max so far: +2.");
}

#[test]
#[ignore = "needs Chromium"]
fn the_controls_lead_to_a_step() {
    let seen = drawn(&["--tree", "((3 5 2) (4 1 6))"]).at("step=5").work(
        r##"
        const step = () => Number(text('#count').split(' ')[1]);
        const seen = { opened: step(), hidden: ['#position'].filter(isVisible), windows: isVisible('#path'),
          players: text('#players') };
        seen.keys = ['Home', 'ArrowLeft', 'ArrowRight', 'ArrowRight', 'ArrowLeft', 'End', 'ArrowRight', 'x']
          .map((name) => [key(name), step()]);
        seen.ignored = [key('Home', { ctrlKey: true }), key('Home', { on: element('#step') }),
          key(' ', { on: element('#play') }), step()];
        seen.buttons = ['#first', '#next', '#next', '#back', '#last'].map((name) => { click(name); return step(); });
        input('#step', '7');
        seen.slider = [step(), element('#step').max];
        await wait(300);
        seen.address = location.hash;
        location.hash = 'step=3';
        await until(() => step() === 3);
        seen.followed = step();
        location.hash = '';
        await until(() => step() !== 3);
        seen.none = step();
        input('#speed', '4');
        const playing = async (ms) => { await wait(ms); return [step(), text('#play')]; };
        click('#play');
        seen.play = [await playing(10), await playing(500), await playing(500)];
        input('#speed', '20');
        await wait(500);
        const fast = step();
        seen.fast = [await playing(100), await playing(100)].map(([now, name]) => [now - fast, name]);
        key(' ');
        const paused = step();
        seen.paused = [(await playing(5000))[0] - paused, text('#play')];
        key(' ');
        seen.end = await playing(5000);
        const nodes = () => all('#tree .node').length;
        seen.nodes = [nodes()];
        for (const name of ['#fold', '#unfold', '#principal']) { click(name); seen.nodes.push(nodes()); }
        const root = '#tree [data-node="0"]';
        click(root);
        seen.nodes.push(nodes(), texts('#tree .more'), all('#tree .chosen').length);
        click(root);
        seen.nodes.push(nodes());
        return seen;
        "##,
    );
    assert_eq!((&seen["opened"], &seen["hidden"]), (&json!(5), &json!([])));
    assert_eq!(seen["windows"], true);
    assert_eq!(seen["players"], "Square: Max to move. Round: Min to move. Values are Max's.");
    let keys = [
        (true, 0),
        (true, 0),
        (true, 1),
        (true, 2),
        (true, 1),
        (true, 16),
        (true, 16),
        (false, 16),
    ];
    assert_eq!(seen["keys"], json!(keys));
    assert_eq!(seen["ignored"], json!([false, false, false, 16]));
    assert_eq!(seen["buttons"], json!([0, 1, 2, 1, 16]));
    assert_eq!((&seen["slider"], &seen["address"]), (&json!([7, "16"]), &json!("#step=7")));
    assert_eq!((&seen["followed"], &seen["none"]), (&json!(3), &json!(0)));
    assert_eq!(
        seen["play"],
        json!([[0, "pause"], [1, "pause"], [2, "pause"]]),
        "two steps per second"
    );
    assert_eq!(seen["fast"], json!([[1, "pause"], [2, "pause"]]), "ten steps per second");
    assert_eq!((&seen["paused"], &seen["end"]), (&json!([0, "play"]), &json!([16, "play"])));
    assert_eq!(seen["nodes"], json!([8, 1, 8, 3, 1, ["+7"], 1, 3]));
}

#[test]
#[ignore = "needs Chromium"]
fn the_board_of_a_node_is_shown() {
    let seen = drawn(&[ENDGAME, "--depth", "2"]).work(
        r##"
        const find = (label) => all('#tree .node').findIndex((group) => group.querySelector('text').textContent.split(':')[0] === label);
        const board = () => [pieces(), marked(), text('#caption'), element('#board').getAttribute('aria-label').split('.').slice(2).join('.').trim()];
        click('#last');
        const seen = { start: board() };
        for (const label of ['bxc1=N', 'Ka7']) {
          click('#tree .node', find(label));
          seen[label] = board();
        }
        click('#first');
        seen.before = board();
        click('#next');
        click('#tree .node', find('Ka7'));
        seen.later = board()[2];
        click('#next');
        seen.entered = board();
        key('ArrowRight');
        seen.deeper = board();
        return seen;
        "##,
    );
    let squares = json!(["a8: k", "b2: p", "c1: R", "g1: K"]);
    let knight = json!(["a8: k", "c1: n", "g1: K"]);
    let start = "The position to searchBlack to move. ";
    let shown = |pieces: &Value, marked: &[&str], caption: &str, words: &str| {
        json!([pieces, marked, caption, words])
    };
    let caption = format!("{start}Window (−∞, +∞). Value +2895, a PV node.");
    assert_eq!(seen["start"], shown(&squares, &[], &caption, "Black to move."));
    let promotion = |caption: &str| {
        let caption = format!("7...bxc1=NWhite to move. Window (−∞, +∞).{caption}");
        shown(&knight, &["b2", "c1"], &caption, "White to move. Last move: bxc1=N.")
    };
    assert_eq!(seen["bxc1=N"], promotion(" Value 0, a leaf."));
    let king = shown(
        &json!(["a7: k", "b2: p", "c1: R", "g1: K"]),
        &["a7", "a8"],
        "7...Ka7White to move. Window (+2895, +∞). Value at most +48, a cut node.",
        "White to move. Last move: Ka7.",
    );
    assert_eq!(seen["Ka7"], king);
    assert_eq!(seen["before"][2], format!("{start}Not reached yet."));
    assert_eq!(seen["later"], "7...Ka7White to move. Not reached yet.");
    assert_eq!(seen["entered"], promotion(""));
    assert_eq!(
        seen["deeper"],
        shown(&squares, &[], &format!("{start}Window (0, +∞)."), "Black to move.")
    );
}

#[test]
#[ignore = "needs Chromium"]
fn a_large_tree_is_drawn_where_it_is_seen() {
    let page = drawn(&["--depth", "3", "--algorithm", "pvs"]);
    let seen = page.work(
        r##"
        const nodes = () => all('#tree .node').length;
        click('#last');
        const seen = { principal: [nodes(), texts('#tree .others text'), all('#tree path.principal').length] };
        const height = () => Number(element('#tree svg').getAttribute('height'));
        click('#tree .others', 0);
        seen.others = texts('#tree .others text');
        click('#unfold');
        const bottom = () => Math.max(...all('#tree .node rect').map((rect) => Number(rect.getAttribute('y'))));
        seen.unfolded = [nodes(), height(), bottom()];
        const before = bottom();
        element('#tree').scrollTop = height();
        await until(() => bottom() > before);
        seen.scrolled = [nodes(), height(), bottom()];
        element('#tree').scrollTop = 0;
        await until(() => bottom() <= before);
        click('#fold');
        seen.folded = [nodes(), height()];
        click('#first');
        seen.first = nodes();
        for (let n = 0; n < 4; n++) click('#next');
        seen.fourth = [nodes(), texts('#path td:first-child')];
        return seen;
        "##,
    );
    let data = page.data();
    let nodes = list(&data["nodes"]);
    let children = |node: &Value| list(&node["children"]).len();
    let principal: Vec<&Value> = nodes.iter().filter(|node| node["principal"] == true).collect();
    let others: Vec<String> = principal[..3]
        .iter()
        .rev()
        .map(|node| format!("+ {} visits", children(node) - 1))
        .collect();
    assert_eq!((&seen["principal"][0], &seen["principal"][2]), (&json!(4), &json!(3)));
    let shown = list(&seen["principal"][1]);
    assert_eq!(shown.len(), 3);
    assert!(others.iter().all(|each| shown.contains(&json!(each))), "{shown:?} {others:?}");
    assert_eq!(seen["others"], json!(shown[1..]), "a click shows them");
    // A row of 42 units for each leaf and each stub, and two margins of 14 units.
    let rows = nodes.iter().map(|node| {
        usize::from(children(node) == 0 && node["pruned"].is_null())
            + usize::from(!node["pruned"].is_null())
    });
    let height = 28 + 42 * rows.sum::<usize>();
    let number = |value: &Value| value.as_u64().expect("a number");
    for place in ["unfolded", "scrolled"] {
        assert!((10..200).contains(&number(&seen[place][0])), "{place}: {seen:#}");
        assert_eq!(seen[place][1], height, "{place}");
    }
    let [unfolded, scrolled] =
        ["unfolded", "scrolled"].map(|place| number(&seen[place][2]) as usize);
    assert!(unfolded + 10_000 < scrolled && scrolled + 200 > height, "{seen:#}");
    assert_eq!(seen["folded"], json!([1, 70]));
    let labels: Vec<&Value> = nodes[..4].iter().map(|node| &node["label"]).collect();
    assert_eq!((&seen["first"], &seen["fourth"]), (&json!(1), &json!([4, labels])));
}
