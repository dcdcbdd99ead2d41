//! Searches on the calling thread, without reports: for self-play, training labels and tests.

use std::mem;

use super::{shared_search::SharedSearch, thread_data::ThreadData};
use crate::{
    chess::{Game, Position, score::Score},
    search::{
        limits::Limits,
        node::{
            node_type::{FullWidth, Observed, SearchMode, Selective},
            worker::Worker,
        },
        root::root_move::RootMove,
        tt::TranspositionTable,
    },
};

/// The hard node limit of a search by nodes, as a multiple of its soft limit.
const HARD_LIMIT: u64 = 8;

/// The result of a search.
pub struct SearchResult {
    /// The root moves, the best first; empty where none is legal.
    pub root_moves: Vec<RootMove>,
    /// Nodes searched.
    pub nodes: u64,
}

/// Searches until a limit or the stop signal of `shared`.
pub fn search_alone(
    shared: &SharedSearch,
    tt: &TranspositionTable,
    data: &mut ThreadData,
) -> SearchResult {
    search_as::<Selective>(shared, tt, data)
}

/// Searches without pruning, reductions and extensions: alpha-beta of fixed depth, with the value of
/// minimax. Inline: only a crate that calls it has the code.
#[inline]
pub fn search_full_width(
    shared: &SharedSearch,
    tt: &TranspositionTable,
    data: &mut ThreadData,
) -> SearchResult {
    search_as::<FullWidth>(shared, tt, data)
}

fn search_as<M: SearchMode>(
    shared: &SharedSearch,
    tt: &TranspositionTable,
    data: &mut ThreadData,
) -> SearchResult {
    tt.new_search();
    finish::<M>(Worker::main(shared, tt, data, None))
}

fn finish<M: SearchMode>(mut worker: Worker<'_>) -> SearchResult {
    worker.iterate_as::<M>();
    SearchResult { nodes: worker.nodes, root_moves: mem::take(&mut worker.root.moves) }
}

/// Searches `nodes` nodes and to the end of their iteration. Returns the best line, which has no
/// score if the nodes are too few for one, or `None` if there is no legal move.
pub fn search_nodes(
    game: &Game,
    nodes: u64,
    tt: &TranspositionTable,
    data: &mut ThreadData,
) -> Option<RootMove> {
    search_alone(&node_limited(game, nodes), tt, data).root_moves.into_iter().next()
}

/// [`search_nodes`], which calls `observer` with each position that it evaluates, and with the static
/// evaluation as [`Evaluator::evaluate`](crate::eval::Evaluator::evaluate) returns it. Inline: only a
/// crate that calls it has the code.
#[inline]
pub fn search_nodes_observed(
    game: &Game,
    nodes: u64,
    tt: &TranspositionTable,
    data: &mut ThreadData,
    observer: &mut dyn FnMut(&Position, Score),
) -> Option<RootMove> {
    let shared = node_limited(game, nodes);
    tt.new_search();
    let mut worker = Worker::main(&shared, tt, data, None);
    worker.observer = Some(observer);
    finish::<Observed>(worker).root_moves.into_iter().next()
}

fn node_limited(game: &Game, nodes: u64) -> SharedSearch {
    let limits = Limits {
        soft_nodes: Some(nodes),
        nodes: Some(nodes.saturating_mul(HARD_LIMIT)),
        ..Limits::default()
    };
    SharedSearch::new(game.clone(), limits)
}

/// Returns the score of the quiescence search, in internal units of the side to move. It does not
/// depend on the content of the transposition table.
pub fn quiesce(game: &Game, tt: &TranspositionTable, data: &mut ThreadData) -> Score {
    let shared =
        SharedSearch { probes: false, ..SharedSearch::new(game.clone(), Limits::default()) };
    tt.new_search();
    Worker::main(&shared, tt, data, None).quiesce()
}
