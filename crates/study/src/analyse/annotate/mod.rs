//! `brudno analyse` for games: judges every move, and writes PGN, JSON or a page.

mod html;
mod json;
mod output;
mod page_data;
mod previous_analysis;
mod puzzles;
mod report;
mod results;
mod resume;
mod reviewer;
mod survey;

use std::{
    io,
    path::{Path, PathBuf},
    process::ExitCode,
};

use brudno::platform::files::is_same_file;
use brudno_console::interrupt::{INTERRUPTED, InterruptError};
use brudno_notation::{ReadTextError, pgn::PgnGame};
use results::Results;
use resume::Resumed;
use reviewer::{ReviewedGame, Reviewer};
use shakmaty::ByColor;
use survey::{InputGame, Survey, input_games};
use thiserror::Error;

use crate::engine::{EngineArgs, EngineError};

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
    let resumed = match (&arguments.output, arguments.resume) {
        (Some(path), true) => Resumed::read(path)?,
        _ => Resumed::default(),
    };
    let mut results = Results::open(arguments, as_json)?;
    let mut reviewer = Reviewer::start(engine, arguments, lines, survey.positions)?;
    for InputGame { game, text } in input_games(files) {
        let reviewed = match game {
            Ok(game) => reviewer.review(game, &resumed)?,
            Err(broken) => ReviewedGame::Broken(broken),
        };
        results.add(reviewed, text, &reviewer)?;
    }
    let is_stopped = reviewer.finish();
    results.finish()?;
    Ok(match (is_stopped, survey.is_whole) {
        (true, _) => ExitCode::from(INTERRUPTED),
        (false, true) => ExitCode::SUCCESS,
        (false, false) => ExitCode::FAILURE,
    })
}
