//! The options with which commands take a position.

use std::{
    fmt, io,
    path::{Path, PathBuf},
};

use thiserror::Error;

use crate::{
    notation::{
        decode, input,
        input::{InputError, ParsedGame},
    },
    platform::files::{MAX_TEXT, is_readable, read_argument, read_bounded},
};

/// Endings of files that hold positions: a text that has one is taken for a file's name.
const EXTENSIONS: [&str; 4] = ["epd", "fen", "pgn", "txt"];

/// Which position a command is about.
#[derive(clap::Args)]
pub struct PositionArgs {
    /// FEN, EPD, moves such as "1. e4 e5", PGN, address of an analysis board, a file of these, or
    /// - for standard input [default: the start position]
    #[arg(value_name = "POSITION", conflicts_with = "fen")]
    position: Vec<String>,
    /// The same as POSITION
    #[arg(long, value_name = "POSITION")]
    fen: Option<String>,
    /// The start position, as without POSITION
    #[arg(long, hide = true, conflicts_with_all = ["position", "fen"])]
    startpos: bool,
    /// Moves to play from there, in SAN or UCI notation: "e4 e5 g1f3"
    #[arg(long, default_value = "", hide_default_value = true)]
    moves: String,
}

/// Where a text with positions comes from.
pub enum Source {
    /// An argument.
    Argument(String),
    /// A file with this text.
    File(PathBuf, String),
    /// Standard input.
    Stdin(String),
}

impl Source {
    /// The text.
    pub fn text(&self) -> &str {
        let (Source::Argument(text) | Source::File(_, text) | Source::Stdin(text)) = self;
        text
    }

    /// An error with the name of the file.
    fn name(&self, error: InputError) -> PositionArgsError {
        match self {
            Source::File(path, _) => PositionArgsError::File(path.clone(), error),
            Source::Argument(_) | Source::Stdin(_) => PositionArgsError::Input(error),
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Argument(text) => f.write_str(text),
            Source::File(path, _) => path.display().fmt(f),
            Source::Stdin(_) => f.write_str("standard input"),
        }
    }
}

/// Why there is no position.
#[derive(Debug, Error)]
pub enum PositionArgsError {
    /// The file, or standard input, cannot be read.
    #[error("{0}: {1}")]
    Read(PathBuf, io::Error),
    /// The text of a file is refused.
    #[error("{0}: {1}")]
    File(PathBuf, InputError),
    /// The text of an argument or of standard input is refused.
    #[error(transparent)]
    Input(InputError),
}

impl PositionArgs {
    /// Whether the text comes from standard input.
    pub fn is_stdin(&self) -> bool {
        self.argument() == "-"
    }

    /// Whether there are moves to play.
    pub fn has_moves(&self) -> bool {
        !self.moves.is_empty()
    }

    /// The text with the position or positions, from wherever it is.
    ///
    /// # Errors
    ///
    /// [`PositionArgsError::Read`].
    pub fn source(&self) -> Result<Source, PositionArgsError> {
        if self.is_stdin() {
            return read_text(Path::new("-")).map(Source::Stdin);
        }
        let text = self.argument();
        let path = Path::new(&text);
        let extension = path.extension().and_then(|extension| extension.to_str());
        let named = !text.contains("://")
            && extension.is_some_and(|e| EXTENSIONS.contains(&e.to_ascii_lowercase().as_str()));
        if !named && !is_readable(path) {
            return Ok(Source::Argument(text));
        }
        read_text(path).map(|content| Source::File(path.to_owned(), content))
    }

    /// The one position that is meant, and the game that led to it.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or what is in it is refused.
    pub fn one(&self) -> Result<ParsedGame, PositionArgsError> {
        let source = self.source()?;
        self.one_of(&source)
    }

    /// The one position of a source, after the moves to play.
    ///
    /// # Errors
    ///
    /// The text is refused.
    pub fn one_of(&self, source: &Source) -> Result<ParsedGame, PositionArgsError> {
        let mut parsed = input::read_one(source.text()).map_err(|error| source.name(error))?;
        self.play_moves(&mut parsed).map_err(PositionArgsError::Input)?;
        Ok(parsed)
    }

    /// Plays the moves to play from a position.
    ///
    /// # Errors
    ///
    /// [`InputError::Move`].
    pub fn play_moves(&self, parsed: &mut ParsedGame) -> Result<(), InputError> {
        parsed.play(&self.moves)
    }

    /// All positions that are meant, each after the moves to play.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or what is in it is refused.
    pub fn all(&self) -> Result<Vec<ParsedGame>, PositionArgsError> {
        let source = self.source()?;
        let mut all = all_of(&source)?;
        for parsed in &mut all {
            self.play_moves(parsed).map_err(|error| source.name(error))?;
        }
        Ok(all)
    }

    /// All positions of a file.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or what is in it is refused.
    pub fn of_file(path: &Path) -> Result<Vec<ParsedGame>, PositionArgsError> {
        all_of(&Source::File(path.to_owned(), read_text(path)?))
    }

    /// What stands on the command line; a FEN may be several arguments.
    fn argument(&self) -> String {
        match &self.fen {
            Some(fen) => fen.clone(),
            None if self.position.is_empty() => "startpos".to_owned(),
            None => self.position.join(" "),
        }
    }
}

fn all_of(source: &Source) -> Result<Vec<ParsedGame>, PositionArgsError> {
    match input::read(source.text()) {
        Ok(all) if all.is_empty() => Err(source.name(InputError::Empty)),
        result => result.map_err(|error| source.name(error)),
    }
}

/// Returns the text of a file or pipe, or of standard input for `-`, in any usual encoding.
///
/// # Errors
///
/// [`PositionArgsError::Read`].
pub fn read_text(path: &Path) -> Result<String, PositionArgsError> {
    let (bytes, name) = if path == Path::new("-") {
        (read_bounded(io::stdin().lock(), MAX_TEXT), "standard input".into())
    } else {
        (read_argument(path, MAX_TEXT), path.to_owned())
    };
    match bytes {
        Ok(bytes) => Ok(decode(&bytes)),
        Err(error) => Err(PositionArgsError::Read(name, error)),
    }
}
