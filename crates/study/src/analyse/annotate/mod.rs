//! `brudno analyse` for games: judges every move, and writes PGN, JSON or a page.

mod html;
mod input;
mod json;
mod output;
mod page_data;
mod previous_analysis;
mod puzzles;
mod report;
mod reported_reason;
mod results;
mod resume;
mod reviewer;
mod tally;
#[cfg(test)]
mod tests;
mod written_finding;

use std::{
    io,
    path::{Path, PathBuf},
    process::ExitCode,
};

use brudno::platform::files::is_same_file;
use brudno_console::interrupt::{self, INTERRUPTED, InterruptError};
use brudno_notation::{
    ReadTextError, TextFile,
    pgn::{BrokenGame, PgnGame},
};
use input::{Input, InputGame, mentions};
use results::Results;
use resume::Resumed;
use reviewer::{ReviewedGame, Reviewer};
use shakmaty::ByColor;
use tally::Tally;
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
    /// A file of games cannot be read.
    #[error(transparent)]
    Read(#[from] ReadTextError),
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

/// Annotates the games of files, and searches `lines` lines per position. After Ctrl-C, the finished
/// games are still written.
///
/// # Errors
///
/// There is no game, the search fails, or a file cannot be read or written.
pub fn run(
    mut files: Vec<TextFile>,
    arguments: &AnnotateArgs,
    engine: &EngineArgs,
    lines: u16,
    as_json: bool,
) -> Result<ExitCode, AnnotateError> {
    if let Some(player) = &arguments.player
        && mentions(&mut files, player)? == Some(false)
    {
        return Err(AnnotateError::NoPlayer(player.clone()));
    }
    let resumed = match (&arguments.output, arguments.resume) {
        (Some(path), true) => Resumed::read(path)?,
        _ => Resumed::default(),
    };
    // Before there are files that a signal would leave unfinished.
    let stop = interrupt::stop_signal().map_err(AnnotateError::Interrupt)?;
    let mut results = Results::open(arguments, as_json)?;
    let mut input = Input::start(files);
    let mut reviewer = Reviewer::start(engine, arguments, lines, stop.clone(), input.size())?;
    let mut tally = Tally::default();
    while let Some(game) = input.next(&stop) {
        let InputGame { game, text, file, read } = match game {
            Ok(game) => game,
            Err(error) => {
                reviewer.finish();
                // A file that is annotated in place keeps what cannot be read.
                if !arguments.output.as_deref().is_some_and(|path| input.has_file(path)) {
                    results.finish()?;
                }
                return Err(error.into());
            }
        };
        let name = (input.names().len() > 1).then(|| input.names()[file].as_str());
        reviewer.bar().suspend(|| tally.add(&game, arguments, name));
        let number = tally.games();
        let reviewed = match game {
            Ok(game) => reviewer.review(PgnGame { number, ..game }, &resumed, read)?,
            Err(broken) => ReviewedGame::Broken(BrokenGame { number, ..broken }),
        };
        results.add(reviewed, &text, &reviewer)?;
    }
    reviewer.finish();
    if stop.is_requested() {
        results.finish_early(&input)?;
        return Ok(ExitCode::from(INTERRUPTED));
    }
    tally.check(&input, arguments)?;
    results.finish()?;
    Ok(if tally.is_whole() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
