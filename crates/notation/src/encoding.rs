//! Reads text of unknown encoding, which may be compressed.

use std::{
    borrow::Cow,
    io,
    path::{Path, PathBuf},
};

use brudno::platform::files::{FileProblem, MAX_TEXT, read_argument, read_bounded};
use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};
use thiserror::Error;

use crate::compressed::decompress;

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
    let (bytes, path) = if path == Path::new("-") {
        (read_bounded(io::stdin().lock(), MAX_TEXT), "standard input".into())
    } else {
        (read_argument(path, MAX_TEXT), path.to_owned())
    };
    bytes.and_then(text).map_err(|error| ReadTextError { path, error })
}

/// Returns the text of a file's content.
///
/// # Errors
///
/// [`FileProblem::Binary`], [`FileProblem::TooLarge`], and errors of a damaged compressed stream.
pub fn text(content: Vec<u8>) -> io::Result<String> {
    let bytes = decompress(content, MAX_TEXT)?;
    if is_binary(&bytes) && Encoding::for_bom(&bytes).is_none() {
        return Err(FileProblem::Binary.into());
    }
    Ok(decode(&bytes))
}

/// Returns true if more than one byte of twenty is zero. Single zeros are faults of programs, and
/// UTF-16 has more.
pub(super) fn is_binary(bytes: &[u8]) -> bool {
    bytes.iter().filter(|&&byte| byte == 0).count() * 20 > bytes.len()
}

/// Decodes the text of a file and converts line endings to `\n`. A byte order mark selects UTF-8 or
/// UTF-16. Otherwise each line is UTF-8 if its bytes are valid, or else Windows-1252, a superset of
/// PGN's ISO 8859-1. Concatenated files may have lines of both.
fn decode(bytes: &[u8]) -> String {
    let text = match Encoding::for_bom(bytes) {
        Some((encoding, mark)) if encoding != UTF_8 => {
            encoding.decode_without_bom_handling(&bytes[mark..]).0
        }
        mark => decode_unmarked(&bytes[mark.map_or(0, |(_, length)| length)..]),
    };
    plain_lines(&text)
}

/// Ends all lines with `\n`, and removes zeros.
pub(super) fn plain_lines(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n").replace('\0', "")
}

/// Decodes lines without a byte order mark, each as UTF-8 or Windows-1252.
pub(super) fn decode_unmarked(bytes: &[u8]) -> Cow<'_, str> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_are_recognised() {
        let utf_16: Vec<u8> = "\u{feff}Müller".encode_utf16().flat_map(u16::to_le_bytes).collect();
        for bytes in ["Müller".as_bytes(), "\u{feff}Müller".as_bytes(), b"M\xfcller", &utf_16] {
            assert_eq!(decode(bytes), "Müller", "{bytes:?}");
        }
        assert_eq!(decode(b"a\r\nb\rc\n"), "a\nb\nc\n");
        for mark in ["", "\u{feff}"] {
            let joined = [mark.as_bytes(), "ü ß\n".as_bytes(), b"\xfc \xdf\r\n"].concat();
            assert_eq!(decode(&joined), "ü ß\nü ß\n", "{mark:?}");
        }
    }
}
