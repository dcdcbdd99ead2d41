//! Report as a value. Serialised, it is part of `--json`, which docs/json.md describes, and of the
//! page.

use serde::Serialize;

use super::{
    mistake::MistakeKind,
    tally::{Figures, Judgements, MoveFigures, Results},
};

/// Report on the games of a player.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Value of `--player`.
    pub player: String,
    /// Matching names in descending order of their games.
    pub names: Vec<String>,
    /// Games whose evaluations come from an earlier run.
    pub resumed_games: usize,
    /// All moves.
    pub total: Figures,
    /// White and Black.
    pub colours: Vec<ColourFigures>,
    /// Openings in descending order of their games.
    pub openings: Vec<OpeningFigures>,
    /// Opening, middlegame and endgame.
    pub phases: Vec<PhaseFigures>,
    /// Moves by the time left before them, in descending order.
    pub time_left: Vec<TimeFigures>,
    /// Kinds of mistakes. The explained kinds come first, in descending order of the lost points.
    pub mistakes: Vec<Mistake>,
    /// Scored and expected points.
    pub expectations: Vec<Expectation>,
    /// Games with a won position.
    pub won_positions: Results,
    /// Games with a lost position.
    pub lost_positions: Results,
}

/// Figures of a colour.
#[derive(Clone, Debug, Serialize)]
pub struct ColourFigures {
    /// `white` or `black`.
    pub side: &'static str,
    #[serde(flatten)]
    pub figures: Figures,
}

/// Figures of an opening with one colour.
#[derive(Clone, Debug, Serialize)]
pub struct OpeningFigures {
    /// `white` or `black`.
    pub side: &'static str,
    /// ECO code; `None` for games whose opening has no name.
    pub eco: Option<&'static str>,
    /// Name.
    pub name: Option<&'static str>,
    #[serde(flatten)]
    pub figures: Figures,
}

/// Figures of a phase. Games count if they have an evaluated move in the phase.
#[derive(Clone, Debug, Serialize)]
pub struct PhaseFigures {
    /// Name.
    pub phase: &'static str,
    #[serde(flatten)]
    pub figures: Figures,
}

/// Figures of the moves with a time left.
#[derive(Clone, Debug, Serialize)]
pub struct TimeFigures {
    /// Lower bound of the time, seconds.
    pub from_seconds: u32,
    /// Upper bound of the time, seconds, exclusive.
    pub to_seconds: Option<u32>,
    /// Numbers of the games with such a move.
    pub numbers: Vec<usize>,
    #[serde(flatten)]
    pub moves: MoveFigures,
}

/// Mistakes of a kind.
#[derive(Clone, Debug, Serialize)]
pub struct Mistake {
    /// Kind.
    pub kind: MistakeKind,
    /// Name for people.
    pub name: String,
    #[serde(flatten)]
    pub judgements: Judgements,
    /// Sum of the win percentages lost, as points.
    pub points_lost: f64,
    /// Numbers of the games with such a mistake.
    pub numbers: Vec<usize>,
    /// The mistake that lost most points.
    pub worst: Worst,
}

/// A move of a game.
#[derive(Clone, Debug, Serialize)]
pub struct Worst {
    /// Number of the game in the input.
    pub game: usize,
    /// Ply, from 1.
    pub ply: usize,
    /// The move with its number, such as `23.Qxe5`.
    pub r#move: String,
}

/// Scored points, and points expected from the win percentages at one point of the games.
#[derive(Clone, Debug, Serialize)]
pub struct Expectation {
    /// `middlegame` or `endgame`.
    pub at_start_of: &'static str,
    /// Games with a result that reached the phase.
    pub games: usize,
    /// Numbers of these games.
    pub numbers: Vec<usize>,
    /// Sum of the win percentages, as points.
    pub expected: f64,
    /// Points.
    pub scored: f64,
}
