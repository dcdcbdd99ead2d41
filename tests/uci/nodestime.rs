//! Time measured in nodes (`nodestime`).

use crate::support::{conversation::Engine, report::Search};

/// Nodes a millisecond.
const NODES: u64 = 20;

fn engine() -> Engine {
    Engine::with_options(&[("nodestime", &NODES.to_string()), ("Move Overhead", "0")])
}

fn nodes(search: &Search) -> u64 {
    search.infos.last().expect("the search has said something").nodes
}

#[test]
fn a_fixed_time_is_a_number_of_nodes() {
    let mut engine = engine();
    for (milliseconds, most) in [(100, 100 * NODES), (1000, 1000 * NODES)] {
        let search = engine.search(&format!("go movetime {milliseconds}"));
        assert!((most / 2..=most + 1).contains(&nodes(&search)), "{}", nodes(&search));
    }
}

#[test]
fn a_game_can_be_played_again() {
    let mut engine = engine();
    let mut games = Vec::new();
    for other_clock in [4000, 900] {
        engine.send("ucinewgame");
        let mut game = Vec::new();
        let mut moves = String::new();
        // The clock of the GUI is ignored after the first move.
        for clock in [4000, 4000, 4000, 4000, 3000].map(|clock: u32| clock.min(other_clock)) {
            let clock = if moves.is_empty() { 4000 } else { clock };
            engine.position("startpos", &moves);
            let mut search =
                engine.search(&format!("go wtime {clock} btime {clock} winc 5 binc 5"));
            // Bounds are reported only if the search takes long by the clock.
            search.infos.retain(|info| info.is_exact);
            let best = search.best.clone().expect("there are legal moves");
            game.push((search.infos, best.clone()));
            moves = format!("{moves} {best}").trim().to_owned();
        }
        games.push(game);
    }
    assert_eq!(games[0], games[1]);
}

#[test]
fn the_nodes_of_a_game_run_out() {
    let mut engine = engine();
    let mut play = |new: bool| {
        if new {
            engine.send("ucinewgame");
        }
        nodes(&engine.search("go wtime 500 btime 500"))
    };
    let first = play(true);
    let rest: Vec<u64> = (0..40).map(|_| play(false)).collect();
    // Each move may exceed the rest, to finish its first iteration.
    let total = first + rest.iter().sum::<u64>();
    assert!(total < 2 * 500 * NODES, "{total} nodes");
    assert!(rest[39] < first / 4, "{first} nodes, in the end {}", rest[39]);
    assert_eq!(play(true), first, "a new game has a new clock");
}
