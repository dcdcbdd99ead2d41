//! Mates: none is reported shorter than proven, and every mate line ends in mate.
//!
//! `tests/mates.epd` has positions of self-play games and random positions with their shortest
//! mates (`dm`), proven by `go mate`. The environment variable `BRUDNO_MATE_NODES` gives each
//! position more nodes.

use std::{env, fs};

use brudno::{
    chess::score::moves_to_mate,
    notation::epd,
    search::{Limits, SharedSearch, ThreadData, search_alone, tt::TranspositionTable},
};

/// Enough to find more than half of the mates.
const NODES: u64 = 20_000;

#[test]
fn mates_are_true_and_their_lines_end_in_them() {
    let nodes = env::var("BRUDNO_MATE_NODES")
        .map_or(NODES, |text| text.parse().expect("BRUDNO_MATE_NODES is a number of nodes"));
    let text = fs::read_to_string("tests/mates.epd").expect("the suite is there");
    let suite = epd::parse(&text).expect("the suite is EPD");
    let mut shortest = 0;
    for entry in &suite {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let tt = TranspositionTable::new(16).expect("there is memory");
        let job = SharedSearch::new(entry.game.clone(), limits);
        let found = search_alone(&job, &tt, &mut ThreadData::new());
        let best = found.root_moves.first().expect("there is a move");
        let fen = entry.game.position().fen();
        let Some(moves) = best.known_score().and_then(moves_to_mate) else { continue };
        let proven = i32::try_from(entry.mate.expect("each has its dm")).expect("a small number");
        assert!(moves >= proven, "{fen}: mate in {moves}, where {proven} is the shortest");
        assert_eq!(best.pv.len() as i32, 2 * moves - 1, "{fen}: the line of a mate in {moves}");
        let mut game = entry.game.clone();
        for &m in &best.pv {
            assert!(game.position().legal_moves().contains(&m), "{fen}: an illegal line");
            game.play(m);
        }
        let end = game.position();
        assert!(end.is_check() && !end.has_legal_move(), "{fen}: the line ends without mate");
        shortest += usize::from(moves == proven);
    }
    println!("{shortest} of {} shortest mates found with {nodes} nodes each", suite.len());
    assert!(2 * shortest >= suite.len(), "only {shortest} of {} mates", suite.len());
}
