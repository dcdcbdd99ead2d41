//! What a search finds out about a position.

use shakmaty::Move;

use super::engine::Listener;
use crate::{
    score::{Bound, Score},
    search::Info,
};

/// What a search says about a position, or the rules do where the game is over.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// The side to move's score.
    pub score: Score,
    /// What it is a bound of.
    pub bound: Bound,
    /// Plies searched.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// The best moves of both sides from here on; empty where the game is over.
    pub line: Vec<Move>,
}

/// The last exact score of a search and its line.
#[derive(Default)]
pub struct BestLine {
    /// Nothing where there is no legal move.
    pub found: Option<Evaluation>,
}

impl Listener for BestLine {
    fn line(&mut self, info: &Info<'_>) {
        if info.multipv > 1 || info.pv.is_empty() {
            return;
        }
        // A bound is only the beginning of what a search cut short would have found out.
        if info.bound != Bound::Exact && self.found.is_some() {
            return;
        }
        let &Info { depth, score, bound, nodes, pv, .. } = info;
        self.found = Some(Evaluation { score, bound, depth, nodes, line: pv.to_vec() });
    }
}
