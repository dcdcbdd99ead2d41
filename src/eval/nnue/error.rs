//! Errors of network files.

use std::io;

use thiserror::Error;

/// The network that `EVALFILE` embedded does not fit this build.
#[derive(Clone, Copy, Debug, Error)]
#[error("cannot use the network embedded with EVALFILE: {0}")]
pub struct EmbeddedError(pub(super) &'static NetworkError);

/// Why this build cannot use a network file.
#[derive(Debug, Error)]
pub enum NetworkError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file is not a network.
    #[error("not a Brudno network")]
    Magic,
    /// Unsupported version of the format.
    #[error("format version {found}, this build reads versions {oldest} to {newest}")]
    Version {
        /// The version of the file.
        found: u32,
        /// The oldest version that this build reads.
        oldest: u32,
        /// The newest version that this build reads.
        newest: u32,
    },
    /// Another architecture: the file's value, this build's value, and what it counts.
    #[error("made for {0} {2}, this build has {1}")]
    Architecture(u32, u32, &'static str),
    /// Another map of king buckets.
    #[error("made for another map of king buckets")]
    KingBuckets,
    /// Wrong length of the file or of one of its parts.
    #[error("damaged: its length is wrong")]
    Length,
    /// Wrong checksum.
    #[error("damaged: its checksum is wrong")]
    Checksum,
    /// The name is not UTF-8, is longer than this number of bytes, or has control characters.
    #[error("its name is not a line of up to {0} bytes")]
    Name(usize),
    /// The note is not UTF-8, or longer than this number of bytes.
    #[error("its note is not a text of up to {0} bytes")]
    Note(usize),
    /// A weight (first) that is not within ± a limit (second).
    #[error("weight {0} is not within ±{1}")]
    Weight(f32, f32),
}
