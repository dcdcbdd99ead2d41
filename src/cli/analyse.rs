//! `brudno analyse`: a position searched, and a report of what was found.

mod report;

use std::{
    error::Error,
    fmt,
    io::{self, Write as _},
    process::ExitCode,
    time::Duration,
};

use indicatif::ProgressBar;
use shakmaty::{Bitboard, Move};

use super::{
    engine::{EngineArgs, EngineError, Listener, SearchSettings},
    interrupt::{self, InterruptError},
    progress,
};
use crate::{
    display::{self, Look, fit, san_line},
    position::{Game, Position, PositionError},
    score::{Bound, Score},
    search::Info,
};

/// Milliseconds for a search without limits.
const DEFAULT_TIME: u64 = 5000;

/// What `brudno analyse` is asked to do.
#[derive(clap::Args)]
pub struct AnalyseArgs {
    /// FEN of the position [default: the start position]
    fen: Option<String>,
    /// Moves to play first, in SAN or UCI notation: "e4 e5 g1f3"
    #[arg(long, default_value = "", hide_default_value = true)]
    moves: String,
    /// Number of best lines
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    lines: u16,
    /// Print JSON; scores, bounds and chances are White's
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    engine: EngineArgs,
}

/// Why there is no report.
#[derive(Debug)]
enum AnalyseError {
    Position(PositionError),
    Engine(EngineError),
    Interrupt(InterruptError),
    Json(serde_json::Error),
    Write(io::Error),
}

impl fmt::Display for AnalyseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnalyseError::Position(error) => error.fmt(f),
            AnalyseError::Engine(error) => error.fmt(f),
            AnalyseError::Interrupt(error) => error.fmt(f),
            AnalyseError::Json(error) => write!(f, "cannot write JSON: {error}"),
            AnalyseError::Write(error) => write!(f, "cannot write the report: {error}"),
        }
    }
}

impl Error for AnalyseError {}

/// Searches, with its progress on stderr, and prints the report. Ctrl-C ends the search early.
pub fn run(arguments: &AnalyseArgs) -> ExitCode {
    match analyse(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => super::fail(&error),
    }
}

fn analyse(arguments: &AnalyseArgs) -> Result<(), AnalyseError> {
    let (game, last_move) = set_up(arguments).map_err(AnalyseError::Position)?;
    let engine = arguments.engine.start().map_err(AnalyseError::Engine)?;
    let search = engine.stop_handle();
    interrupt::on_interrupt(move || search.stop()).map_err(AnalyseError::Interrupt)?;
    let limits = arguments.engine.limits(DEFAULT_TIME);
    let settings = SearchSettings { limits, lines: arguments.lines.into(), skill: None };
    let listener = Analysis::new(game.position().clone());
    let (analysis, _) = engine.search(&game, &settings, listener).map_err(AnalyseError::Engine)?;
    analysis.progress.finish_and_clear();
    let text = if arguments.json {
        report::json(&game, &analysis).map_err(AnalyseError::Json)?
    } else {
        report::text(&game, last_move, &analysis, Look::of_stdout())
    };
    writeln!(io::stdout(), "{text}").map_err(AnalyseError::Write)
}

/// The position to search, and the squares of the move that led to it.
fn set_up(arguments: &AnalyseArgs) -> Result<(Game, Bitboard), PositionError> {
    let mut game = match &arguments.fen {
        Some(fen) => Game::from_fen(fen, false)?,
        None => Game::default(),
    };
    let mut last_move = Bitboard::EMPTY;
    for text in arguments.moves.split_whitespace() {
        let m = game.position().parse_move(text)?;
        last_move = display::squares(m);
        game.play(m);
    }
    Ok((game, last_move))
}

/// What a search has found so far.
struct Analysis {
    position: Position,
    /// The best lines, best first.
    lines: Vec<Line>,
    /// The best move each time that it was another one.
    changes: Vec<Change>,
    nodes: u64,
    time: Duration,
    progress: ProgressBar,
}

/// A best line; its score is that of the side to move.
struct Line {
    depth: u32,
    seldepth: u32,
    score: Score,
    bound: Bound,
    pv: Vec<Move>,
}

/// A best move, when and with what score it became one.
struct Change {
    depth: u32,
    time: Duration,
    score: Score,
    bound: Bound,
    best: Move,
}

impl Analysis {
    /// Nothing yet; progress is shown on stderr where that is a terminal.
    fn new(position: Position) -> Analysis {
        let progress = progress::spinner("{spinner} {elapsed} {wide_msg}");
        let (nodes, time) = (0, Duration::ZERO);
        Analysis { position, lines: Vec::new(), changes: Vec::new(), nodes, time, progress }
    }
}

impl Listener for Analysis {
    fn line(&mut self, info: &Info<'_>) {
        let Some(&best) = info.pv.first() else { return };
        let &Info { depth, seldepth, multipv, score, bound, nodes, time, pv, .. } = info;
        (self.nodes, self.time) = (nodes, time);
        let line = Line { depth, seldepth, score, bound, pv: pv.to_vec() };
        match self.lines.get_mut(multipv - 1) {
            Some(known) => *known = line,
            None => self.lines.push(line),
        }
        if multipv > 1 {
            return;
        }
        if self.changes.last().is_none_or(|change| change.best != best) {
            self.changes.push(Change { depth, time, score, bound, best });
        }
        let turn = self.position.turn();
        let score = display::score(score, turn, bound, Look::PLAIN);
        let line = fit(&san_line(&self.position, pv), None, Look::PLAIN);
        self.progress.set_message(format!("depth {depth}/{seldepth}  {score}  {line}"));
    }
}
