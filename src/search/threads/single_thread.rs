//! Searches by the calling thread alone and without a word: those of `bench`, of games that the
//! engine plays against itself, of labels for training, and of tests.

use std::mem;

use crate::{
    chess::{Game, Position, score::Score},
    platform::StopSignal,
    search::{
        core::{
            job::Job,
            mode::{FullWidth, Observed, SearchMode, Selective},
            root_move::RootMove,
            thread_data::ThreadData,
            worker::Search,
        },
        limits::{Control, Limits},
        tt::TranspositionTable,
    },
};

/// A search by nodes is broken off when it has taken this many times the nodes it should.
const HARD_LIMIT: u64 = 8;

/// What a search found.
pub struct Found {
    /// The root moves, the best first; empty where none is legal.
    pub root_moves: Vec<RootMove>,
    /// Nodes searched.
    pub nodes: u64,
}

/// Searches until a limit of the job ends it.
pub fn search_alone(job: &Job, tt: &TranspositionTable, data: &mut ThreadData) -> Found {
    search_until(job, &StopSignal::default(), tt, data)
}

/// Searches until a limit of the job or `stop` ends it.
pub fn search_until(
    job: &Job,
    stop: &StopSignal,
    tt: &TranspositionTable,
    data: &mut ThreadData,
) -> Found {
    search_as::<Selective>(job, stop, tt, data)
}

/// Searches without pruning, reductions and extensions: alpha-beta of fixed depth, with the value of
/// minimax. Inline: only a crate that calls it has the code.
#[inline]
pub fn search_full_width(job: &Job, tt: &TranspositionTable, data: &mut ThreadData) -> Found {
    search_as::<FullWidth>(job, &StopSignal::default(), tt, data)
}

fn search_as<M: SearchMode>(
    job: &Job,
    stop: &StopSignal,
    tt: &TranspositionTable,
    data: &mut ThreadData,
) -> Found {
    tt.new_search();
    let control = Control::new(stop.clone(), false);
    finish::<M>(Search::new(job, &control, tt, data, None, 0))
}

fn finish<M: SearchMode>(mut search: Search<'_>) -> Found {
    search.iterate_as::<M>();
    Found { nodes: search.nodes, root_moves: mem::take(&mut search.root_moves) }
}

/// Searches `nodes` nodes and the rest of their iteration: the best line, which has no score where
/// so few nodes show none. `None` where there is no legal move.
pub fn search_nodes(
    game: &Game,
    nodes: u64,
    tt: &TranspositionTable,
    data: &mut ThreadData,
) -> Option<RootMove> {
    search_alone(&node_limited(game, nodes), tt, data).root_moves.into_iter().next()
}

/// [`search_nodes`], which calls `observer` with each position that it evaluates. Inline: only a crate
/// that calls it has the code.
#[inline]
pub fn search_nodes_observed(
    game: &Game,
    nodes: u64,
    tt: &TranspositionTable,
    data: &mut ThreadData,
    observer: &mut dyn FnMut(&Position),
) -> Option<RootMove> {
    let (job, control) = (node_limited(game, nodes), Control::new(StopSignal::default(), false));
    tt.new_search();
    let mut search = Search::new(&job, &control, tt, data, None, 0);
    search.observer = Some(observer);
    finish::<Observed>(search).root_moves.into_iter().next()
}

fn node_limited(game: &Game, nodes: u64) -> Job {
    let limits = Limits {
        soft_nodes: Some(nodes),
        nodes: Some(nodes.saturating_mul(HARD_LIMIT)),
        ..Limits::default()
    };
    Job::new(game.clone(), limits)
}

/// The value of a position once the captures are played out, internal units of the side to move.
/// It does not depend on what the table holds.
pub fn quiesce(game: &Game, tt: &TranspositionTable, data: &mut ThreadData) -> Score {
    let job = Job { probes: false, ..Job::new(game.clone(), Limits::default()) };
    tt.new_search();
    Search::new(&job, &Control::default(), tt, data, None, 0).quiesce()
}
