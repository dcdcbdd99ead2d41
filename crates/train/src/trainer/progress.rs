//! Progress and outcome of a training.

use super::{model::Validation, rounding::Rounding};

/// Progress of a training.
#[derive(Clone, Copy, Debug)]
pub enum TrainProgress {
    /// Further data was read.
    Read {
        /// Number of bytes that were read.
        bytes: u64,
    },
    /// All data was read, and the training starts.
    Started {
        /// Training positions.
        training: u64,
        /// Approximate memory, bytes.
        memory: u64,
        /// Validation positions.
        validation: usize,
        /// Units of the data's scores per log odds of 1.
        score_scale: f32,
        /// Positions trained on by an earlier run, over all epochs.
        done: u64,
        /// Positions to train on, over all epochs.
        positions: u64,
    },
    /// The training made progress.
    Trained {
        /// Positions trained on, over all epochs.
        positions: u64,
        /// Mean loss since the last report.
        loss: f64,
        /// Validation result.
        validation: Validation,
    },
}

/// Outcome of a training.
#[derive(Clone, Copy, Debug)]
pub enum TrainOutcome {
    /// The training was stopped, and a checkpoint was written.
    Stopped,
    /// The network was written.
    Finished {
        /// Validation result before rounding the weights.
        validation: Validation,
        /// Errors from rounding the weights.
        rounding: Rounding,
    },
}
