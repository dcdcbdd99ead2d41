//! What was found, for programs: the form is described in docs/command-line.md.

use serde::Serialize;
use shakmaty::Move;

use crate::{
    chess::{Game, Position},
    cli::{
        analyse::{Analysis, Line},
        json::ReportedScore,
    },
    display::chances,
    notation::{pgn::unnumbered, san, san_line},
    uci::NAME,
};

/// The version of the form. It grows when a field goes or changes its meaning, and not when one
/// is added.
pub const VERSION: u32 = 1;

/// The analysis of a position; scores and chances are White's.
#[derive(Serialize)]
pub struct Report {
    version: u32,
    /// Name and version.
    engine: &'static str,
    /// The line of a list that the position stands on, from 1.
    line: Option<usize>,
    /// The name in an EPD line.
    id: Option<String>,
    fen: String,
    /// Why the game is over, where it is.
    ending: Option<String>,
    /// `None` where there is no move.
    best_move: Option<ReportedMove>,
    /// The score of the best move that stands.
    score: Option<ReportedScore>,
    /// Plies that the best line was searched to.
    depth: u32,
    nodes: u64,
    seconds: f64,
    lines: Vec<ReportedLine>,
    /// Where the search of the best move was cut off, if in a fail high or fail low.
    cut_off: Option<ReportedLine>,
    changes: Vec<ReportedChange>,
}

/// A move in both notations.
#[derive(Serialize)]
pub struct ReportedMove {
    uci: String,
    san: String,
}

#[derive(Serialize)]
struct ReportedLine {
    depth: u32,
    seldepth: u32,
    #[serde(flatten)]
    score: ReportedScore,
    win_draw_loss: [u32; 3],
    uci: Vec<String>,
    san: Vec<String>,
}

#[derive(Serialize)]
struct ReportedChange {
    depth: u32,
    seconds: f64,
    #[serde(flatten)]
    score: ReportedScore,
    uci: String,
    san: String,
}

impl ReportedMove {
    /// A legal move.
    pub fn new(position: &Position, m: Move) -> ReportedMove {
        ReportedMove { uci: position.to_uci(m, false).to_string(), san: san(position, m) }
    }
}

impl Report {
    /// The same for a position on this line of a list.
    pub fn of_line(self, line: usize) -> Report {
        Report { line: Some(line), ..self }
    }

    /// The analysis of the position that a game has come to, with its name.
    pub fn new(id: Option<String>, game: &Game, analysis: &Analysis) -> Report {
        let position = game.position();
        let turn = position.turn();
        let best = analysis.lines.first();
        let standing = analysis.standing();
        let reported = |line: &Line| ReportedLine {
            depth: line.depth,
            seldepth: line.seldepth,
            score: ReportedScore::new(line.score, line.bound, turn),
            win_draw_loss: chances(line.score, turn),
            uci: line.pv.iter().map(|&m| position.to_uci(m, false).to_string()).collect(),
            // The numbers belong to the text, not to the moves.
            san: san_line(position, &line.pv).iter().map(|w| unnumbered(w).to_owned()).collect(),
        };
        let changes = analysis.changes.iter().map(|change| {
            let ReportedMove { uci, san } = ReportedMove::new(position, change.best);
            let score = ReportedScore::new(change.score, change.bound, turn);
            let (depth, seconds) = (change.depth, change.time.as_secs_f64());
            ReportedChange { depth, seconds, score, uci, san }
        });
        Report {
            version: VERSION,
            engine: NAME,
            line: None,
            id,
            fen: position.fen(),
            ending: game.ending().map(|ending| ending.to_string()),
            best_move: best.map(|line| ReportedMove::new(position, line.pv[0])),
            score: standing.map(|line| ReportedScore::new(line.score, line.bound, turn)),
            depth: best.map_or(0, |line| line.depth),
            nodes: analysis.nodes,
            seconds: analysis.time.as_secs_f64(),
            lines: analysis.lines.iter().map(reported).collect(),
            cut_off: analysis.cut_off.as_ref().map(reported),
            changes: changes.collect(),
        }
    }
}

/// What stands in the place of a report where a line is no position.
#[derive(Serialize)]
pub struct Refusal {
    version: u32,
    engine: &'static str,
    /// The line of the list, from 1.
    line: usize,
    error: String,
}

impl Refusal {
    /// What is wrong with a line.
    pub fn new(line: usize, error: &dyn std::error::Error) -> Refusal {
        Refusal { version: VERSION, engine: NAME, line, error: error.to_string() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::analyse::report::tests::analysis;

    #[test]
    fn programs_read_json() {
        let (game, analysis) = analysis();
        let report = serde_json::to_value(Report::new(None, &game, &analysis)).unwrap();
        assert_eq!(report["version"], VERSION);
        assert_eq!(report["engine"], NAME);
        assert_eq!(report["best_move"]["uci"], "h5f7");
        assert_eq!(report["best_move"]["san"], "Qxf7#");
        assert_eq!(report["score"]["mate"], 1);
        assert_eq!(report["lines"][0]["mate"], 1);
        assert_eq!(report["lines"][0]["bound"], "exact");
        assert!(report["lines"][0]["centipawns"].is_null());
        assert_eq!(report["lines"][0]["uci"][0], "h5f7");
        assert_eq!(report["lines"][1]["san"][0], "Nf3");
        assert_eq!(report["changes"].as_array().unwrap().len(), 2);
        assert_eq!(report["changes"][0]["centipawns"], 35);
        assert_eq!(report["changes"][1]["san"], "Qxf7#");
    }
}
