//! Reads the games of a file of any size, block by block.

use std::{collections::VecDeque, io, io::Read, mem};

use brudno::{notation::movetext::Location, platform::files::FileProblem};

use super::{error::BrokenGame, reader::games, tree::PgnGame};
use crate::{
    compressed::Input,
    text::{MAX_TEXT, TextStream},
};

/// The games of a text, parsed as by [`games`]. Lines and games are counted from the start, and
/// ranges refer to the decoded text. The memory depends only on the longest game.
pub struct PgnStream<R = Input> {
    /// Text that is not yet parsed, or only partly.
    text: TextStream<R>,
    /// True if the text was parsed.
    is_parsed: bool,
    /// Longest game, bytes.
    max_game: u64,
    /// Parsed games.
    ready: VecDeque<StreamedGame>,
    /// Counts of the text before `text`.
    before: Before,
}

/// A game of a [`PgnStream`].
pub struct StreamedGame {
    /// The game, or why it cannot be read.
    pub game: Result<PgnGame, BrokenGame>,
    /// Its text.
    pub text: String,
    /// How much of the input, which may be compressed, it and the games before it take, bytes. This
    /// is an estimate.
    pub read: u64,
}

/// Numbers of bytes, lines and games of a text.
#[derive(Clone, Copy, Default)]
struct Before {
    games: usize,
    lines: usize,
    bytes: usize,
}

impl<R: Read> PgnStream<R> {
    /// Returns the games of `input`, which is uncompressed text in UTF-8 or Windows-1252.
    pub fn new(input: R) -> PgnStream<R> {
        PgnStream::of(TextStream::new(input))
    }

    /// Returns the games of a text.
    pub fn of(text: TextStream<R>) -> PgnStream<R> {
        PgnStream {
            text,
            is_parsed: false,
            max_game: MAX_TEXT,
            ready: VecDeque::new(),
            before: Before::default(),
        }
    }

    /// Returns the next game. `None` at the end.
    ///
    /// # Errors
    ///
    /// I/O errors, [`FileProblem::Binary`], [`FileProblem::LongGame`] and [`FileProblem::LongLine`].
    pub fn next_game(&mut self) -> io::Result<Option<Result<PgnGame, BrokenGame>>> {
        Ok(self.next_with_text()?.map(|streamed| streamed.game))
    }

    /// Returns the next game with its text.
    ///
    /// # Errors
    ///
    /// As of [`PgnStream::next_game`].
    pub fn next_with_text(&mut self) -> io::Result<Option<StreamedGame>> {
        loop {
            if let Some(game) = self.ready.pop_front() {
                return Ok(Some(game));
            }
            if self.text.has_ended() && self.text.text().is_empty() {
                return Ok(None);
            }
            // A part of the text may have been read before.
            if mem::replace(&mut self.is_parsed, true) {
                self.text.read_block()?;
            }
            self.parse();
            if self.text.text().len() as u64 > self.max_game {
                return Err(FileProblem::LongGame(self.max_game).into());
            }
        }
    }

    /// Parses the text except its last game, which may continue after it.
    fn parse(&mut self) {
        let text = self.text.text();
        let mut parsed: Vec<_> = games(text).collect();
        let end = match parsed.pop_if(|_| !self.text.has_ended()) {
            // Blank lines before the first game need no room.
            None => text.len(),
            Some(last) => {
                let start = match &last {
                    Ok(game) => game.range.start,
                    Err(broken) => broken.range.start,
                };
                // Columns count from the start of the line.
                let indent = text[..start].trim_end_matches([' ', '\t']).len();
                if text[..indent].ends_with('\n') { indent } else { start }
            }
        };
        let Before { games, lines, bytes } = self.before;
        let place = |at: &mut Location| at.line += lines;
        let all = (bytes + text.len()) as f64;
        for mut game in parsed {
            let (number, range) = match &mut game {
                Ok(game) => {
                    game.notes.iter_mut().for_each(|note| place(&mut note.location));
                    (&mut game.number, &mut game.range)
                }
                Err(broken) => {
                    place(&mut broken.location);
                    (&mut broken.number, &mut broken.range)
                }
            };
            let source = text[range.clone()].to_owned();
            *number += games;
            *range = range.start + bytes..range.end + bytes;
            self.before.games = *number;
            let read = (self.text.bytes_read() as f64 * range.end as f64 / all) as u64;
            self.ready.push_back(StreamedGame { game, text: source, read });
        }
        self.before.lines += text[..end].matches('\n').count();
        self.before.bytes += end;
        self.text.drop_start(end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reader that returns few bytes at a time.
    struct Drops<'a>(&'a [u8]);

    impl Read for Drops<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let length = self.0.len().min(buffer.len()).min(7);
            buffer[..length].copy_from_slice(&self.0[..length]);
            self.0 = &self.0[length..];
            Ok(length)
        }
    }

    fn all(input: impl Read, block: usize) -> Vec<Result<PgnGame, BrokenGame>> {
        let mut stream = PgnStream::of(TextStream::in_blocks(input, block, MAX_TEXT));
        std::iter::from_fn(|| stream.next_game().unwrap()).collect()
    }

    #[test]
    fn blocks_give_the_games_of_the_whole_text() {
        let one = "[Event \"M\u{fc}ller\"]\r\n[White \"A\"]\r\n\r\n1. e4 {a comment\r\n\r\n of two \
                   paragraphs} e5 (1... c5 {[Event \"no tag\"]}) 2. Nf3 Nc6 1-0\r\n\r\n";
        let broken = "  [Event \"x\"]\n\n1. e4 e5 2. Ke3 *\n\n";
        let bare = "1. d4 d5 2. c4 *\n\n";
        let mut bytes = b"\xef\xbb\xbf".to_vec();
        for number in 0..100 {
            bytes.extend(one.as_bytes());
            // A line of Windows-1252, and a correction.
            bytes.extend(b"[Event \"M\xfcller\"]\r[Result \"0-1\"]\r\r1. c4 1-0\r\r");
            bytes.extend(if number % 2 == 0 { broken } else { bare }.as_bytes());
        }
        let mut whole = TextStream::new(&bytes[..]);
        while !whole.has_ended() {
            whole.read_block().unwrap();
        }
        let whole = whole.text();
        let expected: Vec<_> = games(whole).collect();
        assert_eq!(expected.len(), 300);
        for block in [4, 10, 100, 1000, 1 << 18] {
            for found in [all(&bytes[..], block), all(Drops(&bytes), block)] {
                assert_eq!(found.len(), expected.len());
                for (found, expected) in found.iter().zip(&expected) {
                    assert_eq!(format!("{found:?}"), format!("{expected:?}"), "{block}");
                }
            }
        }
    }

    #[test]
    fn a_game_may_be_longer_than_a_block() {
        let long = format!("1. e4 {{{}}} e5 *\n\n", "word ".repeat(1 << 18));
        let text = format!("{long}[Event \"2\"]\n\n1. d4 *\n");
        let found = all(text.as_bytes(), 1 << 18);
        let moves: Vec<usize> =
            found.iter().map(|game| game.as_ref().unwrap().moves().len()).collect();
        assert_eq!(moves, [2, 1]);
        assert!(all(&b""[..], 1 << 18).is_empty() && all(&b"\n \n"[..], 1 << 18).is_empty());
    }

    #[test]
    fn a_game_has_its_text() {
        let text = "\n\n[Event \"1\"]\r\n\r\n1. e4 *\n\n1. d4 e9 *\n";
        let mut stream = PgnStream::of(TextStream::of(text.as_bytes()).unwrap());
        let first = stream.next_with_text().unwrap().unwrap();
        assert_eq!((first.text.trim(), first.game.is_ok()), ("[Event \"1\"]\n\n1. e4 *", true));
        let second = stream.next_with_text().unwrap().unwrap();
        assert_eq!((second.text.trim(), second.game.is_ok()), ("1. d4 e9 *", false));
        assert!(0 < first.read && first.read < second.read);
        assert_eq!(second.read, text.len() as u64);
    }

    #[test]
    fn a_game_has_a_bound_and_a_file_has_none() {
        let read = |text: &str| {
            let mut stream = PgnStream::of(TextStream::in_blocks(text.as_bytes(), 32, 1000));
            stream.max_game = 1000;
            let mut found = 0;
            loop {
                match stream.next_game() {
                    Ok(Some(_)) => found += 1,
                    Ok(None) => return found.to_string(),
                    Err(error) => return error.to_string(),
                }
                assert!(stream.text.text().len() < 3000);
            }
        };
        let game = format!("[Event \"x\"]\n\n1. e4 {{{}}} *\n\n", "word\n".repeat(150));
        assert_eq!(read(&game.repeat(100)), "100");
        assert_eq!(read(&" \n".repeat(100_000)), "0");
        assert_eq!(read(&format!("{}{game}", "\n".repeat(100_000))), "1");
        let long = format!("1. e4 {{{}}} *\n\n{game}", "word\n".repeat(1000));
        assert_eq!(read(&long), "a game is longer than 1000 bytes");
        assert_eq!(read(&" ".repeat(100_000)), "a line is longer than 1000 bytes");
    }

    #[test]
    fn what_is_no_text_is_an_error() {
        let utf_16: Vec<u8> = "\u{feff}1. e4".encode_utf16().flat_map(u16::to_le_bytes).collect();
        for bytes in [&b"\x1f\x8b\x08\0\0"[..], &utf_16] {
            assert!(PgnStream::new(bytes).next_game().is_err());
        }
        assert!(PgnStream::new(io::repeat(b'a')).next_game().is_err(), "a line without an end");
    }
}
