//! What the JSON of several commands shares.

use serde::Serialize;
use shakmaty::Color;

use crate::{
    chess::score::{Bound, Score, moves_to_mate},
    display::bound_for_white,
    eval::wdl::centipawns,
};

/// White's score.
#[derive(Serialize)]
pub struct ReportedScore {
    /// Where no mate is known.
    centipawns: Option<i32>,
    /// Moves to mate, negative where Black mates.
    mate: Option<i32>,
    /// `exact`; `lower` where the score is at least this and `upper` where at most, since the
    /// search ended before it knew more.
    bound: &'static str,
}

impl ReportedScore {
    /// A score and a bound of the side to move in White's view.
    pub fn new(score: Score, bound: Bound, turn: Color) -> ReportedScore {
        let white = turn.fold_wb(score, -score);
        let mate = moves_to_mate(white);
        ReportedScore {
            centipawns: mate.is_none().then(|| centipawns(white)),
            mate,
            bound: match bound_for_white(bound, turn) {
                Bound::Exact => "exact",
                Bound::Lower => "lower",
                Bound::Upper => "upper",
            },
        }
    }
}
