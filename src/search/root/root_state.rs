//! State of the root of one thread's search.

use std::ops::Range;

use shakmaty::Move;

use super::root_move::RootMove;
use crate::chess::score::Score;

/// The root of one thread's search: set by iterative deepening, read by the nodes.
pub(in crate::search) struct RootState {
    /// The root moves, the best first between iterations.
    pub moves: Vec<RootMove>,
    /// Depth of the iteration, plies.
    pub depth: i32,
    /// Depth of the last whole iteration, plies.
    pub completed_depth: i32,
    /// Rank of the line being searched, from 0.
    pub line: usize,
    /// The root moves with the tablebase rank of the line.
    pub group: Range<usize>,
    /// The line of the last iteration.
    pub last_pv: Vec<Move>,
    /// Width of the aspiration window.
    pub window: Score,
    /// Changes of the best move; those of earlier iterations count half as much with each iteration.
    pub best_move_changes: f64,
    /// Optimism of each side (black, white), internal units.
    pub optimism: [Score; 2],
}

impl RootState {
    /// Creates the state before the first iteration.
    pub fn new(moves: Vec<RootMove>) -> RootState {
        RootState {
            moves,
            depth: 0,
            completed_depth: 0,
            line: 0,
            group: 0..0,
            last_pv: Vec::new(),
            window: 1,
            best_move_changes: 0.0,
            optimism: [0; 2],
        }
    }
}
