//! A search by nodes alone, as games of the engine against itself are played.

use super::{Control, Job, Limits, RootMove, Search, ThreadData};
use crate::{position::Game, transposition::TranspositionTable};

/// A search is broken off when it has taken this many times the nodes it should.
const HARD_LIMIT: u64 = 8;

/// Searches `nodes` nodes and the rest of their iteration: the best line, which has no score where
/// so few nodes show none. `None` where there is no legal move.
pub fn search_nodes(
    game: &Game,
    nodes: u64,
    tt: &TranspositionTable,
    data: &mut ThreadData,
) -> Option<RootMove> {
    let limits = Limits {
        soft_nodes: Some(nodes),
        nodes: Some(nodes.saturating_mul(HARD_LIMIT)),
        ..Limits::default()
    };
    let job = Job::new(game.clone(), limits, 1, 0, 1);
    let control = Control::new(false);
    tt.new_search();
    let mut search = Search::new(&job, &control, tt, data, None, 0);
    search.iterate();
    search.root_moves().first().cloned()
}
