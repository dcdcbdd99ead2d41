//! `brudno bench`.

use brudno::notation::epd;

use crate::support::command::lines;

#[test]
fn bench_names_nodes_and_speed_and_repeats_itself() {
    let bench = || {
        let output = lines(&["bench", "4"]);
        let positions = epd::parse(include_str!("../../bench.epd")).expect("they are valid").len();
        assert!(output.len() > positions, "each position is shown");
        let last = output.last().expect("there is output");
        let [nodes, "nodes", speed, "nps"] = last.split(' ').collect::<Vec<_>>()[..] else {
            panic!("malformed: {last}");
        };
        assert!(speed.parse::<u64>().is_ok(), "{last}");
        nodes.parse::<u64>().expect("a number of nodes")
    };
    let nodes = bench();
    assert!(nodes > 1000);
    assert_eq!(bench(), nodes);
}
