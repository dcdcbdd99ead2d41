//! What a search tells the outside while it runs and when it ends.

use std::time::Duration;

use shakmaty::Move;

use crate::chess::score::{Bound, Score};

/// One line of analysis.
#[derive(Clone, Debug)]
pub struct Info<'a> {
    /// Depth of the iteration, in plies.
    pub depth: u32,
    /// The deepest ply reached.
    pub seldepth: u32,
    /// Rank of the line, from 1.
    pub multipv: usize,
    /// Score in internal units, from the point of view of the side to move at the root.
    pub score: Score,
    /// What the score is a bound of.
    pub bound: Bound,
    /// Nodes searched by all threads.
    pub nodes: u64,
    /// Permille of the transposition table in use.
    pub hashfull: u32,
    /// Tablebase hits by all threads.
    pub tbhits: u64,
    /// Time since the search began.
    pub time: Duration,
    /// The principal variation from the root.
    pub pv: &'a [Move],
}

/// Receives what a search has to say. Called from the search thread only.
pub trait Reporter: Send {
    /// A line of analysis.
    fn info(&self, info: &Info<'_>);
    /// The root move being searched, and its number from 1.
    fn current_move(&self, depth: u32, m: Move, number: usize);
    /// A remark for the person at the keyboard.
    fn message(&self, text: &str);
    /// The end of the search: `best` is `None` only where there is no legal move.
    fn best_move(&self, best: Option<Move>, ponder: Option<Move>);
}
