//! Reads PGN games with the lines that engines print in their comments.

use std::{
    fs::File,
    io::{self, Read},
    mem,
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

use brudno::{chess::Game, notation::is_chess960};
use pgn_reader::{RawComment, RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::{Chess, Position, san::San};

use super::error::DataError;

/// Start of a line in a comment of TCEC's games: `pv=e4 e5 Nf3,`.
const LINE: &str = "pv=";

/// Reads the games of a PGN file.
pub struct LineReader {
    path: PathBuf,
    games: Reader<Counted<File>>,
    offset: Arc<AtomicU64>,
}

impl LineReader {
    /// Opens a file.
    ///
    /// # Errors
    ///
    /// The system's.
    pub fn open(path: &Path) -> Result<LineReader, DataError> {
        let inner = File::open(path).map_err(DataError::io(path))?;
        let offset = Arc::<AtomicU64>::default();
        let games = Reader::new(Counted { inner, bytes: offset.clone() });
        Ok(LineReader { path: path.to_owned(), games, offset })
    }

    /// Returns the number of bytes read.
    pub fn offset(&self) -> u64 {
        self.offset.load(Relaxed)
    }

    /// Returns the positions of the next game: after each of its moves, and after the moves of its lines up
    /// to the first illegal one. A game of another variant or with an illegal start position has none.
    ///
    /// # Errors
    ///
    /// The system's.
    pub fn next_game(&mut self) -> Result<Option<Vec<Chess>>, DataError> {
        self.games.read_game(&mut Replay).map_err(DataError::io(&self.path))
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

/// Replays games.
struct Replay;

#[derive(Default)]
struct Tags {
    variant: String,
    fen: Option<String>,
}

struct Movetext {
    position: Chess,
    /// The position before the last move, from which the lines in its comment start.
    before: Chess,
    found: Vec<Chess>,
}

impl Movetext {
    fn read_line(&mut self, line: &str) {
        let mut position = self.before.clone();
        for word in line.split_ascii_whitespace() {
            let san = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
            if san.is_empty() {
                continue;
            }
            let san = San::from_ascii(san.trim_end_matches(['+', '#', '!', '?']).as_bytes());
            let Some(m) = san.ok().and_then(|san| san.to_move(&position).ok()) else { break };
            position.play_unchecked(m);
            self.found.push(position.clone());
        }
    }
}

impl Visitor for Replay {
    type Tags = Tags;
    type Movetext = Movetext;
    type Output = Vec<Chess>;

    fn begin_tags(&mut self) -> ControlFlow<Vec<Chess>, Tags> {
        ControlFlow::Continue(Tags::default())
    }

    fn tag(&mut self, tags: &mut Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<Vec<Chess>> {
        let value = value.decode_utf8_lossy();
        match name {
            b"FEN" => tags.fen = Some(value.into_owned()),
            b"Variant" => tags.variant = value.into_owned(),
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Tags) -> ControlFlow<Vec<Chess>, Movetext> {
        let start = is_chess960(&tags.variant).ok().and_then(|chess960| match &tags.fen {
            Some(fen) => Game::from_fen(fen, chess960).ok(),
            None => Some(Game::default()),
        });
        let Some(start) = start else { return ControlFlow::Break(Vec::new()) };
        let position = start.position().chess().clone();
        ControlFlow::Continue(Movetext { before: position.clone(), position, found: Vec::new() })
    }

    fn begin_variation(&mut self, _: &mut Movetext) -> ControlFlow<Vec<Chess>, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn san(&mut self, game: &mut Movetext, san: SanPlus) -> ControlFlow<Vec<Chess>> {
        let Ok(m) = san.san.to_move(&game.position) else {
            return ControlFlow::Break(mem::take(&mut game.found));
        };
        game.before = game.position.clone();
        game.position.play_unchecked(m);
        game.found.push(game.position.clone());
        ControlFlow::Continue(())
    }

    fn comment(&mut self, game: &mut Movetext, comment: RawComment<'_>) -> ControlFlow<Vec<Chess>> {
        let comment = String::from_utf8_lossy(comment.as_bytes());
        let mut fields = comment.split([',', ';']);
        if let Some(line) = fields.find_map(|field| field.trim_start().strip_prefix(LINE)) {
            game.read_line(line);
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, game: Movetext) -> Vec<Chess> {
        game.found
    }
}
