//! Which positions are fit to train on: those whose static evaluation can be right.

use brudno::chess::score::Score;
use serde::{Deserialize, Serialize};

/// The usual filter. A static evaluation cannot know what a capture or a check will bring, says
/// little once the game is decided or stands still, and first plies are few and random.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Filter {
    /// Plies from the start of a game that are left out: random openings.
    pub min_ply: usize,
    /// With fewer men on the board the result is not believed, only the score.
    pub result_men: usize,
    /// Positions with more half moves since a capture or pawn move are left out.
    pub max_halfmoves: u32,
    /// Positions with a larger score, in the data's units, are decided.
    pub decided: Score,
    /// The share of decided positions that is kept.
    pub decided_share: f64,
    /// Positions with a larger score, in the data's units, are left out.
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

/// What the filter asks of a position of a game.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// Plies before it, as the game's start position counts them.
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

/// Why a position is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// Too early in the game.
    Early,
    /// The side to move is in check.
    Check,
    /// The move played is a capture or a promotion.
    Tactical,
    /// Too long without a capture or pawn move.
    Still,
    /// The score is too large.
    Extreme,
    /// The score is large, and the position none of the share of such that is kept.
    Decided,
}

impl Rejection {
    /// All reasons, in the order in which they are looked for.
    pub const ALL: [Rejection; 6] = [
        Rejection::Early,
        Rejection::Check,
        Rejection::Tactical,
        Rejection::Still,
        Rejection::Extreme,
        Rejection::Decided,
    ];

    /// The reason in words.
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
    /// The first reason to leave out a position; `None` for a position to train on. `keep` draws
    /// whether a decided position belongs to the share, given as its argument, that is kept.
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
