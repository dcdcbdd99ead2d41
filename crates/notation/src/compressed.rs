//! Compressed input: gzip, Zstandard and bzip2, recognised by their first bytes.

use std::io::{self, BufRead as _, BufReader, Chain, Cursor, Read};

use brudno::platform::files::FileProblem;
use bzip2::read::MultiBzDecoder;
use flate2::read::MultiGzDecoder;
use ruzstd::decoding::{
    BlockDecodingStrategy, FrameDecoder,
    errors::{FrameDecoderError, ReadFrameHeaderError},
};

/// Number of first bytes that tell what an input is.
const START: u64 = 512;

/// Bytes that are read as they are needed.
pub type Input = Box<dyn Read + Send>;

/// Decompresses an input while it is read. Other content is returned unchanged. Concatenated
/// compressed streams are read as one, as the programs of these formats do.
///
/// # Errors
///
/// [`FileProblem::Archive`], and the system's.
pub fn decompress(input: impl Read + Send + 'static) -> io::Result<Input> {
    let (start, input) = begin(input)?;
    let content: Input = match start.as_slice() {
        [0x1f, 0x8b, ..] => Box::new(MultiGzDecoder::new(input)),
        [b'B', b'Z', b'h', b'1'..=b'9', ..] => Box::new(MultiBzDecoder::new(input)),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => Box::new(ZstdDecoder::new(input)),
        _ if is_archive(&start) => return Err(FileProblem::Archive.into()),
        _ => return Ok(Box::new(input)),
    };
    let (start, content) = begin(content)?;
    if is_archive(&start) { Err(FileProblem::Archive.into()) } else { Ok(Box::new(content)) }
}

/// An input whose first bytes were read.
pub type Begun<R> = Chain<Cursor<Vec<u8>>, R>;

/// Returns the first bytes of an input, and the input with them.
pub fn begin<R: Read>(mut input: R) -> io::Result<(Vec<u8>, Begun<R>)> {
    let mut start = Vec::new();
    input.by_ref().take(START).read_to_end(&mut start)?;
    Ok((start.clone(), Cursor::new(start).chain(input)))
}

/// Returns true for the first bytes of zip, 7z, RAR and tar.
fn is_archive(bytes: &[u8]) -> bool {
    let starts: [&[u8]; 4] = [b"PK\x03\x04", b"7z\xbc\xaf\x27\x1c", b"Rar!\x1a\x07", b"PK\x05\x06"];
    starts.iter().any(|start| bytes.starts_with(start))
        || bytes.get(257..262).is_some_and(|magic| magic == b"ustar")
}

/// Decodes the frames of a Zstandard stream.
struct ZstdDecoder<R> {
    input: BufReader<R>,
    frame: FrameDecoder,
}

impl<R: Read> ZstdDecoder<R> {
    fn new(input: R) -> ZstdDecoder<R> {
        ZstdDecoder { input: BufReader::new(input), frame: FrameDecoder::new() }
    }

    /// Begins the next frame.
    fn next_frame(&mut self) -> io::Result<()> {
        match self.frame.reset(&mut self.input) {
            // Parallel compressors write an index into a skippable frame.
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                length,
                ..
            })) => io::copy(&mut (&mut self.input).take(length.into()), &mut io::sink()).map(drop),
            result => result.map_err(invalid),
        }
    }
}

impl<R: Read> Read for ZstdDecoder<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.frame.can_collect() == 0 {
            if !self.frame.is_finished() {
                let block = BlockDecodingStrategy::UptoBlocks(1);
                self.frame.decode_blocks(&mut self.input, block).map_err(invalid)?;
            } else if self.input.fill_buf()?.is_empty() {
                return Ok(0);
            } else {
                self.next_frame()?;
            }
        }
        self.frame.read(buffer)
    }
}

fn invalid(error: FrameDecoderError) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error)
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    use super::*;

    fn decompress(bytes: impl Into<Vec<u8>>) -> io::Result<Vec<u8>> {
        let mut content = Vec::new();
        super::decompress(Cursor::new(bytes.into()))?.read_to_end(&mut content)?;
        Ok(content)
    }

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
    fn compressed_content_is_read() {
        for compress in [gzip, bzip2, zstd, <[u8]>::to_vec] {
            let once = compress(b"1. e4 e5");
            assert_eq!(decompress(once.clone()).unwrap(), b"1. e4 e5");
            let twice = [once, compress(b" 2. d4")].concat();
            assert_eq!(decompress(twice).unwrap(), b"1. e4 e5 2. d4");
            let long: Vec<u8> = (0..1_000_000_u32).map(|byte| (byte % 251) as u8).collect();
            assert!(decompress(compress(&long)).unwrap() == long);
        }
        let skippable = [0x50, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 7, 7];
        let frames = [&zstd(b"a")[..], &skippable, &zstd(b"b")].concat();
        assert_eq!(decompress(frames).unwrap(), b"ab");
    }

    #[test]
    fn a_bomb_is_read_as_far_as_it_is_needed() {
        for compress in [gzip, bzip2, zstd] {
            let bomb = Cursor::new(compress(&vec![b' '; 1 << 20]));
            let mut start = [0; 1000];
            super::decompress(bomb).unwrap().read_exact(&mut start).unwrap();
            assert_eq!(start, [b' '; 1000]);
        }
    }

    #[test]
    fn archives_are_named() {
        let mut tar = vec![0; 512];
        tar[257..262].copy_from_slice(b"ustar");
        for archive in [b"PK\x03\x04rest".to_vec(), b"7z\xbc\xaf\x27\x1c".to_vec(), gzip(&tar), tar]
        {
            let error = decompress(archive).unwrap_err();
            assert!(error.to_string().contains("unpack it first"), "{error}");
        }
    }

    #[test]
    fn damaged_streams_are_refused() {
        for compress in [gzip, bzip2, zstd] {
            let mut bytes = compress(&(0..=255).cycle().take(5000).collect::<Vec<u8>>());
            bytes.truncate(bytes.len() / 2);
            decompress(bytes).unwrap_err();
        }
    }
}
