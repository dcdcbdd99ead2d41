//! `brudno-train loss`: measures the loss of a network.

use std::{io, path::PathBuf, process::ExitCode};

use brudno::platform::{stdio, stdio::printable};
use indicatif::HumanCount;
use thiserror::Error;

use crate::{
    trainer,
    trainer::{Measurement, TrainError},
};

/// Arguments of `brudno-train loss`.
#[derive(clap::Args)]
pub struct LossArgs {
    /// The network file
    network: PathBuf,
    /// Files of labelled positions; of a large file a part is used, as by `train --validate`
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Units of the data's scores per log odds of 1 [default: fitted to the results]
    #[arg(long)]
    score_scale: Option<f32>,
}

/// Errors of the command.
#[derive(Debug, Error)]
enum LossError {
    #[error(transparent)]
    Train(TrainError),
    #[error("cannot write to standard output: {0}")]
    Write(io::Error),
}

/// Runs the command. The exit status is 1 on failure.
pub fn run(arguments: &LossArgs) -> ExitCode {
    match measure(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => super::fail(&error),
    }
}

fn measure(arguments: &LossArgs) -> Result<(), LossError> {
    for file in &arguments.files {
        let measured = trainer::measure(&arguments.network, file, arguments.score_scale)
            .map_err(LossError::Train)?;
        let path = printable(&file.display().to_string());
        let Measurement { validation, factor, scaled, .. } = measured;
        let positions = HumanCount(measured.positions as u64);
        stdio::print(format_args!(
            "{path}: {positions} positions, loss {:.6}, mean error {:.1}\n\
             scores times {factor:.2}: loss {:.6}, mean error {:.1}",
            validation.loss, validation.error, scaled.loss, scaled.error
        ))
        .map_err(LossError::Write)?;
    }
    Ok(())
}
