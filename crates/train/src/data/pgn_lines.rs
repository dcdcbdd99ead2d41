//! Reads PGN games with the lines that engines print in their comments.

use std::{
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

use brudno_notation::pgn::{PgnGame, PgnStream};
use shakmaty::{Chess, Position, san::San};

use super::error::DataError;

/// Start of a line in a comment of TCEC's games: `pv=e4 e5 Nf3,`.
const LINE: &str = "pv=";

/// Reads the games of a PGN file.
pub struct LineReader {
    games: PgnFile<Counted<File>>,
    offset: Arc<AtomicU64>,
}

impl LineReader {
    /// Opens a file.
    ///
    /// # Errors
    ///
    /// I/O errors.
    pub fn open(path: &Path) -> Result<LineReader, DataError> {
        let inner = File::open(path).map_err(DataError::io(path))?;
        let offset = Arc::<AtomicU64>::default();
        let games = PgnFile::new(path, Counted { inner, bytes: offset.clone() });
        Ok(LineReader { games, offset })
    }

    /// Returns the number of bytes read.
    pub fn offset(&self) -> u64 {
        self.offset.load(Relaxed)
    }

    /// Returns the positions of the next game, after each of its moves, and after the moves of its
    /// lines up to the first illegal move. The inner error is the error of a game that cannot be
    /// read.
    ///
    /// # Errors
    ///
    /// I/O errors.
    pub fn next_game(&mut self) -> Result<Option<Result<Vec<Chess>, DataError>>, DataError> {
        Ok(self.games.next_game()?.map(|game| game.map(|game| positions(&game))))
    }
}

/// Counts the bytes read.
struct Counted<R> {
    inner: R,
    bytes: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.inner.read(buffer)?;
        self.bytes.fetch_add(length as u64, Relaxed);
        Ok(length)
    }
}

/// A PGN file, with its name for errors.
pub struct PgnFile<R> {
    path: PathBuf,
    games: PgnStream<R>,
}

impl<R: Read> PgnFile<R> {
    /// Reads the games of `input`, the content of the file at `path`.
    pub fn new(path: &Path, input: R) -> PgnFile<R> {
        PgnFile { path: path.to_owned(), games: PgnStream::new(input) }
    }

    /// Returns the next game. The inner error is the error of a game that cannot be read.
    ///
    /// # Errors
    ///
    /// I/O errors.
    pub fn next_game(&mut self) -> Result<Option<Result<PgnGame, DataError>>, DataError> {
        let game = self.games.next_game().map_err(DataError::io(&self.path))?;
        let broken = |broken| DataError::Pgn(self.path.clone(), Box::new(broken));
        Ok(game.map(|game| game.map_err(broken)))
    }
}

/// Returns the positions of a game up to its first null move.
fn positions(game: &PgnGame) -> Vec<Chess> {
    let mut position = game.start.position().chess().clone();
    let mut found = Vec::new();
    for comment in &game.main.comments {
        add_line(comment, &position, &mut found);
    }
    for played in &game.main.moves {
        let Some(m) = played.m else { break };
        // The lines in the comment on a move start from the position before the move.
        let before = position.clone();
        position.play_unchecked(m);
        found.push(position.clone());
        for comment in played.comments() {
            add_line(comment, &before, &mut found);
        }
    }
    found
}

/// Adds the positions of the line in a comment, if there is a line.
fn add_line(comment: &str, start: &Chess, found: &mut Vec<Chess>) {
    let mut fields = comment.split([',', ';']);
    let line = fields.find_map(|field| field.trim_start().strip_prefix(LINE));
    let mut position = start.clone();
    for word in line.unwrap_or_default().split_ascii_whitespace() {
        let san = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
        if san.is_empty() {
            continue;
        }
        let san = San::from_ascii(san.trim_end_matches(['+', '#', '!', '?']).as_bytes());
        let Some(m) = san.ok().and_then(|san| san.to_move(&position).ok()) else { break };
        position.play_unchecked(m);
        found.push(position.clone());
    }
}
