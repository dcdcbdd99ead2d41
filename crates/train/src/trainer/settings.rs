//! What a training is given.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::data::Filter;

/// What is learnt from, how, and where the network goes.
#[derive(Clone, Debug)]
pub struct TrainSettings {
    /// Games in viriformat, or files of positions in random order.
    pub files: Vec<PathBuf>,
    /// Files of the same kind to judge the network by; where there is none, a part of the others
    /// is kept for it.
    pub validate: Vec<PathBuf>,
    /// Where the network goes; beside it NAME.checkpoint while it learns, and NAME.svg.
    pub output: PathBuf,
    /// What the network calls itself.
    pub name: String,
    /// A line about its training, kept in its file.
    pub note: String,
    /// Threads.
    pub threads: usize,
    /// How it learns.
    pub recipe: Recipe,
    /// What it learns from, of games.
    pub filter: Filter,
}

/// What makes one training differ from another.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Recipe {
    /// The network to learn on from; one that knows nothing where none is given.
    pub from: Option<PathBuf>,
    /// Millions of positions to learn from, over all epochs.
    pub millions: f64,
    /// Positions a step; rounded up to a multiple of 512.
    pub batch: u32,
    /// Highest learning rate.
    pub learning_rate: f64,
    /// Last learning rate, as a share of the highest.
    pub last_rate: f64,
    /// Steps in which the learning rate rises.
    pub warm_up: u64,
    /// AdamW's weight decay.
    pub weight_decay: f32,
    /// Weight of the game's result beside the score.
    pub lambda: f32,
    /// Units of the data's scores in a log odds of 1; fitted to the results where none is given.
    pub score_scale: Option<f32>,
    /// Seed of everything random.
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
