//! What is wrong with a network file.

use std::{fmt, io};

use super::file::{MAX_NAME, MAX_NOTE, VERSION};

/// Why a file is not a network that this build can use.
#[derive(Debug)]
pub enum NetworkError {
    /// It cannot be read.
    Io(io::Error),
    /// It is no network file at all.
    Magic,
    /// It is of another version of the format, which is given.
    Version(u32),
    /// It was made for another architecture: this many of something, where the build has others.
    Architecture(u32, u32, &'static str),
    /// It was made for other king buckets.
    KingBuckets,
    /// It ends too early or too late, or its parts have impossible lengths.
    Length,
    /// Its checksum is wrong.
    Checksum,
    /// Its name is longer than a short line, or no text.
    Name,
    /// Its note is too long, or no text.
    Note,
    /// A weight is not a number within ± the second.
    Weight(f32, f32),
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetworkError::Io(error) => write!(f, "{error}"),
            NetworkError::Magic => f.write_str("not a network of Brudno's"),
            NetworkError::Version(version) => {
                write!(f, "format version {version}, this build reads version {VERSION}")
            }
            NetworkError::Architecture(theirs, ours, what) => {
                write!(f, "made for {theirs} {what}, this build has {ours}")
            }
            NetworkError::KingBuckets => f.write_str("made for another map of king buckets"),
            NetworkError::Length => f.write_str("damaged: its length is wrong"),
            NetworkError::Checksum => f.write_str("damaged: its checksum is wrong"),
            NetworkError::Name => write!(f, "its name is not a line of up to {MAX_NAME} bytes"),
            NetworkError::Note => write!(f, "its note is not a text of up to {MAX_NOTE} bytes"),
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
