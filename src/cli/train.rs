//! `brudno train`: makes a network from games.

use std::error::Error;

use super::interrupt;
use crate::training::{self, TrainArgs};

/// Trains a network. The first Ctrl-C ends the training at the next checkpoint.
///
/// # Errors
///
/// Those of [`training::train`].
pub fn run(arguments: &TrainArgs) -> Result<(), Box<dyn Error>> {
    let monitor = interrupt::monitor()?;
    Ok(training::train(arguments, &monitor.stop)?)
}
