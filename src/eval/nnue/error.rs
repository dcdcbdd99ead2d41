//! Errors of network files.

use std::{fmt, io};

/// Why this build cannot use a network file.
#[derive(Debug)]
pub enum NetworkError {
    /// The file cannot be read.
    Io(io::Error),
    /// The file is not a network.
    Magic,
    /// Unsupported version of the format.
    Version {
        /// The version of the file.
        found: u32,
        /// The version that this build reads.
        expected: u32,
    },
    /// Another architecture: the file's value, this build's value, and what it counts.
    Architecture(u32, u32, &'static str),
    /// Another map of king buckets.
    KingBuckets,
    /// Wrong length of the file or of one of its parts.
    Length,
    /// Wrong checksum.
    Checksum,
    /// The name is not UTF-8, is longer than this number of bytes, or has control characters.
    Name(usize),
    /// The note is not UTF-8, or longer than this number of bytes.
    Note(usize),
    /// A weight (first) that is not within ± a limit (second).
    Weight(f32, f32),
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetworkError::Io(error) => write!(f, "{error}"),
            NetworkError::Magic => f.write_str("not a Brudno network"),
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
