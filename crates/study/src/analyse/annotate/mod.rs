//! `brudno analyse` for games: judges every move, and writes PGN, JSON or a page.

mod html;
mod json;
mod output;
mod page_data;
mod previous_analysis;
mod puzzles;
mod report;
mod resume;

use std::{
    io,
    path::{Path, PathBuf},
    process::ExitCode,
};

use brudno::platform::{StopSignal, files::is_same_file, stdio::remark};
use brudno_console::{
    format::count,
    interrupt::{self, INTERRUPTED, InterruptError},
    progress,
};
use brudno_notation::{
    ReadTextError,
    pgn::{BrokenGame, PgnGame, games as pgn_games},
};
use indicatif::ProgressBar;
use output::Output;
use puzzles::PuzzleFile;
use report::Aggregate;
use resume::Resumed;
use shakmaty::ByColor;
use thiserror::Error;

use crate::{
    engine::{BatchEngine, EngineArgs, EngineError},
    shared::review::{Review, evaluate},
};

/// Default time per position, milliseconds: about a minute for a game of 60 moves.
const DEFAULT_TIME: u64 = 500;

/// Output options for games.
#[derive(clap::Args)]
pub struct AnnotateArgs {
    /// Write annotated games, or their JSON with --json, to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write annotated games as a page with a board and a chart to this file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write the positions in which the only move that wins or holds was missed, as EPD, or as PGN
    /// if the file is named .pgn
    #[arg(long, value_name = "FILE")]
    puzzles: Option<PathBuf>,
    /// Judge only the moves of players whose name contains this text (not case-sensitive), and
    /// print a report on their games
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Keep the games that are already annotated in the file of --output
    #[arg(long, requires = "output", conflicts_with_all = ["html", "json"])]
    resume: bool,
}

impl AnnotateArgs {
    /// Returns true if one of the options is given. They apply to games only.
    pub fn is_used(&self) -> bool {
        let files = [&self.output, &self.html, &self.puzzles];
        files.iter().any(|file| file.is_some()) || self.player.is_some() || self.resume
    }

    /// Checks that no file is written twice, and that only the annotated games replace an input.
    ///
    /// # Errors
    ///
    /// [`AnnotateError::SameFile`], [`AnnotateError::Input`].
    pub fn check_files<'a>(
        &self,
        inputs: impl Iterator<Item = &'a Path>,
        as_json: bool,
    ) -> Result<(), AnnotateError> {
        let inputs: Vec<&Path> = inputs.collect();
        let outputs =
            [("--output", &self.output), ("--html", &self.html), ("--puzzles", &self.puzzles)];
        let outputs = outputs.into_iter().filter_map(|(name, path)| Some((name, path.as_deref()?)));
        let outputs: Vec<(&'static str, &Path)> = outputs.collect();
        for (index, &(name, path)) in outputs.iter().enumerate() {
            let mut others = outputs[..index].iter();
            if let Some(&(other, _)) = others.find(|(_, other)| is_same_file(other, path)) {
                return Err(AnnotateError::SameFile(other, name, path.to_owned()));
            }
            let keeps_games = name == "--output" && !as_json;
            if !keeps_games && inputs.iter().any(|input| is_same_file(input, path)) {
                return Err(AnnotateError::Input(path.to_owned(), name));
            }
        }
        Ok(())
    }

    /// Returns true if the moves of a side are judged.
    fn is_of_player(&self, game: &PgnGame) -> bool {
        self.judged(game).into_iter().any(|judged| judged)
    }

    /// Returns the sides of a game whose moves are judged.
    fn judged(&self, game: &PgnGame) -> ByColor<bool> {
        let Some(player) = &self.player else { return ByColor { white: true, black: true } };
        let player = player.to_lowercase();
        let is_named =
            |tag| game.tag(tag).is_some_and(|name| name.to_lowercase().contains(&player));
        ByColor { white: is_named("White"), black: is_named("Black") }
    }
}

/// Errors of annotating games.
#[derive(Debug, Error)]
pub enum AnnotateError {
    /// The text has no game.
    #[error("{0}: no game in PGN format")]
    NoGames(String),
    /// All games are broken.
    #[error("{0}: no game can be read")]
    AllBroken(String),
    /// No game has a player with this name.
    #[error("no game has a player whose name contains {0}")]
    NoPlayer(String),
    /// Two outputs name this file.
    #[error("{0} and {1} both write {2}; choose another file for one of them")]
    SameFile(&'static str, &'static str, PathBuf),
    /// An output would replace the games of the input.
    #[error("{0} contains the games to analyse; choose another file for {1}")]
    Input(PathBuf, &'static str),
    /// The games of an earlier run cannot be read.
    #[error(transparent)]
    Resume(ReadTextError),
    /// The search fails.
    #[error(transparent)]
    Engine(EngineError),
    /// The signal handler cannot be set.
    #[error(transparent)]
    Interrupt(InterruptError),
    /// The JSON cannot be written.
    #[error("cannot write JSON: {0}")]
    Json(serde_json::Error),
    /// An output file cannot be written.
    #[error("{0}: {1}")]
    Write(String, io::Error),
}

/// Annotates the games of files, each with its name, and searches `lines` lines per position. After
/// Ctrl-C, the finished games are still written.
///
/// # Errors
///
/// There is no game, the search fails, or a file cannot be written.
pub fn run(
    files: &[(String, String)],
    arguments: &AnnotateArgs,
    engine: &EngineArgs,
    lines: u16,
    as_json: bool,
) -> Result<ExitCode, AnnotateError> {
    let survey = Survey::of(files, arguments)?;
    let done = match (&arguments.output, arguments.resume) {
        (Some(path), true) => Resumed::read(path)?,
        _ => Resumed::default(),
    };
    let mut output = Output::open(arguments, as_json)?;
    let mut puzzles = arguments.puzzles.as_deref().map(PuzzleFile::create).transpose()?;
    let mut aggregate = arguments.player.as_deref().map(Aggregate::new);
    let mut reviewer = Reviewer::start(engine, arguments, lines, survey.positions)?;
    let (mut number, mut left) = (0, 0_u64);
    for (_, text) in files {
        for game in pgn_games(text) {
            number += 1;
            let mut game = match game {
                Ok(game) => game,
                Err(broken) => {
                    let source = &text[broken.range.clone()];
                    output.skip(BrokenGame { number, ..broken }, source)?;
                    continue;
                }
            };
            game.number = number;
            let source = &text[game.range.clone()];
            previous_analysis::remove(&mut game);
            let (review, earlier) = match done.get(&game) {
                Some(earlier) => {
                    reviewer.bar.inc(game.main.moves.len() as u64 + 1);
                    // Only the report and the puzzles need the review of a game that is copied.
                    let is_needed = aggregate.is_some() || puzzles.is_some();
                    let review = is_needed.then(|| restored(earlier, number, arguments));
                    (review.flatten(), Some(earlier))
                }
                None => (reviewer.review(game)?, None),
            };
            if let Some(review) = &review {
                if let Some(aggregate) = &mut aggregate {
                    aggregate.add(review, arguments.judged(&review.game), earlier.is_some());
                }
                reviewer.find_puzzles(review, puzzles.as_mut())?;
            }
            if let Some(earlier) = earlier {
                output.pass_through(earlier)?;
            } else if let Some(review) = review {
                output.game(review, &reviewer.bar)?;
            } else {
                left += 1;
                // Copy the remaining games to the file.
                if arguments.output.is_some() {
                    output.pass_through(source)?;
                }
            }
        }
    }
    reviewer.bar.finish_and_clear();
    output.finish(aggregate.map(|aggregate| aggregate.report()))?;
    if let Some(puzzles) = puzzles {
        let (name, written) = puzzles.finish()?;
        remark(format_args!("brudno: {} in {name}", count(written as u64, "puzzle", "puzzles")));
    }
    if left > 0 {
        let games = count(left, "game was", "games were");
        remark(format_args!("brudno: stopped; {games} not annotated"));
    }
    Ok(if reviewer.is_stopped() {
        ExitCode::from(INTERRUPTED)
    } else if survey.is_whole {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Returns the review of a game that an earlier run has annotated.
fn restored(annotated: &str, number: usize, arguments: &AnnotateArgs) -> Option<Review> {
    let game = pgn_games(annotated).next()?.ok()?;
    let judged = arguments.judged(&game);
    Some(report::restore(PgnGame { number, ..game }, judged))
}

/// Numbers of games and positions in the files, counted before the search.
struct Survey {
    /// Positions to search.
    positions: usize,
    /// True if every game can be read.
    is_whole: bool,
}

impl Survey {
    /// Reads all games once, and reports those that are corrected or skipped.
    fn of(files: &[(String, String)], arguments: &AnnotateArgs) -> Result<Survey, AnnotateError> {
        let mut survey = Survey { positions: 0, is_whole: true };
        let (mut readable, mut of_player) = (0, 0);
        let mut names: Vec<&str> = Vec::new();
        for (name, text) in files {
            let file = if files.len() > 1 { format!("{name}: ") } else { String::new() };
            for game in pgn_games(text) {
                match game {
                    Ok(game) => {
                        readable += 1;
                        of_player += usize::from(arguments.is_of_player(&game));
                        survey.positions += game.main.moves.len() + 1;
                        for note in &game.notes {
                            let (number, players) = (game.number, game.players());
                            remark(format_args!("brudno: {file}game {number} ({players}): {note}"));
                        }
                    }
                    Err(broken) => {
                        survey.is_whole = false;
                        let BrokenGame { number, players, .. } = &broken;
                        remark(format_args!(
                            "brudno: {file}game {number} ({players}) is skipped: {broken}"
                        ));
                    }
                }
            }
            names.push(name);
        }
        match (readable, survey.is_whole, &arguments.player) {
            (0, true, _) => Err(AnnotateError::NoGames(names.join(", "))),
            (0, false, _) => Err(AnnotateError::AllBroken(names.join(", "))),
            (_, _, Some(player)) if of_player == 0 => Err(AnnotateError::NoPlayer(player.clone())),
            _ => Ok(survey),
        }
    }
}

/// Searches and judges games.
struct Reviewer<'a> {
    arguments: &'a AnnotateArgs,
    engine: BatchEngine,
    stop: StopSignal,
    bar: ProgressBar,
}

impl<'a> Reviewer<'a> {
    fn start(
        engine: &EngineArgs,
        arguments: &'a AnnotateArgs,
        lines: u16,
        positions: usize,
    ) -> Result<Reviewer<'a>, AnnotateError> {
        let engine = engine.start_batch(DEFAULT_TIME, lines).map_err(AnnotateError::Engine)?;
        let stop = interrupt::stop_signal().map_err(AnnotateError::Interrupt)?;
        let template = "{bar:20} {pos}/{len} positions, {eta} left  {wide_msg}";
        let bar = progress::bar(positions as u64, template);
        Ok(Reviewer { arguments, engine, stop, bar })
    }

    /// Returns true after Ctrl-C.
    fn is_stopped(&self) -> bool {
        self.stop.is_requested()
    }

    /// Reviews a game. `None` if Ctrl-C is pressed before its first evaluation.
    fn review(&mut self, game: PgnGame) -> Result<Option<Review>, AnnotateError> {
        if self.is_stopped() {
            return Ok(None);
        }
        self.bar.set_message(format!("game {}: {}", game.number, game.players()));
        let positions = game.positions();
        self.engine.new_game(positions.len()).map_err(AnnotateError::Engine)?;
        let step = || self.bar.inc(1);
        let (engine, limits) = (self.engine.engine(), self.engine.limits());
        let lines = self.engine.lines();
        let evaluations = evaluate(engine, limits, lines, &positions, &self.stop, step);
        let judged = self.arguments.judged(&game);
        let review = Review::new(game, positions, evaluations, judged);
        Ok((!review.is_empty()).then_some(review))
    }

    /// Writes the puzzles that the player missed in a game.
    fn find_puzzles(
        &self,
        review: &Review,
        puzzles: Option<&mut PuzzleFile>,
    ) -> Result<(), AnnotateError> {
        let is_wanted = self.arguments.is_of_player(&review.game) && !self.is_stopped();
        match puzzles.filter(|_| is_wanted) {
            Some(puzzles) => {
                puzzles.add(review, self.engine.engine(), self.engine.limits(), &self.stop)
            }
            None => Ok(()),
        }
    }
}
