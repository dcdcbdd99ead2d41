//! `brudno-train average`: averages the weights of networks.

use std::{io, path::PathBuf, process::ExitCode};

use brudno::{
    eval::nnue::{NamedNetwork, NetworkError},
    platform::files,
};
use thiserror::Error;

use crate::average;

/// Arguments of `brudno-train average`.
#[derive(clap::Args)]
pub struct AverageArgs {
    /// Network files; the average has the name of the first one
    #[arg(required = true)]
    networks: Vec<PathBuf>,
    /// Network file to write
    #[arg(long, short)]
    output: PathBuf,
    /// Weights of the networks, such as 45,55 [default: equal weights]
    #[arg(long, value_delimiter = ',', value_parser = clap::value_parser!(u16).range(1..))]
    shares: Vec<u16>,
    /// Note for the network file
    #[arg(long, default_value = "", hide_default_value = true)]
    note: String,
}

/// Errors of the command.
#[derive(Debug, Error)]
enum AverageError {
    #[error("{0}: {1}")]
    Network(PathBuf, NetworkError),
    #[error("--shares needs a number for each network")]
    Shares,
    #[error("cannot write {0}: {1}")]
    Write(PathBuf, io::Error),
}

/// Runs the command. The exit status is 1 on failure.
pub fn run(arguments: &AverageArgs) -> ExitCode {
    match write_mean(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => super::fail(&error),
    }
}

fn write_mean(arguments: &AverageArgs) -> Result<(), AverageError> {
    let AverageArgs { networks: paths, output, shares, note } = arguments;
    if !shares.is_empty() && shares.len() != paths.len() {
        return Err(AverageError::Shares);
    }
    let read = |path: &PathBuf| {
        NamedNetwork::read(path).map_err(|error| AverageError::Network(path.clone(), error))
    };
    let networks = paths.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let shares = shares.iter().copied().chain(std::iter::repeat(1)).map(f64::from);
    let parts: Vec<_> = networks.iter().map(|named| &*named.network).zip(shares).collect();
    let mean = NamedNetwork {
        network: average::average(&parts),
        name: networks[0].name.clone(),
        note: note.clone(),
    };
    let bytes = mean.encode().map_err(|error| AverageError::Network(output.clone(), error))?;
    files::replace(output, &bytes).map_err(|error| AverageError::Write(output.clone(), error))
}
