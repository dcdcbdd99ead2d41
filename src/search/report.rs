//! The reports of a search: lines of analysis, messages and the best move.

use std::time::Duration;

use shakmaty::Move;

use crate::{
    chess::score::{Bound, Score},
    eval::wdl::win_draw_loss,
};

/// A line of analysis.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoredLine {
    /// Depth of the iteration that found it, plies.
    pub depth: u32,
    /// Deepest ply reached below it.
    pub seldepth: u32,
    /// Score in internal units, from the point of view of the side to move at the root.
    pub score: Score,
    /// Whether the score lies outside the window it was searched with.
    pub bound: Bound,
    /// Whether the line is certainly a draw: by rule after its first move, or in the tablebases.
    pub is_draw: bool,
    /// The principal variation from the root; empty if the game is over.
    pub pv: Vec<Move>,
}

impl ScoredLine {
    /// Returns an exact score without a line, as that of an ended game.
    pub const fn without_moves(score: Score) -> ScoredLine {
        ScoredLine {
            depth: 0,
            seldepth: 0,
            score,
            bound: Bound::Exact,
            is_draw: false,
            pv: Vec::new(),
        }
    }

    /// Returns the probabilities of win, draw and loss in permille, for the side to move at the
    /// root.
    pub fn win_draw_loss(&self) -> [u32; 3] {
        if self.is_draw { [0, 1000, 0] } else { win_draw_loss(self.score) }
    }
}

/// The report of a line, and of how far the search is.
#[derive(Clone, Debug)]
pub struct Info {
    /// Rank of the line, from 1.
    pub multipv: usize,
    /// The line.
    pub line: ScoredLine,
    /// Nodes searched by all threads.
    pub nodes: u64,
    /// Permille of the transposition table in use.
    pub hashfull: u32,
    /// Tablebase hits by all threads.
    pub tbhits: u64,
    /// Time since the search began.
    pub time: Duration,
}

/// Receives the reports of a search, on the search thread.
pub trait Reporter: Send {
    /// Receives a line of analysis.
    fn info(&mut self, info: Info);

    /// Receives the root move being searched, and its number from 1.
    fn current_move(&mut self, _depth: u32, _m: Move, _number: usize) {}

    /// Receives a message for the user.
    fn message(&mut self, text: &str);

    /// Receives a move of the opening book, which [`Reporter::best_move`] follows.
    fn book_move(&mut self, _m: Move) {}

    /// Receives the end of the search: `best` is `None` only if there is no legal move.
    fn best_move(&mut self, best: Option<Move>, ponder: Option<Move>);
}
