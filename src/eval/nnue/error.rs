//! What is wrong with a network file.

use std::{fmt, io};

/// Why a file is not a network that this build can use.
#[derive(Debug)]
pub enum NetworkError {
    /// It cannot be read.
    Io(io::Error),
    /// It is no network file at all.
    Magic,
    /// It is of another version of the format.
    Version {
        /// The version of the file.
        found: u32,
        /// The version that this build reads.
        expected: u32,
    },
    /// It was made for another architecture: this many of something, where the build has others.
    Architecture(u32, u32, &'static str),
    /// It was made for other king buckets.
    KingBuckets,
    /// It ends too early or too late, or its parts have impossible lengths.
    Length,
    /// Its checksum is wrong.
    Checksum,
    /// Its name is no text, or longer than this many bytes, or has control characters.
    Name(usize),
    /// Its note is no text, or longer than this many bytes.
    Note(usize),
    /// A weight is not a number within ± the second.
    Weight(f32, f32),
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetworkError::Io(error) => write!(f, "{error}"),
            NetworkError::Magic => f.write_str("not a network of Brudno's"),
            NetworkError::Version { found, expected } => {
                write!(f, "format version {found}, this build reads version {expected}")
            }
            NetworkError::Architecture(theirs, ours, what) => {
                write!(f, "made for {theirs} {what}, this build has {ours}")
            }
            NetworkError::KingBuckets => f.write_str("made for another map of king buckets"),
            NetworkError::Length => f.write_str("damaged: its length is wrong"),
            NetworkError::Checksum => f.write_str("damaged: its checksum is wrong"),
            NetworkError::Name(most) => write!(f, "its name is not a line of up to {most} bytes"),
            NetworkError::Note(most) => write!(f, "its note is not a text of up to {most} bytes"),
            NetworkError::Weight(weight, most) => {
                write!(f, "weight {weight} is not within ±{most}")
            }
        }
    }
}

impl std::error::Error for NetworkError {}

impl From<io::Error> for NetworkError {
    fn from(error: io::Error) -> NetworkError {
        NetworkError::Io(error)
    }
}
