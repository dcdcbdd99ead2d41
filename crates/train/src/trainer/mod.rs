//! The trainer.

mod batch;
mod curve;
mod model;
mod output_layers;
mod parameters;
mod progress;
mod rounding;
mod run;
mod samples;
mod scale;
mod schedule;
mod settings;
mod source;
mod steps;
mod tile;

use std::{fmt, io, path::PathBuf};

use brudno::eval::nnue::NetworkError;
pub use model::Validation;
pub use progress::{TrainOutcome, TrainProgress};
pub use rounding::Rounding;
pub use run::train;
pub use settings::{Recipe, TrainSettings};

use crate::data::DataError;

/// Errors of a training.
#[derive(Debug)]
pub enum TrainError {
    /// The data cannot be read.
    Data(DataError),
    /// A file cannot be read or written.
    File(PathBuf, io::Error),
    /// A checkpoint is not usable.
    Checkpoint(PathBuf, &'static str),
    /// The loss curve cannot be written.
    Curve(String),
    /// The network cannot be written.
    Network(PathBuf, NetworkError),
    /// Files of games together with files of positions.
    Mixed,
    /// Too few positions pass the filter, or all are of one game.
    NoData,
}

impl fmt::Display for TrainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TrainError::Data(error) => error.fmt(f),
            TrainError::File(path, error) => write!(f, "{}: {error}", path.display()),
            TrainError::Checkpoint(path, why) => {
                write!(f, "{}: {why}; remove the file to start again", path.display())
            }
            TrainError::Curve(error) => f.write_str(error),
            TrainError::Network(path, error) => write!(f, "{}: {error}", path.display()),
            TrainError::Mixed => f.write_str(
                "some files have games, others positions; make positions of the games first with \
                 `brudno-train data positions`",
            ),
            TrainError::NoData => f.write_str(
                "too few games, or too few positions that pass the filter; give more files",
            ),
        }
    }
}

impl std::error::Error for TrainError {}

impl From<DataError> for TrainError {
    fn from(error: DataError) -> TrainError {
        TrainError::Data(error)
    }
}
