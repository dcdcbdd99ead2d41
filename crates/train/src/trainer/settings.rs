//! Settings of a training.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::data::Filter;

/// Data, recipe and output of a training.
#[derive(Clone, Debug)]
pub struct TrainSettings {
    /// Games in viriformat, or files of positions in random order.
    pub files: Vec<PathBuf>,
    /// Validation files of the same kind. Without any, a part of the inputs is kept for validation.
    pub validate: Vec<PathBuf>,
    /// Network file to write. The training also writes NAME.svg and, until it is done,
    /// NAME.checkpoint.
    pub output: PathBuf,
    /// Name of the network.
    pub name: String,
    /// Note for the network file.
    pub note: String,
    /// Threads.
    pub threads: usize,
    /// Hyperparameters.
    pub recipe: Recipe,
    /// Filter for the positions of games.
    pub filter: Filter,
}

/// Hyperparameters of a training.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Recipe {
    /// Network to start from. Random weights if `None`.
    pub from: Option<PathBuf>,
    /// Millions of positions to train on, over all epochs.
    pub millions: f64,
    /// Positions per step, rounded up to a multiple of 512.
    pub batch: u32,
    /// Highest learning rate.
    pub learning_rate: f64,
    /// Last learning rate, as a share of the highest.
    pub last_rate: f64,
    /// Warm-up steps.
    pub warm_up: u64,
    /// AdamW's weight decay.
    pub weight_decay: f32,
    /// Weight of the game result, 0 to 1. The score has the rest.
    pub lambda: f32,
    /// Units of the data's scores per log odds of 1. Fitted to the results if `None`.
    pub score_scale: Option<f32>,
    /// Random seed.
    pub seed: u64,
}

impl Default for Recipe {
    fn default() -> Recipe {
        Recipe {
            from: None,
            millions: 300.0,
            batch: 4096,
            learning_rate: 3e-3,
            last_rate: 0.01,
            warm_up: 200,
            weight_decay: 0.01,
            lambda: 0.1,
            score_scale: None,
            seed: 1,
        }
    }
}
