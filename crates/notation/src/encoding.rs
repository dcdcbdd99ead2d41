//! Text encodings: UTF-8, UTF-16 with a byte order mark, and Windows-1252.

use std::{
    borrow::Cow,
    io::{self, BufReader, Read},
};

use encoding_rs::{CoderResult, Decoder, Encoding, UTF_8, WINDOWS_1252};

use crate::compressed::{Input, begin};

/// Number of bytes to decode at once.
const BLOCK: usize = 1 << 16;

/// Turns UTF-16 with a byte order mark into UTF-8 while it is read. Other content is returned
/// unchanged.
///
/// # Errors
///
/// The system's.
pub fn to_utf_8(input: Input) -> io::Result<Input> {
    let (start, input) = begin(input)?;
    match Encoding::for_bom(&start) {
        Some((encoding, _)) if encoding != UTF_8 => {
            // The buffer has room for a character, which the decoder needs.
            Ok(Box::new(BufReader::new(Utf8Reader::new(input, encoding))))
        }
        _ => Ok(Box::new(input)),
    }
}

/// Turns an encoding into UTF-8.
struct Utf8Reader<R> {
    input: R,
    decoder: Decoder,
    /// Bytes that are not decoded yet, from `start` on.
    bytes: Vec<u8>,
    start: usize,
    /// True at the end of the input.
    ended: bool,
    /// True once the decoder has seen the end.
    is_finished: bool,
}

impl<R: Read> Utf8Reader<R> {
    fn new(input: R, encoding: &'static Encoding) -> Utf8Reader<R> {
        let decoder = encoding.new_decoder_with_bom_removal();
        Utf8Reader { input, decoder, bytes: Vec::new(), start: 0, ended: false, is_finished: false }
    }
}

impl<R: Read> Read for Utf8Reader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while !self.is_finished {
            if self.start == self.bytes.len() && !self.ended {
                (self.start, self.bytes) = (0, Vec::new());
                self.ended =
                    self.input.by_ref().take(BLOCK as u64).read_to_end(&mut self.bytes)? == 0;
            }
            let bytes = &self.bytes[self.start..];
            let (result, read, written, _) = self.decoder.decode_to_utf8(bytes, buffer, self.ended);
            self.start += read;
            self.is_finished = self.ended && result == CoderResult::InputEmpty;
            if written > 0 {
                return Ok(written);
            }
        }
        Ok(0)
    }
}

/// Returns true if more than one byte of twenty is zero. Single zeros are faults of programs, and
/// UTF-16 has more.
pub fn is_binary(bytes: &[u8]) -> bool {
    bytes.iter().filter(|&&byte| byte == 0).count() * 20 > bytes.len()
}

/// Ends all lines with `\n`, and removes zeros.
pub fn plain_lines(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|byte| !matches!(byte, b'\r' | b'\0')) {
        return Cow::Borrowed(text);
    }
    text.replace("\r\n", "\n").replace('\r', "\n").replace('\0', "").into()
}

/// Decodes lines without a byte order mark. Each line is UTF-8 if its bytes are valid, or else
/// Windows-1252, a superset of PGN's ISO 8859-1. Concatenated files may have lines of both.
pub fn decode_unmarked(bytes: &[u8]) -> Cow<'_, str> {
    let ends_line = |byte: &u8| matches!(byte, b'\n' | b'\r');
    str::from_utf8(bytes).map_or_else(
        |_| bytes.split_inclusive(ends_line).map(decode_line).collect::<String>().into(),
        Cow::Borrowed,
    )
}

fn decode_line(bytes: &[u8]) -> Cow<'_, str> {
    str::from_utf8(bytes)
        .map_or_else(|_| WINDOWS_1252.decode_without_bom_handling(bytes).0, Cow::Borrowed)
}
