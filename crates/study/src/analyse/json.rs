//! JSON output of an analysis. docs/json.md describes it.

use brudno::{chess::Game, search::ScoredLine, terminal::display::chances, uci::NAME};
use serde::Serialize;

use crate::{
    analyse::Analysis,
    shared::json::{ReportedMove, ReportedMoves, ReportedScore},
};

/// Version of the format. It increases when a field is removed or changes its meaning, but not when
/// a field is added.
pub const VERSION: u32 = 1;

/// Analysis of a position. Scores and chances are White's.
#[derive(Serialize)]
pub struct Report {
    version: u32,
    /// Engine name and version.
    engine: &'static str,
    /// File of the list, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    /// Line number in a list of positions, from 1.
    line: Option<usize>,
    /// `id` of an EPD line.
    id: Option<String>,
    fen: String,
    /// Reason for the end of the game, if it is over.
    ending: Option<String>,
    /// `None` if there is no legal move.
    best_move: Option<ReportedMove>,
    /// Latest valid score of the best move.
    score: Option<ReportedScore>,
    /// Depth of the best line, plies.
    depth: u32,
    nodes: u64,
    seconds: f64,
    lines: Vec<ReportedLine>,
    /// Fail high or fail low of the best move in an unfinished iteration.
    cut_off: Option<ReportedLine>,
    changes: Vec<ReportedChange>,
}

#[derive(Serialize)]
struct ReportedLine {
    depth: u32,
    seldepth: u32,
    #[serde(flatten)]
    score: ReportedScore,
    win_draw_loss: [u32; 3],
    #[serde(flatten)]
    moves: ReportedMoves,
}

#[derive(Serialize)]
struct ReportedChange {
    depth: u32,
    seconds: f64,
    #[serde(flatten)]
    score: ReportedScore,
    #[serde(flatten)]
    best: ReportedMove,
}

impl Report {
    /// Sets the place in a list of positions.
    pub fn of_line(self, file: Option<String>, line: usize) -> Report {
        Report { file, line: Some(line), ..self }
    }

    /// Builds the report of a game's last position.
    pub fn new(id: Option<String>, game: &Game, analysis: &Analysis) -> Report {
        let position = game.position();
        let turn = position.turn();
        let best = analysis.lines.first();
        let standing = analysis.standing();
        let reported = |line: &ScoredLine| ReportedLine {
            depth: line.depth,
            seldepth: line.seldepth,
            score: ReportedScore::new(line.score, line.bound, turn),
            win_draw_loss: chances(line, turn),
            moves: ReportedMoves::new(position, &line.pv),
        };
        let changes = analysis.changes.iter().map(|change| ReportedChange {
            depth: change.depth,
            seconds: change.time.as_secs_f64(),
            score: ReportedScore::new(change.score, change.bound, turn),
            best: ReportedMove::new(position, change.best),
        });
        Report {
            version: VERSION,
            engine: NAME,
            file: None,
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

/// Replaces the report for a line that is not a position.
#[derive(Serialize)]
pub struct Refusal {
    version: u32,
    engine: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    /// Line number, from 1.
    line: usize,
    error: String,
}

impl Refusal {
    /// Creates the output from an error.
    pub fn new(file: Option<String>, line: usize, error: &dyn std::error::Error) -> Refusal {
        Refusal { version: VERSION, engine: NAME, file, line, error: error.to_string() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyse::report::tests::analysis;

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
