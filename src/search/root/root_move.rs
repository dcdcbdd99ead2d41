//! A move at the root and the results of its search.

use shakmaty::Move;

use crate::{
    chess::score::{Bound, INFINITE, Score},
    search::report::ScoredLine,
};

/// A line extended from the tablebases to its end.
#[derive(Clone, Debug)]
pub(in crate::search) struct ExtendedLine {
    /// The score of the line before.
    pub score: Score,
    /// The score at its end.
    pub final_score: Score,
    /// The moves.
    pub pv: Vec<Move>,
}

/// A root move and the results of its search.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The line that begins with the move.
    pub pv: Vec<Move>,
    /// Score of this iteration, `-INFINITE` unless the move was best.
    pub score: Score,
    /// Depth of the iteration that found the score, plies.
    pub depth: i32,
    /// Score of the last iteration that had one.
    pub previous_score: Score,
    /// Running average of the scores: the centre of the aspiration window.
    pub average_score: Option<Score>,
    /// Running average of the squares of the scores, each with its sign.
    pub average_square: i64,
    /// Deepest ply reached below it.
    pub seldepth: usize,
    /// Nodes spent on it in the whole search.
    pub nodes: u64,
    /// Whether the score lies outside the window it was searched with.
    pub bound: Bound,
    /// The last line with an exact score, unless a whole iteration has found none for the move
    /// since.
    pub exact: Option<ScoredLine>,
    /// The line as it was last reported.
    pub(in crate::search) reported: Vec<Move>,
    /// The line extended from the tablebases.
    pub(in crate::search) extended: Option<ExtendedLine>,
    /// Tablebase rank: moves of a lower rank are searched only for further lines. 0 for all moves if
    /// the root is in no tablebase.
    pub tb_rank: i32,
    /// Tablebase score.
    pub tb_score: Option<Score>,
}

impl RootMove {
    pub(in crate::search) fn new(m: Move) -> RootMove {
        RootMove {
            pv: vec![m],
            score: -INFINITE,
            depth: 0,
            previous_score: -INFINITE,
            average_score: None,
            average_square: 0,
            seldepth: 0,
            nodes: 0,
            bound: Bound::Exact,
            exact: None,
            reported: Vec::new(),
            extended: None,
            tb_rank: 0,
            tb_score: None,
        }
    }

    /// Returns the latest score of the move, `None` before it has one.
    pub fn known_score(&self) -> Option<Score> {
        [self.score, self.previous_score].into_iter().find(|&score| score != -INFINITE)
    }

    /// Returns the line and the score of this iteration, `None` before the move has them.
    pub(in crate::search) fn latest(&self) -> Option<ScoredLine> {
        (self.score != -INFINITE).then(|| ScoredLine {
            depth: self.depth as u32,
            seldepth: self.seldepth as u32,
            score: self.score,
            bound: self.bound,
            is_draw: false,
            pv: self.pv.clone(),
        })
    }

    /// Adds a score to the averages. Its weight grows with the nodes `spent` on it, relative to those
    /// spent on the move before (Stockfish).
    pub(in crate::search) fn average(&mut self, score: Score, spent: u64) {
        let square = i64::from(score) * i64::from(score.abs());
        let Some(average) = self.average_score else {
            (self.average_score, self.average_square) = (Some(score), square);
            return;
        };
        let weight = (64 * spent / (2 * spent + 3 * self.nodes.max(1))).clamp(12, 24) as i64;
        let mean = |new: i64, old: i64, weight: i64| (new * weight + old * (32 - weight)) / 32;
        self.average_score = Some(mean(i64::from(score), i64::from(average), weight) as Score);
        self.average_square = mean(square, self.average_square, weight.min(16));
    }

    /// Returns the move itself.
    pub fn first(&self) -> Move {
        self.pv[0]
    }
}
