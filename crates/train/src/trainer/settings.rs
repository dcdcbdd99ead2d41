//! Settings of a training, which are also options of `brudno-train train`. The doc comments of the
//! fields are their help texts.

use std::{
    num::{NonZeroUsize, ParseFloatError, ParseIntError},
    path::PathBuf,
    thread,
};

use serde::{Deserialize, Serialize};

use crate::data::Filter;

/// Data, recipe and output of a training.
#[derive(Clone, Debug, clap::Args)]
pub struct TrainSettings {
    /// Files of games in viriformat, or of labelled positions shuffled by `brudno-train data
    /// shuffle`; positions are read from the disk as needed and not filtered
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// File of other games, or of labelled positions of other games, for validation [default: a
    /// hundredth of the games or positions; the training data then has other positions of the same
    /// games]
    #[arg(long, value_name = "FILE")]
    pub validate: Vec<PathBuf>,
    /// Network file to write; the training also writes NAME.svg (plot of the loss) and, until it is
    /// done, NAME.checkpoint
    #[arg(long, short)]
    pub output: PathBuf,
    /// Name of the network
    #[arg(long, default_value = "brudno")]
    pub name: String,
    /// Note for the network file
    #[arg(long, default_value = "", hide_default_value = true)]
    pub note: String,
    /// Threads [default: all cores]
    #[arg(long, default_value_t = cores(), hide_default_value = true, value_parser = threads)]
    pub threads: usize,
    /// Hyperparameters.
    #[command(flatten)]
    pub recipe: Recipe,
    /// Filter for the positions of games. Its options are those of the filter itself.
    #[arg(skip)]
    pub filter: Filter,
}

fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

fn threads(text: &str) -> Result<usize, ParseIntError> {
    text.parse().map(NonZeroUsize::get)
}

fn positive(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(number) if number > 0.0 && number < f64::INFINITY => Ok(number),
        Ok(_) => Err("it must be positive".into()),
        Err(error) => Err(ParseFloatError::to_string(&error)),
    }
}

/// Hyperparameters of a training. A checkpoint stores them in this order.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, clap::Args)]
pub struct Recipe {
    /// Network to start from [default: random weights]
    #[arg(long)]
    pub from: Option<PathBuf>,
    /// Millions of positions to train on, over all epochs
    #[arg(long, default_value_t = Recipe::default().millions)]
    pub millions: f64,
    /// Positions per batch, rounded up to a multiple of 512
    #[arg(long, default_value_t = Recipe::default().batch, value_parser = clap::value_parser!(u32).range(1..))]
    pub batch: u32,
    /// Highest learning rate
    #[arg(long, default_value_t = Recipe::default().learning_rate)]
    pub learning_rate: f64,
    /// Last learning rate, as a share of the highest
    #[arg(long, default_value_t = Recipe::default().last_rate)]
    pub last_rate: f64,
    /// Number of warm-up batches
    #[arg(long, default_value_t = Recipe::default().warm_up)]
    pub warm_up: u64,
    /// AdamW's weight decay
    #[arg(long, default_value_t = Recipe::default().weight_decay)]
    pub weight_decay: f32,
    /// Weight of the game result, from 0 to 1; the score has the rest
    #[arg(long, default_value_t = Recipe::default().lambda)]
    pub lambda: f32,
    /// Units of the data's scores per log odds of 1 [default: fitted to the results]
    #[arg(long)]
    pub score_scale: Option<f32>,
    /// Random seed
    #[arg(long, default_value_t = Recipe::default().seed)]
    pub seed: u64,
    /// Average the weights: older weights are forgotten by a factor of e in this number of millions
    /// of positions [default: no average]
    #[arg(long, value_name = "M", value_parser = positive)]
    pub average: Option<f64>,
    /// Train with the weights as the engine rounds them. Their exact values add up small changes
    #[arg(long)]
    pub rounded: bool,
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
            average: None,
            rounded: false,
        }
    }
}
