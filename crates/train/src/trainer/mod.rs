//! The trainer.

mod batch;
mod curve;
mod feature_users;
mod measure;
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

use std::{io, path::PathBuf};

use brudno::eval::nnue::NetworkError;
pub use curve::CurveError;
pub use measure::{Measurement, measure};
pub use model::Validation;
pub use progress::{TrainOutcome, TrainProgress};
pub use rounding::Rounding;
pub use run::train;
pub use settings::{Recipe, TrainSettings};
use thiserror::Error;

use crate::data::DataError;

/// Errors of a training.
#[derive(Debug, Error)]
pub enum TrainError {
    /// The data cannot be read.
    #[error(transparent)]
    Data(#[from] DataError),
    /// A file cannot be read or written.
    #[error("{0}: {1}")]
    File(PathBuf, io::Error),
    /// A checkpoint is not usable.
    #[error("{0}: {1}; remove the file to start again")]
    Checkpoint(PathBuf, &'static str),
    /// The loss curve cannot be written.
    #[error(transparent)]
    Curve(CurveError),
    /// The network cannot be written.
    #[error("{0}: {1}")]
    Network(PathBuf, NetworkError),
    /// Some files contain games and others positions.
    #[error(
        "some files contain games and others positions; convert the games first with \
         `brudno-train data positions`"
    )]
    Mixed,
    /// Too few positions pass the filter, or all of them are from one game.
    #[error("the files contain too few games, or the filter rejects their positions")]
    NoData,
}
