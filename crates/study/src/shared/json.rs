//! Parts of the JSON output that several commands share.

use brudno::{
    chess::{
        Opening, Position,
        score::{Bound, Score, moves_to_mate},
    },
    eval::wdl::centipawns,
    notation::san,
    terminal::display::bound_for_white,
};
use serde::Serialize;
use shakmaty::{Color, Move};

/// Rounds to one decimal.
pub fn tenths(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

/// A named opening.
#[derive(Serialize)]
pub struct ReportedOpening {
    eco: &'static str,
    name: &'static str,
}

impl From<Opening> for ReportedOpening {
    fn from(Opening { eco, name }: Opening) -> ReportedOpening {
        ReportedOpening { eco, name }
    }
}

/// A move in UCI notation and SAN.
#[derive(Serialize)]
pub struct ReportedMove {
    uci: String,
    san: String,
}

impl ReportedMove {
    /// Converts a legal move.
    pub fn new(position: &Position, m: Move) -> ReportedMove {
        ReportedMove { uci: position.to_uci(m, false).to_string(), san: san(position, m) }
    }

    /// Converts a move of a game; `None` is a null move.
    pub fn or_pass(position: &Position, m: Option<Move>) -> ReportedMove {
        let pass = || ReportedMove { uci: "0000".to_owned(), san: "--".to_owned() };
        m.map_or_else(pass, |m| ReportedMove::new(position, m))
    }
}

/// The moves of a line in UCI notation and SAN.
#[derive(Serialize)]
pub struct ReportedMoves {
    uci: Vec<String>,
    san: Vec<String>,
}

impl ReportedMoves {
    /// Converts a line.
    pub fn new(start: &Position, line: &[Move]) -> ReportedMoves {
        let mut position = start.clone();
        let moves = line.iter().map(|&m| {
            let ReportedMove { uci, san } = ReportedMove::new(&position, m);
            position = position.play(m);
            (uci, san)
        });
        let (uci, san) = moves.unzip();
        ReportedMoves { uci, san }
    }
}

/// White's score.
#[derive(Serialize)]
pub struct ReportedScore {
    /// Centipawns; `None` if there is a mate.
    centipawns: Option<i32>,
    /// Moves to mate, negative if Black mates.
    mate: Option<i32>,
    /// `exact`, `lower` or `upper`. A bound means that the search ended before the score was exact.
    bound: &'static str,
}

impl ReportedScore {
    /// Converts a score and a bound from the side to move's point of view to White's.
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
