//! Command-line options for positions.

use std::{
    fmt,
    path::{Path, PathBuf},
};

use brudno::platform::{files::is_readable, stdio::is_piped};
use brudno_notation::{
    ReadTextError, TextFile,
    input::{self, InputError, ParsedGame},
};
use thiserror::Error;

/// File extensions of positions. An argument with one of them is a file name.
const EXTENSIONS: [&str; 4] = ["epd", "fen", "pgn", "txt"];
/// File extensions of compressed files.
const COMPRESSED: [&str; 3] = ["gz", "zst", "bz2"];

/// Position options.
#[derive(clap::Args)]
pub struct PositionArgs {
    /// FEN, EPD, moves such as "1. e4 e5", PGN, address of an analysis board, a file with any of
    /// these, or - for standard input [default: the start position]
    #[arg(value_name = "POSITION")]
    position: Vec<String>,
    /// Moves to play from the position, in SAN or UCI notation: "e4 e5 g1f3"
    #[arg(long, default_value = "", hide_default_value = true)]
    moves: String,
}

/// Text with positions, and its origin. A [`TextFile`] is not yet read.
pub enum PositionSource<T = String> {
    /// Command-line argument.
    Argument(String),
    /// File and its text.
    File(PathBuf, T),
    /// Standard input.
    Stdin(T),
}

impl<T> PositionSource<T> {
    /// Returns the path of a file.
    pub fn path(&self) -> Option<&Path> {
        match self {
            PositionSource::File(path, _) => Some(path),
            PositionSource::Argument(_) | PositionSource::Stdin(_) => None,
        }
    }

    /// Adds the file name to an error.
    fn name(&self, error: InputError) -> PositionArgsError {
        match self {
            PositionSource::File(path, _) => PositionArgsError::File(path.clone(), error),
            PositionSource::Argument(_) | PositionSource::Stdin(_) => {
                PositionArgsError::Input(error)
            }
        }
    }
}

impl PositionSource {
    /// Returns the text.
    pub fn text(&self) -> &str {
        let (PositionSource::Argument(text)
        | PositionSource::File(_, text)
        | PositionSource::Stdin(text)) = self;
        text
    }
}

impl PositionSource<TextFile> {
    /// Reads the text.
    ///
    /// # Errors
    ///
    /// [`PositionArgsError::Read`].
    pub fn read(self) -> Result<PositionSource, PositionArgsError> {
        Ok(match self {
            PositionSource::Argument(text) => PositionSource::Argument(text),
            PositionSource::File(path, file) => {
                PositionSource::File(path, file.read().map_err(PositionArgsError::Read)?)
            }
            PositionSource::Stdin(file) => {
                PositionSource::Stdin(file.read().map_err(PositionArgsError::Read)?)
            }
        })
    }
}

impl<T> fmt::Display for PositionSource<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionSource::Argument(text) => f.write_str(text),
            PositionSource::File(path, _) => path.display().fmt(f),
            PositionSource::Stdin(_) => f.write_str("standard input"),
        }
    }
}

/// Errors of the position options.
#[derive(Debug, Error)]
pub enum PositionArgsError {
    /// The file or standard input cannot be read.
    #[error(transparent)]
    Read(ReadTextError),
    /// The text of a file is not a position.
    #[error("{0}: {1}")]
    File(PathBuf, InputError),
    /// The text of an argument or of standard input is not a position.
    #[error(transparent)]
    Input(InputError),
}

impl PositionArgs {
    /// Returns true if the text comes from standard input.
    pub fn is_stdin(&self) -> bool {
        self.argument() == "-"
    }

    /// Returns true if `--moves` is given.
    pub fn has_moves(&self) -> bool {
        !self.moves.is_empty()
    }

    /// Reads the text with the positions: an argument, a file or standard input.
    ///
    /// # Errors
    ///
    /// [`PositionArgsError::Read`].
    pub fn source(&self) -> Result<PositionSource, PositionArgsError> {
        self.opened()?.read()
    }

    /// Opens the texts with the positions: one per file, or that of [`PositionArgs::source`].
    ///
    /// # Errors
    ///
    /// [`PositionArgsError::Read`].
    pub fn sources(&self) -> Result<Vec<PositionSource<TextFile>>, PositionArgsError> {
        match self.position.as_slice() {
            // A FEN may be several arguments.
            [first, _, ..] if names_file(first) => {
                self.position.iter().map(|name| open_file(name)).collect()
            }
            _ => Ok(vec![self.opened()?]),
        }
    }

    fn opened(&self) -> Result<PositionSource<TextFile>, PositionArgsError> {
        if self.is_stdin() {
            return open(Path::new("-")).map(PositionSource::Stdin);
        }
        let text = self.argument();
        if names_file(&text) { open_file(&text) } else { Ok(PositionSource::Argument(text)) }
    }

    /// Returns standard input if no position is given and standard input is a file or a pipe.
    pub fn or_stdin(&mut self) {
        if self.position.is_empty() && is_piped() {
            self.position = vec!["-".to_owned()];
        }
    }

    /// Returns the position as the game that led to it.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or its text is rejected.
    pub fn one(&self) -> Result<ParsedGame, PositionArgsError> {
        let source = self.source()?;
        self.one_of(&source)
    }

    /// Returns the position of a source, after the moves of `--moves`.
    ///
    /// # Errors
    ///
    /// The text is rejected.
    pub fn one_of(&self, source: &PositionSource) -> Result<ParsedGame, PositionArgsError> {
        let mut parsed = input::read_one(source.text()).map_err(|error| source.name(error))?;
        self.play_moves(&mut parsed).map_err(PositionArgsError::Input)?;
        Ok(parsed)
    }

    /// Plays the moves of `--moves`.
    ///
    /// # Errors
    ///
    /// [`InputError::Move`].
    pub fn play_moves(&self, parsed: &mut ParsedGame) -> Result<(), InputError> {
        parsed.play(&self.moves)
    }

    /// Returns all positions, each after the moves of `--moves`.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or its text is rejected.
    pub fn all(&self) -> Result<Vec<ParsedGame>, PositionArgsError> {
        let source = self.source()?;
        let mut all = input::read(source.text()).map_err(|error| source.name(error))?;
        if all.is_empty() {
            return Err(source.name(InputError::Empty));
        }
        for parsed in &mut all {
            self.play_moves(parsed).map_err(|error| source.name(error))?;
        }
        Ok(all)
    }

    /// Returns the argument. The fields of a FEN may be several arguments, which are joined.
    fn argument(&self) -> String {
        match self.position.as_slice() {
            [] => "startpos".to_owned(),
            words => words.join(" "),
        }
    }
}

/// Returns true if an argument is a file name and not a position. The file need not exist.
fn names_file(text: &str) -> bool {
    if text.contains("://") {
        return false;
    }
    let path = Path::new(text);
    let extension = |path: &Path| path.extension()?.to_str().map(str::to_ascii_lowercase);
    let is_one_of = |path: &Path, endings: &[&str]| {
        extension(path).is_some_and(|end| endings.contains(&end.as_str()))
    };
    let inner = if is_one_of(path, &COMPRESSED) { path.with_extension("") } else { path.into() };
    is_one_of(&inner, &EXTENSIONS) || is_readable(path) || path.is_dir()
}

fn open_file(name: &str) -> Result<PositionSource<TextFile>, PositionArgsError> {
    Ok(PositionSource::File(name.into(), open(Path::new(name))?))
}

fn open(path: &Path) -> Result<TextFile, PositionArgsError> {
    TextFile::open(path).map_err(PositionArgsError::Read)
}
