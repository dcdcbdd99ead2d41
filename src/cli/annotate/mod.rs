//! `brudno analyse` for games: judges every move, and writes PGN, JSON or a page.

mod accuracy;
mod earlier;
mod evaluate;
mod html;
mod json;
mod pgn;
mod review;
mod sentence;
mod summary;

use std::{
    cmp::Reverse,
    io::{self, Write as _},
    path::{Path, PathBuf},
    process::ExitCode,
};

use indicatif::ProgressBar;
use json::Document;
use review::Review;
use thiserror::Error;

use crate::{
    cli::{
        engine::{EngineArgs, EngineError},
        interrupt,
        interrupt::{INTERRUPTED, InterruptError},
        progress,
    },
    display::TermStyle,
    notation::pgn::{BrokenGame, PgnGame, games as pgn_games},
    platform::{
        files::NewFile,
        stdio,
        stdio::{printable, remark},
    },
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
}

impl AnnotateArgs {
    /// Returns true if one of the options is given. They apply to games only.
    pub const fn is_used(&self) -> bool {
        self.output.is_some() || self.html.is_some()
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

/// Annotates the games of a text. Error messages use `name` for it. Ctrl-C ends it early; games
/// that are done are still written.
///
/// # Errors
///
/// There is no game, the search fails, or a file cannot be written.
pub fn run<'a>(
    name: &str,
    text: &'a str,
    arguments: &'a AnnotateArgs,
    engine: &EngineArgs,
    as_json: bool,
) -> Result<ExitCode, AnnotateError> {
    let (games, broken) = read(text);
    if games.is_empty() && broken.is_empty() {
        return Err(AnnotateError::NoGames(name.to_owned()));
    }
    for game in &games {
        for note in &game.notes {
            remark(format_args!("brudno: game {} ({}): {note}", game.number, game.players()));
        }
    }
    for skipped in &broken {
        let BrokenGame { number, players, .. } = skipped;
        remark(format_args!("brudno: game {number} ({players}) is skipped: {skipped}"));
    }
    if games.is_empty() {
        return Err(AnnotateError::AllBroken(name.to_owned()));
    }
    let mut output = Output::open(arguments, as_json)?;
    output.pass_through(broken.iter().map(|game| (game.number, &text[game.range.clone()])));
    let reviews = review(games, engine, |review, bar| output.game(review, bar))?;
    let is_stopped = reviews.stopped;
    let left = &reviews.left;
    if arguments.output.is_some() {
        output.pass_through(left.iter().map(|game| (game.number, &text[game.range.clone()])));
    }
    output.finish(&Document::new(&reviews.done, &broken))?;
    if !left.is_empty() {
        remark(format_args!("brudno: stopped; {} games were not annotated", left.len()));
    }
    Ok(if is_stopped {
        ExitCode::from(INTERRUPTED)
    } else if broken.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Reads the games of a text, and separates those that are broken.
fn read(text: &str) -> (Vec<PgnGame>, Vec<BrokenGame>) {
    let (mut games, mut broken) = (Vec::new(), Vec::new());
    for game in pgn_games(text) {
        match game {
            Ok(mut game) => {
                earlier::remove(&mut game);
                games.push(game);
            }
            Err(error) => broken.push(error),
        }
    }
    (games, broken)
}

/// Result of a run.
struct Reviews {
    done: Vec<Review>,
    /// Games that Ctrl-C left out.
    left: Vec<PgnGame>,
    stopped: bool,
}

/// Searches and judges the games. Calls `each` after each game.
fn review(
    games: Vec<PgnGame>,
    arguments: &EngineArgs,
    mut each: impl FnMut(&Review, &ProgressBar) -> Result<(), AnnotateError>,
) -> Result<Reviews, AnnotateError> {
    let engine = arguments.start().map_err(AnnotateError::Engine)?;
    let stop = interrupt::stop_signal().map_err(AnnotateError::Interrupt)?;
    let limits = arguments.limits(DEFAULT_TIME);
    let positions: usize = games.iter().map(|game| game.main.moves.len() + 1).sum();
    let bar =
        progress::bar(positions as u64, "{bar:20} {pos}/{len} positions, {eta} left  {wide_msg}");
    let mut reviews = Reviews { done: Vec::new(), left: Vec::new(), stopped: false };
    for game in games {
        if reviews.stopped {
            reviews.left.push(game);
            continue;
        }
        bar.set_message(format!("game {}: {}", game.number, game.players()));
        let positions = game.positions();
        let evaluations = evaluate::evaluate(&engine, &limits, &positions, &stop, || bar.inc(1));
        let review = Review::new(game, positions, evaluations);
        reviews.stopped = stop.is_requested();
        if review.is_empty() {
            reviews.left.push(review.game);
            continue;
        }
        each(&review, &bar)?;
        reviews.done.push(review);
    }
    bar.finish_and_clear();
    Ok(reviews)
}

/// Destinations of the games.
enum GamesOutput {
    Stdout,
    File(NewFile),
}

impl GamesOutput {
    fn write(&mut self, text: &str) -> io::Result<()> {
        match self {
            GamesOutput::Stdout => {
                let mut stdout = io::stdout().lock();
                stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush())
            }
            GamesOutput::File(file) => file.write_all(text.as_bytes()),
        }
    }

    fn finish(self) -> io::Result<()> {
        match self {
            GamesOutput::Stdout => Ok(()),
            GamesOutput::File(file) => file.finish(),
        }
    }
}

/// Output files.
struct Output<'a> {
    arguments: &'a AnnotateArgs,
    /// PGN or JSON; `None` if only a page is requested.
    games: Option<(String, GamesOutput)>,
    html: Option<(String, NewFile)>,
    as_json: bool,
    /// Games to write unchanged, by number, in descending order.
    unannotated: Vec<(usize, &'a str)>,
}

impl<'a> Output<'a> {
    /// Opens the output files, which reports an invalid name before the search. Existing content is
    /// kept until the new content is complete.
    fn open(arguments: &'a AnnotateArgs, as_json: bool) -> Result<Output<'a>, AnnotateError> {
        let open = |path: &Path| {
            let name = path.display().to_string();
            let file = NewFile::create(path);
            file.map(|file| (name.clone(), file)).map_err(|error| AnnotateError::Write(name, error))
        };
        let games = match &arguments.output {
            Some(path) => {
                let (name, file) = open(path)?;
                Some((name, GamesOutput::File(file)))
            }
            None if arguments.html.is_some() && !as_json => None,
            None => Some(("standard output".to_owned(), GamesOutput::Stdout)),
        };
        let html = arguments.html.as_deref().map(open).transpose()?;
        Ok(Output { arguments, games, html, as_json, unannotated: Vec::new() })
    }

    /// Queues games that are written unchanged to PGN, in their order.
    fn pass_through(&mut self, games: impl Iterator<Item = (usize, &'a str)>) {
        if !self.as_json {
            self.unannotated.extend(games);
            self.unannotated.sort_by_key(|&(number, _)| Reverse(number));
        }
    }

    /// Writes the unchanged games before this number.
    fn write_unannotated(&mut self, before: usize) -> Result<(), AnnotateError> {
        let Some((name, output)) = &mut self.games else { return Ok(()) };
        while let Some((_, text)) = self.unannotated.pop_if(|(number, _)| *number < before) {
            let text = match output {
                GamesOutput::File(_) => text.trim_end().to_owned(),
                GamesOutput::Stdout => {
                    text.trim_end().lines().map(printable).collect::<Vec<_>>().join("\n")
                }
            };
            let written = output.write(&format!("{text}\n\n"));
            written.map_err(|error| AnnotateError::Write(name.clone(), error))?;
        }
        Ok(())
    }

    /// Writes a finished game, and its summary on a terminal.
    fn game(&mut self, review: &Review, bar: &ProgressBar) -> Result<(), AnnotateError> {
        bar.suspend(|| {
            self.write_unannotated(review.game.number)?;
            if let Some((name, writer)) = self.games.as_mut().filter(|_| !self.as_json) {
                writer
                    .write(&pgn::write(review))
                    .map_err(|error| AnnotateError::Write(name.clone(), error))?;
            }
            let is_stdout_free = self.games.is_none() || self.arguments.output.is_some();
            let written = if is_stdout_free {
                stdio::print(summary::text(review, TermStyle::of_stdout()))
            } else {
                writeln!(io::stderr(), "{}", summary::text(review, TermStyle::of_stderr()))
            };
            written.map_err(|error| AnnotateError::Write("summary".to_owned(), error))
        })
    }

    /// Writes the formats that need all games.
    fn finish(mut self, document: &Document) -> Result<(), AnnotateError> {
        self.write_unannotated(usize::MAX)?;
        if let Some((name, mut output)) = self.games {
            let written = if self.as_json {
                let text = document.text().map_err(AnnotateError::Json)?;
                output.write(&format!("{text}\n"))
            } else {
                Ok(())
            };
            let finished = written.and_then(|()| output.finish());
            finished.map_err(|error| AnnotateError::Write(name, error))?;
        }
        if let Some((name, mut file)) = self.html {
            let page = html::render(document).map_err(AnnotateError::Json)?;
            let written = file.write_all(page.as_bytes()).and_then(|()| file.finish());
            written.map_err(|error| AnnotateError::Write(name, error))?;
        }
        Ok(())
    }
}
