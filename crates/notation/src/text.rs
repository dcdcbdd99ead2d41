//! Text of files and pipes in unknown encodings, which may be compressed. It is read in blocks of
//! complete lines, so its size does not matter.

use std::{
    fs::{self, File},
    io::{self, Read},
    mem,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

use brudno::platform::files::{FileProblem, open_argument};
use encoding_rs::{Encoding, UTF_8};
use thiserror::Error;

use crate::{
    compressed::{Input, decompress},
    encoding::{decode_unmarked, is_binary, plain_lines, to_utf_8},
};

/// Longest line, longest game, and longest text that is held as a whole, bytes.
pub const MAX_TEXT: u64 = 1 << 26;
/// Number of bytes to read at once.
const BLOCK: usize = 1 << 18;

/// A text file that cannot be read.
#[derive(Debug, Error)]
#[error("{}: {error}", path.display())]
pub struct ReadTextError {
    /// The file, or `standard input`.
    pub path: PathBuf,
    /// The cause.
    pub error: io::Error,
}

/// Reads the text of a file or pipe, or of standard input for `-`. It may be compressed with gzip,
/// zstd or bzip2. The encodings are UTF-8, UTF-16 with a byte order mark, and Windows-1252.
///
/// # Errors
///
/// I/O errors, [`FileProblem`], and errors of a damaged compressed stream.
pub fn read_text(path: &Path) -> Result<String, ReadTextError> {
    TextFile::open(path)?.read()
}

/// A file or pipe, or standard input.
pub struct TextFile {
    /// The file, or `standard input`.
    path: PathBuf,
    /// Size of a regular file, bytes.
    size: Option<u64>,
    /// The stream with its first block. `None` for a regular file, which is opened again later:
    /// many large files at once would need too many descriptors.
    begun: Option<TextStream>,
    /// Text of the first block.
    start: String,
}

impl TextFile {
    /// Opens a file or a pipe, or standard input for `-`, and reads its first block.
    ///
    /// # Errors
    ///
    /// As of [`read_text`].
    pub fn open(path: &Path) -> Result<TextFile, ReadTextError> {
        if path == Path::new("-") {
            return TextFile::of_stdin(io::stdin());
        }
        let metadata = fs::metadata(path).ok().filter(fs::Metadata::is_file);
        let size = metadata.map(|metadata| metadata.len());
        let mut file = TextFile { path: path.to_owned(), size, begun: None, start: String::new() };
        let mut stream = file.reopened()?;
        stream.read_block().map_err(|error| file.error(error))?;
        if file.size.is_some() {
            file.start = mem::take(&mut stream.text);
        } else {
            file.start.clone_from(&stream.text);
            file.begun = Some(stream);
        }
        Ok(file)
    }

    /// Begins to read standard input, whose first bytes may have been read.
    ///
    /// # Errors
    ///
    /// As of [`read_text`].
    pub fn of_stdin(input: impl Read + Send + 'static) -> Result<TextFile, ReadTextError> {
        let path = PathBuf::from("standard input");
        let begun = TextStream::of(input).and_then(|mut stream| {
            stream.read_block()?;
            Ok(stream)
        });
        match begun {
            Ok(begun) => {
                let start = begun.text.clone();
                Ok(TextFile { path, size: None, begun: Some(begun), start })
            }
            Err(error) => Err(ReadTextError { path, error }),
        }
    }

    /// Returns the path, or `standard input`.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the size of a regular file, which may be compressed, in bytes.
    pub const fn size(&self) -> Option<u64> {
        self.size
    }

    /// Returns the first lines, or the whole text if it is short.
    pub fn start(&self) -> &str {
        &self.start
    }

    /// Returns the text, of at most [`MAX_TEXT`] bytes.
    ///
    /// # Errors
    ///
    /// As of [`read_text`].
    pub fn read(mut self) -> Result<String, ReadTextError> {
        let text = self.stream()?.into_text();
        text.map_err(|error| self.error(error))
    }

    /// Returns the stream from its start. A pipe has only one.
    ///
    /// # Errors
    ///
    /// As of [`read_text`].
    pub fn stream(&mut self) -> Result<TextStream, ReadTextError> {
        match self.begun.take() {
            Some(begun) => Ok(begun),
            None => self.reopened(),
        }
    }

    fn reopened(&self) -> Result<TextStream, ReadTextError> {
        open_argument(&self.path)
            .and_then(TextStream::of::<File>)
            .map_err(|error| self.error(error))
    }

    fn error(&self, error: io::Error) -> ReadTextError {
        ReadTextError { path: self.path.clone(), error }
    }
}

/// Text that is read in blocks of complete lines, which end with `\n`.
pub struct TextStream<R = Input> {
    input: R,
    /// Number of bytes to read at once, at least 4 for a byte order mark.
    block: usize,
    /// Longest line, bytes.
    max_line: u64,
    /// Bytes after the last complete line.
    bytes: Vec<u8>,
    /// Text that was read and not yet dropped.
    text: String,
    /// True before the first block.
    is_new: bool,
    /// True at the end of the input.
    ended: bool,
    /// Number of bytes read, before they are decompressed.
    read: Arc<AtomicU64>,
}

impl TextStream {
    /// Returns the text of an input, which may be compressed, in UTF-8, UTF-16 or Windows-1252.
    ///
    /// # Errors
    ///
    /// [`FileProblem::Archive`], and the system's.
    pub fn of<R: Read + Send + 'static>(input: R) -> io::Result<TextStream> {
        let read = Arc::<AtomicU64>::default();
        let input = to_utf_8(decompress(Counted { input, read: read.clone() })?)?;
        Ok(TextStream { read, ..TextStream::new(input) })
    }
}

/// Counts the bytes read.
struct Counted<R> {
    input: R,
    read: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.input.read(buffer)?;
        self.read.fetch_add(length as u64, Relaxed);
        Ok(length)
    }
}

impl<R: Read> TextStream<R> {
    /// Returns the text of `input`, which is uncompressed, in UTF-8 or Windows-1252.
    pub fn new(input: R) -> TextStream<R> {
        TextStream::in_blocks(input, BLOCK, MAX_TEXT)
    }

    pub(crate) fn in_blocks(input: R, block: usize, max_line: u64) -> TextStream<R> {
        TextStream {
            input,
            block,
            max_line,
            bytes: Vec::new(),
            text: String::new(),
            is_new: true,
            ended: false,
            read: Arc::default(),
        }
    }

    /// Returns the text that was read and not yet dropped.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns true if nothing follows the text.
    pub const fn has_ended(&self) -> bool {
        self.ended
    }

    /// Returns the number of bytes read, before they are decompressed.
    pub fn bytes_read(&self) -> u64 {
        self.read.load(Relaxed)
    }

    /// Drops the text before this byte.
    pub fn drop_start(&mut self, end: usize) {
        self.text.drain(..end);
    }

    /// Adds complete lines to the text. Reads at least its length, so a text of several blocks that
    /// is looked at after each of them takes linear time.
    ///
    /// # Errors
    ///
    /// I/O errors, [`FileProblem::Binary`] and [`FileProblem::LongLine`].
    pub fn read_block(&mut self) -> io::Result<()> {
        let room = (self.max_line + 1).saturating_sub(self.bytes.len() as u64);
        let length = (self.block.max(self.text.len() + self.bytes.len()) as u64).min(room);
        let read = (&mut self.input).take(length).read_to_end(&mut self.bytes)?;
        self.ended = read == 0;
        if mem::take(&mut self.is_new) {
            if let Some((encoding, mark)) = Encoding::for_bom(&self.bytes) {
                if encoding != UTF_8 {
                    return Err(FileProblem::Binary.into());
                }
                self.bytes.drain(..mark);
            }
            if is_binary(&self.bytes) {
                return Err(FileProblem::Binary.into());
            }
        }
        let end = if self.ended { self.bytes.len() } else { end_of_lines(&self.bytes) };
        self.text += &plain_lines(&decode_unmarked(&self.bytes[..end]));
        self.bytes.drain(..end);
        if self.bytes.len() as u64 > self.max_line {
            return Err(FileProblem::LongLine(self.max_line).into());
        }
        Ok(())
    }

    /// Reads the rest of the text, of at most [`MAX_TEXT`] bytes.
    fn into_text(mut self) -> io::Result<String> {
        while !self.ended {
            self.read_block()?;
            if self.text.len() as u64 > MAX_TEXT {
                return Err(FileProblem::TooLarge(MAX_TEXT).into());
            }
        }
        Ok(self.text)
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
    use std::io::Cursor;

    use super::*;

    fn text(bytes: &[u8]) -> String {
        TextStream::of(Cursor::new(bytes.to_owned())).unwrap().into_text().unwrap()
    }

    #[test]
    fn encodings_are_recognised() {
        let utf_16: Vec<u8> = "\u{feff}Müller".encode_utf16().flat_map(u16::to_le_bytes).collect();
        for bytes in ["Müller".as_bytes(), "\u{feff}Müller".as_bytes(), b"M\xfcller", &utf_16] {
            assert_eq!(text(bytes), "Müller", "{bytes:?}");
        }
        assert_eq!(text(b"a\r\nb\rc\n"), "a\nb\nc\n");
        for mark in ["", "\u{feff}"] {
            let joined = [mark.as_bytes(), "ü ß\n".as_bytes(), b"\xfc \xdf\r\n"].concat();
            assert_eq!(text(&joined), "ü ß\nü ß\n", "{mark:?}");
        }
        let long = "Ünïcöde 李\r\n".repeat(40_000);
        let utf_16: Vec<u8> =
            format!("\u{feff}{long}").encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert!(text(&utf_16) == long.replace('\r', ""));
    }

    #[test]
    fn a_line_has_a_bound() {
        let problem = |text: &str| {
            let mut stream = TextStream::in_blocks(text.as_bytes(), 8, 20);
            loop {
                match stream.read_block() {
                    Err(error) => return error.to_string(),
                    Ok(()) if stream.has_ended() => return String::new(),
                    Ok(()) => stream.drop_start(stream.text().len()),
                }
            }
        };
        let lines = |length: usize| format!("{}\n", " ".repeat(length)).repeat(100);
        assert_eq!(problem(&lines(19)), "");
        assert_eq!(problem(&lines(40)), "a line is longer than 20 bytes");
    }
}
