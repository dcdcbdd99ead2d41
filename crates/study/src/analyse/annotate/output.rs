//! Writes annotated games as PGN, JSON or a page.

use std::{
    io::{self, Write as _},
    path::Path,
};

use brudno::{
    platform::{
        files::NewFile,
        stdio::{self, printable},
    },
    terminal::display::TermStyle,
};
use brudno_notation::pgn::BrokenGame;
use indicatif::ProgressBar;

use super::{
    AnnotateArgs, AnnotateError, html,
    json::Document,
    page_data::PageData,
    report::{self, Report},
};
use crate::shared::review::{Review, pgn, summary};

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
pub struct Output<'a> {
    arguments: &'a AnnotateArgs,
    /// PGN or JSON; `None` if only a page is requested.
    games: Option<(String, GamesOutput)>,
    html: Option<(String, NewFile)>,
    as_json: bool,
    /// Games for JSON and page.
    reviews: Vec<Review>,
    skipped: Vec<BrokenGame>,
}

impl<'a> Output<'a> {
    /// Opens the output files. This reports an invalid name before the search. The existing content
    /// is kept until the new content is complete.
    pub fn open(arguments: &'a AnnotateArgs, as_json: bool) -> Result<Output<'a>, AnnotateError> {
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
        Ok(Output { arguments, games, html, as_json, reviews: Vec::new(), skipped: Vec::new() })
    }

    /// Writes a part of the input to the file of the games, unchanged.
    pub fn pass_part(&mut self, text: &str) -> Result<(), AnnotateError> {
        let Some((name, output)) = self.games.as_mut().filter(|_| !self.as_json) else {
            return Ok(());
        };
        output.write(text).map_err(|error| AnnotateError::Write(name.clone(), error))
    }

    /// Writes a game unchanged.
    pub fn pass_through(&mut self, text: &str) -> Result<(), AnnotateError> {
        let Some((name, output)) = self.games.as_mut().filter(|_| !self.as_json) else {
            return Ok(());
        };
        let text = match output {
            GamesOutput::File(_) => text.trim_end().to_owned(),
            GamesOutput::Stdout => {
                text.trim_end().lines().map(printable).collect::<Vec<_>>().join("\n")
            }
        };
        let written = output.write(&format!("{text}\n\n"));
        written.map_err(|error| AnnotateError::Write(name.clone(), error))
    }

    /// Writes a game that cannot be read, unchanged.
    pub fn skip(&mut self, broken: BrokenGame, text: &str) -> Result<(), AnnotateError> {
        self.pass_through(text)?;
        self.skipped.push(broken);
        Ok(())
    }

    /// Writes an annotated game and its summary.
    pub fn game(&mut self, review: Review, bar: &ProgressBar) -> Result<(), AnnotateError> {
        bar.suspend(|| {
            if let Some((name, writer)) = self.games.as_mut().filter(|_| !self.as_json) {
                writer
                    .write(&pgn::write(&review))
                    .map_err(|error| AnnotateError::Write(name.clone(), error))?;
            }
            self.print("summary", |style| summary::text(&review, style))
        })?;
        if self.as_json || self.html.is_some() {
            self.reviews.push(review);
        }
        Ok(())
    }

    /// Prints a text for people, to standard error if the games go to standard output.
    fn print(
        &self,
        name: &str,
        text: impl FnOnce(TermStyle) -> String,
    ) -> Result<(), AnnotateError> {
        let is_stdout_free = self.games.is_none() || self.arguments.output.is_some();
        let written = if is_stdout_free {
            stdio::print(text(TermStyle::of_stdout()))
        } else {
            writeln!(io::stderr(), "{}", text(TermStyle::of_stderr()))
        };
        written.map_err(|error| AnnotateError::Write(name.to_owned(), error))
    }

    /// Prints the report, writes JSON and page, and completes the files.
    pub fn finish(self, report: Option<Report>) -> Result<(), AnnotateError> {
        if let Some(report) = &report {
            self.print("report", |style| report::text(report, style))?;
        }
        if let Some((name, mut output)) = self.games {
            let written = if self.as_json {
                let document = Document::new(&self.reviews, &self.skipped, report.as_ref());
                let text = document.text().map_err(AnnotateError::Json)?;
                output.write(&format!("{text}\n"))
            } else {
                Ok(())
            };
            let finished = written.and_then(|()| output.finish());
            finished.map_err(|error| AnnotateError::Write(name, error))?;
        }
        if let Some((name, mut file)) = self.html {
            let data = PageData::new(&self.reviews, &self.skipped, report.as_ref());
            let page = html::render(&data).map_err(AnnotateError::Json)?;
            let written = file.write_all(page.as_bytes()).and_then(|()| file.finish());
            written.map_err(|error| AnnotateError::Write(name, error))?;
        }
        Ok(())
    }
}
