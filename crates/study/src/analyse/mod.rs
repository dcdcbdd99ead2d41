//! `brudno analyse`: searches positions and prints reports. Games are annotated.

mod annotate;
mod batch;
mod json;
mod mode;
mod report;

use std::{io, process::ExitCode, sync::Arc, time::Duration};

use annotate::{AnnotateArgs, AnnotateError};
use brudno::{
    chess::{
        Position,
        score::{Bound, Score},
    },
    notation::san_line,
    platform::stdio,
    search::{Info, ScoredLine, SearchRequest},
    terminal::display::{self, TermStyle, fit},
};
use brudno_console::{
    interrupt::{self, InterruptError},
    progress,
};
use brudno_notation::{TextFile, input::ParsedGame};
use indicatif::ProgressBar;
use json::Report;
use mode::Mode;
use shakmaty::{Bitboard, Move};
use thiserror::Error;

use crate::{
    engine::{EngineArgs, EngineError},
    shared::position_args::{PositionArgs, PositionArgsError, PositionSource},
};

/// Default search time, milliseconds.
const DEFAULT_TIME: u64 = 5000;

/// Arguments of `brudno analyse`.
#[derive(clap::Args)]
pub struct AnalyseArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Number of best lines, or of better lines at each mistake of a game
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    lines: u16,
    /// Print JSON, with one line per position of a list; scores, bounds and chances are given from
    /// White's point of view
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    games: AnnotateArgs,
    #[command(flatten)]
    engine: EngineArgs,
}

/// Errors of `brudno analyse`.
#[derive(Debug, Error)]
enum AnalyseError {
    /// An option that applies to games only, or to positions only.
    #[error("{0}")]
    Option(&'static str),
    /// One file contains games, and another one contains positions.
    #[error("{games} contains games, but {positions} contains positions; analyse them in two runs")]
    Mixed {
        /// First file of games.
        games: String,
        /// First file of positions.
        positions: String,
    },
    /// One of several files contains neither games nor one position per line.
    #[error("{0}: expected games, or one position per line, because there are several files")]
    NoList(String),
    #[error(transparent)]
    Games(AnnotateError),
    #[error(transparent)]
    Position(PositionArgsError),
    #[error("cannot read standard input: {0}")]
    Read(io::Error),
    #[error(transparent)]
    Engine(EngineError),
    #[error(transparent)]
    Interrupt(InterruptError),
    #[error("cannot write JSON: {0}")]
    Json(serde_json::Error),
    #[error("cannot write the report: {0}")]
    Write(io::Error),
}

/// Searches with a progress bar on stderr, then prints the report. Ctrl-C ends the search early.
pub fn run(mut arguments: AnalyseArgs) -> ExitCode {
    arguments.position.or_stdin();
    analyse(&arguments).unwrap_or_else(|error| brudno_console::process::fail(&error))
}

fn analyse(arguments: &AnalyseArgs) -> Result<ExitCode, AnalyseError> {
    match Mode::of(arguments)? {
        Mode::Position(parsed) => analyse_one(arguments, &parsed),
        Mode::List(list) => batch::run(arguments, list),
        Mode::Games(sources) => annotate(arguments, sources),
    }
}

fn annotate(
    arguments: &AnalyseArgs,
    sources: Vec<PositionSource<TextFile>>,
) -> Result<ExitCode, AnalyseError> {
    let inputs = sources.iter().filter_map(PositionSource::path);
    arguments.games.check_files(inputs, arguments.json).map_err(AnalyseError::Games)?;
    let files = sources.into_iter().filter_map(|source| match source {
        PositionSource::File(_, file) | PositionSource::Stdin(file) => Some(file),
        // An argument is a position.
        PositionSource::Argument(_) => None,
    });
    let files = files.collect();
    annotate::run(files, &arguments.games, &arguments.engine, arguments.lines, arguments.json)
        .map_err(AnalyseError::Games)
}

fn analyse_one(arguments: &AnalyseArgs, parsed: &ParsedGame) -> Result<ExitCode, AnalyseError> {
    let game = parsed.game();
    let engine = Arc::new(arguments.engine.start().map_err(AnalyseError::Engine)?);
    let running = Arc::clone(&engine);
    interrupt::on_interrupt(move || running.stop()).map_err(AnalyseError::Interrupt)?;
    let limits = arguments.engine.limits(DEFAULT_TIME);
    let progress = progress::spinner("{spinner} {elapsed} {wide_msg}");
    let mut analysis = Analysis::new(game.position().clone(), progress);
    let request = SearchRequest {
        multi_pv: arguments.lines.into(),
        ..SearchRequest::new(game.clone(), limits)
    };
    engine.search(request, |info| analysis.update(info));
    analysis.progress.finish_and_clear();
    let text = if arguments.json {
        let report = Report::new(parsed.id.clone(), &game, &analysis);
        serde_json::to_string_pretty(&report).map_err(AnalyseError::Json)?
    } else {
        let last_move = parsed.moves.last().map_or(Bitboard::EMPTY, |&m| display::squares(m));
        report::text(&game, last_move, &analysis, TermStyle::of_stdout())
    };
    stdio::print(text).map(|()| ExitCode::SUCCESS).map_err(AnalyseError::Write)
}

/// Results of a running search.
struct Analysis {
    position: Position,
    /// Best lines, best first. The first one is the last exact line of the best move, if there is
    /// one.
    lines: Vec<ScoredLine>,
    /// Fail high or fail low of the best move in an unfinished iteration.
    cut_off: Option<ScoredLine>,
    /// True if the bound contradicts the exact score and replaces it.
    is_contradicted: bool,
    /// Changes of the best move.
    changes: Vec<Change>,
    nodes: u64,
    time: Duration,
    progress: ProgressBar,
}

/// A new best move, with its time and score.
struct Change {
    depth: u32,
    time: Duration,
    score: Score,
    bound: Bound,
    best: Move,
}

impl Analysis {
    /// Creates empty results. `progress` shows their state.
    fn new(position: Position, progress: ProgressBar) -> Analysis {
        let (nodes, time) = (0, Duration::ZERO);
        Analysis {
            position,
            lines: Vec::new(),
            cut_off: None,
            is_contradicted: false,
            changes: Vec::new(),
            nodes,
            time,
            progress,
        }
    }

    /// Returns the line with the valid score: the last one reported.
    fn standing(&self) -> Option<&ScoredLine> {
        self.cut_off.as_ref().filter(|_| self.is_contradicted).or_else(|| self.lines.first())
    }

    /// Adds a line of the best move. A bound is kept beside the exact line of the same move, in
    /// either order.
    fn best_line(&mut self, line: ScoredLine) {
        let best = self.lines.first();
        let is_same = |known: &&ScoredLine| known.pv[0] == line.pv[0];
        let is_exact = line.bound == Bound::Exact;
        self.is_contradicted =
            !is_exact && best.filter(is_same).is_some_and(|best| best.bound == Bound::Exact);
        if self.is_contradicted {
            self.cut_off = Some(line);
            return;
        }
        let bound =
            self.cut_off.as_ref().or_else(|| best.filter(|best| best.bound != Bound::Exact));
        let bound = bound.filter(|bound| is_exact && is_same(bound) && bound.depth > line.depth);
        self.cut_off = bound.cloned();
        match self.lines.first_mut() {
            Some(best) => *best = line,
            None => self.lines.push(line),
        }
    }

    /// Adds a line of analysis.
    fn update(&mut self, info: &Info) {
        let &Info { multipv, nodes, time, ref line, .. } = info;
        let &ScoredLine { depth, seldepth, score, bound, ref pv, .. } = line;
        let Some(&best) = pv.first() else { return };
        (self.nodes, self.time) = (nodes, time);
        let line = line.clone();
        if multipv > 1 {
            match self.lines.get_mut(multipv - 1) {
                Some(known) => *known = line,
                None => self.lines.push(line),
            }
            return;
        }
        self.best_line(line);
        if self.changes.last().is_none_or(|change| change.best != best) {
            self.changes.push(Change { depth, time, score, bound, best });
        }
        let turn = self.position.turn();
        let score = display::score(score, turn, bound, TermStyle::PLAIN);
        let line = fit(&san_line(&self.position, pv), None, TermStyle::PLAIN);
        self.progress.set_message(format!("depth {depth}/{seldepth}  {score}  {line}"));
    }
}
