//! What a training tells while it runs, and what it comes to.

use super::{model::Validation, rounding::Rounding};

/// How a training comes along.
#[derive(Clone, Copy, Debug)]
pub enum TrainProgress {
    /// More of the files has been read.
    Read {
        /// Bytes.
        bytes: u64,
    },
    /// All files are read, and learning starts.
    Started {
        /// Positions to learn from.
        training: u64,
        /// Memory that the training takes, bytes, about.
        memory: u64,
        /// Positions to validate with.
        validation: usize,
        /// Units of the data's scores in a log odds of 1.
        score_scale: f32,
        /// Positions that an earlier run has learnt from, over all epochs.
        done: u64,
        /// Positions to learn from, over all epochs.
        positions: u64,
    },
    /// The network has learnt from more positions.
    Trained {
        /// Positions learnt from, over all epochs.
        positions: u64,
        /// Mean loss since it was told last.
        loss: f64,
        /// How well the network does on other positions.
        validation: Validation,
    },
}

/// How a training ended.
#[derive(Clone, Copy, Debug)]
pub enum TrainOutcome {
    /// It was stopped: its checkpoint lets it go on.
    Stopped,
    /// The network is written.
    Finished {
        /// How well it does before its weights are rounded.
        validation: Validation,
        /// What rounding costs.
        rounding: Rounding,
    },
}
