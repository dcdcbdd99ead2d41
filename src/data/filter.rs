//! Which positions are fit to train on: those whose static evaluation can be right.

use shakmaty::Move;

use crate::{
    position::{Position, is_tactical},
    score::Score,
};

/// The usual filter. A static evaluation cannot know what a capture or a check will bring, says
/// little once the game is decided, and first plies are few and random.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter {
    /// Plies of the game to leave out.
    pub min_ply: usize,
    /// The fewest men.
    pub min_men: usize,
    /// Scores must be below this, for either side.
    pub max_score: Score,
}

impl Default for Filter {
    fn default() -> Filter {
        Filter { min_ply: 16, min_men: 6, max_score: 2500 }
    }
}

/// Why a position is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// Too early in the game.
    Early,
    /// Too few men.
    FewMen,
    /// The side to move is in check.
    Check,
    /// The move played is a capture or a promotion.
    Tactical,
    /// The score is too large.
    Decided,
}

impl Rejection {
    /// All reasons, in the order in which they are looked for.
    pub const ALL: [Rejection; 5] = [
        Rejection::Early,
        Rejection::FewMen,
        Rejection::Check,
        Rejection::Tactical,
        Rejection::Decided,
    ];

    /// The reason in words.
    pub const fn name(self) -> &'static str {
        match self {
            Rejection::Early => "too early",
            Rejection::FewMen => "too few men",
            Rejection::Check => "in check",
            Rejection::Tactical => "tactical move",
            Rejection::Decided => "decided",
        }
    }
}

impl Filter {
    /// The first reason to leave out a position with its move, its score and the plies of the
    /// game before it; `None` for a position to train on.
    pub fn reject(
        &self,
        position: &Position,
        m: Move,
        score: Score,
        ply: usize,
    ) -> Option<Rejection> {
        Rejection::ALL.into_iter().find(|reason| match reason {
            Rejection::Early => ply < self.min_ply,
            Rejection::FewMen => position.board().occupied().count() < self.min_men,
            Rejection::Check => position.is_check(),
            Rejection::Tactical => is_tactical(m),
            Rejection::Decided => score.abs() >= self.max_score,
        })
    }
}
