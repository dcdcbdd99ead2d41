//! Text decoding.

use encoding_rs::{Encoding, WINDOWS_1252};

/// Decodes the text of a file and normalises line ends to `\n`. UTF-8 or UTF-16 by the byte order
/// mark, UTF-8 if the bytes are valid, otherwise Windows-1252, a superset of PGN's ISO 8859-1.
pub fn decode(bytes: &[u8]) -> String {
    let text = match Encoding::for_bom(bytes) {
        Some((encoding, mark)) => encoding.decode_without_bom_handling(&bytes[mark..]).0,
        None => match str::from_utf8(bytes) {
            Ok(text) => text.into(),
            Err(_) => WINDOWS_1252.decode_without_bom_handling(bytes).0,
        },
    };
    text.replace("\r\n", "\n").replace('\r', "\n")
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
    }
}
