//! Compressed input: gzip, Zstandard and bzip2, recognised by their first bytes.

use std::io::{self, Read as _};

use brudno::platform::files::{FileProblem, read_bounded};
use bzip2::read::MultiBzDecoder;
use flate2::read::MultiGzDecoder;
use ruzstd::decoding::{
    StreamingDecoder,
    errors::{FrameDecoderError, ReadFrameHeaderError},
};

/// Returns the content of a compressed file, which may have at most `limit` bytes. Other content is
/// returned unchanged. Concatenated compressed streams are read as one, as the programs of these
/// formats do.
///
/// # Errors
///
/// [`FileProblem::TooLarge`], [`FileProblem::Archive`], and errors of a damaged stream.
pub fn decompress(bytes: Vec<u8>, limit: u64) -> io::Result<Vec<u8>> {
    match bytes.as_slice() {
        [0x1f, 0x8b, ..] => read_bounded(MultiGzDecoder::new(&bytes[..]), limit),
        [b'B', b'Z', b'h', b'1'..=b'9', ..] => read_bounded(MultiBzDecoder::new(&bytes[..]), limit),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => zstd(&bytes, limit),
        _ => Ok(bytes),
    }
    .and_then(|content| {
        if is_archive(&content) { Err(FileProblem::Archive.into()) } else { Ok(content) }
    })
}

/// Returns true for the first bytes of zip, 7z, RAR and tar.
fn is_archive(bytes: &[u8]) -> bool {
    let starts: [&[u8]; 4] = [b"PK\x03\x04", b"7z\xbc\xaf\x27\x1c", b"Rar!\x1a\x07", b"PK\x05\x06"];
    starts.iter().any(|start| bytes.starts_with(start))
        || bytes.get(257..262).is_some_and(|magic| magic == b"ustar")
}

fn zstd(mut frames: &[u8], limit: u64) -> io::Result<Vec<u8>> {
    let mut content = Vec::new();
    while !frames.is_empty() {
        match StreamingDecoder::new(&mut frames) {
            Ok(frame) => {
                let room = limit + 1 - content.len() as u64;
                frame.take(room).read_to_end(&mut content)?;
                if content.len() as u64 > limit {
                    return Err(FileProblem::TooLarge(limit).into());
                }
            }
            // Parallel compressors write an index into a skippable frame.
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                length,
                ..
            })) => frames = frames.get(length as usize..).unwrap_or_default(),
            Err(error) => return Err(io::Error::new(io::ErrorKind::InvalidData, error)),
        }
    }
    Ok(content)
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    use super::*;

    fn gzip(content: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(content).unwrap();
        encoder.finish().unwrap()
    }

    fn bzip2(content: &[u8]) -> Vec<u8> {
        let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
        encoder.write_all(content).unwrap();
        encoder.finish().unwrap()
    }

    fn zstd(content: &[u8]) -> Vec<u8> {
        compress_to_vec(content, CompressionLevel::Fastest)
    }

    #[test]
    fn compressed_content_is_read_within_bounds() {
        for compress in [gzip, bzip2, zstd, <[u8]>::to_vec] {
            let once = compress(b"1. e4 e5");
            assert_eq!(decompress(once.clone(), 8).unwrap(), b"1. e4 e5");
            let twice = [once, compress(b" 2. d4")].concat();
            assert_eq!(decompress(twice.clone(), 14).unwrap(), b"1. e4 e5 2. d4");
        }
        for compress in [gzip, bzip2, zstd] {
            let bomb = compress(&vec![b' '; 1 << 20]);
            let error = decompress(bomb, 1000).unwrap_err();
            assert_eq!(error.to_string(), "larger than 1000 bytes");
        }
        let skippable = [0x50, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 7, 7];
        let frames = [&zstd(b"a")[..], &skippable, &zstd(b"b")].concat();
        assert_eq!(decompress(frames, 2).unwrap(), b"ab");
    }

    #[test]
    fn archives_are_named() {
        let mut tar = vec![0; 512];
        tar[257..262].copy_from_slice(b"ustar");
        for archive in [b"PK\x03\x04rest".to_vec(), b"7z\xbc\xaf\x27\x1c".to_vec(), gzip(&tar), tar]
        {
            let error = decompress(archive, 10_000).unwrap_err();
            assert!(error.to_string().contains("unpack it first"), "{error}");
        }
    }

    #[test]
    fn damaged_streams_are_refused() {
        for compress in [gzip, bzip2, zstd] {
            let mut bytes = compress(&(0..=255).cycle().take(5000).collect::<Vec<u8>>());
            bytes.truncate(bytes.len() / 2);
            decompress(bytes, 10_000).unwrap_err();
        }
    }
}
