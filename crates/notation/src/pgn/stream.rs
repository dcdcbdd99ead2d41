//! Reads the games of a file of any size, block by block.

use std::{collections::VecDeque, io, io::Read};

use brudno::{notation::movetext::Location, platform::files::FileProblem};
use encoding_rs::{Encoding, UTF_8};

use super::{error::BrokenGame, reader::games, tree::PgnGame};
use crate::encoding::{decode_unmarked, is_binary, plain_lines};

/// Number of bytes to read at once.
const BLOCK: usize = 1 << 18;
/// Longest game, bytes.
const MAX_GAME: u64 = 1 << 26;

/// The games of a reader, parsed as by [`games`]. Lines and games are counted from the start, and
/// ranges refer to the decoded text. The memory depends only on the longest game.
pub struct PgnStream<R> {
    input: R,
    /// Number of bytes to read at once, at least 4 for a byte order mark.
    block: usize,
    /// Bytes after the last complete line.
    bytes: Vec<u8>,
    /// Text that is not yet parsed, or only partly.
    text: String,
    /// True at the end of the input.
    ended: bool,
    /// Parsed games.
    ready: VecDeque<Result<PgnGame, BrokenGame>>,
    /// Counts of the text before `text`.
    before: Before,
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
        PgnStream::in_blocks(input, BLOCK)
    }

    fn in_blocks(input: R, block: usize) -> PgnStream<R> {
        PgnStream {
            input,
            block,
            bytes: Vec::new(),
            text: String::new(),
            ended: false,
            ready: VecDeque::new(),
            before: Before::default(),
        }
    }

    /// Returns the next game. `None` at the end.
    ///
    /// # Errors
    ///
    /// I/O errors, [`FileProblem::Binary`], and [`FileProblem::TooLarge`] for a game.
    pub fn next_game(&mut self) -> io::Result<Option<Result<PgnGame, BrokenGame>>> {
        while self.ready.is_empty() && !(self.ended && self.text.is_empty()) {
            self.read_block()?;
            self.parse();
        }
        Ok(self.ready.pop_front())
    }

    /// Adds complete lines to the text. Reads at least its length, so a long game is parsed only a
    /// few times.
    fn read_block(&mut self) -> io::Result<()> {
        let is_first = self.before.bytes == 0 && self.text.is_empty() && self.bytes.is_empty();
        let length = self.block.max(self.text.len() + self.bytes.len());
        let read = (&mut self.input).take(length as u64).read_to_end(&mut self.bytes)?;
        self.ended = read == 0;
        if is_first && let Some((encoding, mark)) = Encoding::for_bom(&self.bytes) {
            if encoding != UTF_8 {
                return Err(FileProblem::Binary.into());
            }
            self.bytes.drain(..mark);
        }
        if is_binary(&self.bytes) {
            return Err(FileProblem::Binary.into());
        }
        let end = if self.ended { self.bytes.len() } else { end_of_lines(&self.bytes) };
        let lines = decode_unmarked(&self.bytes[..end]);
        self.text += &plain_lines(&lines);
        self.bytes.drain(..end);
        if (self.text.len() + self.bytes.len()) as u64 > MAX_GAME {
            return Err(FileProblem::TooLarge(MAX_GAME).into());
        }
        Ok(())
    }

    /// Parses the text except its last game, which may continue after it.
    fn parse(&mut self) {
        let mut parsed: Vec<_> = games(&self.text).collect();
        let end = if self.ended {
            self.text.len()
        } else {
            let start = parsed.pop().map_or(0, |last| match &last {
                Ok(game) => game.range.start,
                Err(broken) => broken.range.start,
            });
            // Columns count from the start of the line.
            let indent = self.text[..start].trim_end_matches([' ', '\t']).len();
            if self.text[..indent].ends_with('\n') { indent } else { start }
        };
        let Before { games, lines, bytes } = self.before;
        let place = |at: &mut Location| at.line += lines;
        self.before = Before {
            games: games + parsed.len(),
            lines: lines + self.text[..end].matches('\n').count(),
            bytes: bytes + end,
        };
        for game in &mut parsed {
            let (number, range) = match game {
                Ok(game) => {
                    game.notes.iter_mut().for_each(|note| place(&mut note.location));
                    (&mut game.number, &mut game.range)
                }
                Err(broken) => {
                    place(&mut broken.location);
                    (&mut broken.number, &mut broken.range)
                }
            };
            *number += games;
            *range = range.start + bytes..range.end + bytes;
        }
        self.ready.extend(parsed);
        self.text.drain(..end);
    }
}

/// Returns the end of the last complete line. A carriage return at the end may be half of a line
/// break.
fn end_of_lines(bytes: &[u8]) -> usize {
    let after = |at: usize| bytes.get(at + 1);
    let ends = |at: usize| match bytes[at] {
        b'\n' => true,
        b'\r' => after(at).is_some_and(|&next| next != b'\n'),
        _ => false,
    };
    (0..bytes.len()).rev().find(|&at| ends(at)).map_or(0, |at| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text;

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
        let mut stream = PgnStream::in_blocks(input, block);
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
        let whole = text(bytes.clone()).unwrap();
        let expected: Vec<_> = games(&whole).collect();
        assert_eq!(expected.len(), 300);
        for block in [4, 10, 100, 1000, BLOCK] {
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
        let long = format!("1. e4 {{{}}} e5 *\n\n", "word ".repeat(BLOCK));
        let text = format!("{long}[Event \"2\"]\n\n1. d4 *\n");
        let found = all(text.as_bytes(), BLOCK);
        let moves: Vec<usize> =
            found.iter().map(|game| game.as_ref().unwrap().moves().len()).collect();
        assert_eq!(moves, [2, 1]);
        assert!(all(&b""[..], BLOCK).is_empty() && all(&b"\n \n"[..], BLOCK).is_empty());
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
