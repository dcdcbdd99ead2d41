//! Filter for training positions. It keeps positions that a static evaluation can assess.

use brudno::chess::score::Score;
use serde::{Deserialize, Serialize};

/// Settings of the filter. A static evaluation cannot resolve captures and checks. Decided games
/// and high halfmove clocks carry little information. The first plies are random.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Filter {
    /// Plies to skip at the start of a game.
    pub min_ply: usize,
    /// The result is ignored if there are fewer pieces.
    pub result_men: usize,
    /// Largest halfmove clock.
    pub max_halfmoves: u32,
    /// Positions with a larger score, in the data's units, are decided.
    pub decided: Score,
    /// Share of decided positions to keep.
    pub decided_share: f64,
    /// Largest score, in the data's units.
    pub max_score: Score,
}

impl Default for Filter {
    fn default() -> Filter {
        Filter {
            min_ply: 16,
            result_men: 6,
            max_halfmoves: 60,
            decided: 1500,
            decided_share: 0.3,
            max_score: 6000,
        }
    }
}

/// Properties of a position that the filter uses.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// Plies since the start of the game.
    pub ply: usize,
    /// Half moves since a capture or pawn move.
    pub halfmoves: u32,
    /// The score, of either side, in the data's units.
    pub score: Score,
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// Whether the move played is a capture or a promotion.
    pub tactical: bool,
}

/// Reason to reject a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// The position is too early in the game.
    Early,
    /// The side to move is in check.
    Check,
    /// The move played is a capture or a promotion.
    Tactical,
    /// The last capture or pawn move is too long ago.
    Still,
    /// The score is too large.
    Extreme,
    /// The position is decided, and not in the share that is kept.
    Decided,
}

impl Rejection {
    /// All reasons, in the order of the checks.
    pub const ALL: [Rejection; 6] = [
        Rejection::Early,
        Rejection::Check,
        Rejection::Tactical,
        Rejection::Still,
        Rejection::Extreme,
        Rejection::Decided,
    ];

    /// Returns the reason as text.
    pub const fn name(self) -> &'static str {
        match self {
            Rejection::Early => "too early",
            Rejection::Check => "in check",
            Rejection::Tactical => "tactical move",
            Rejection::Still => "halfmove clock too high",
            Rejection::Extreme => "score too large",
            Rejection::Decided => "decided",
        }
    }
}

impl Filter {
    /// Returns the first reason to reject a position. `None` if it is kept. `keep` draws whether to
    /// keep a decided position, with the given probability.
    pub fn reject(
        &self,
        candidate: Candidate,
        keep: impl FnOnce(f64) -> bool,
    ) -> Option<Rejection> {
        let Candidate { ply, halfmoves, score, in_check, tactical } = candidate;
        let score = score.abs();
        if ply < self.min_ply {
            Some(Rejection::Early)
        } else if in_check {
            Some(Rejection::Check)
        } else if tactical {
            Some(Rejection::Tactical)
        } else if halfmoves > self.max_halfmoves {
            Some(Rejection::Still)
        } else if score > self.max_score {
            Some(Rejection::Extreme)
        } else if score > self.decided && !keep(self.decided_share) {
            Some(Rejection::Decided)
        } else {
            None
        }
    }
}
