//! `brudno-train average`: the mean of networks.

use std::{fmt, io, path::PathBuf, process::ExitCode};

use brudno::{
    eval::nnue::{NamedNetwork, NetworkError},
    platform::files,
};

use crate::average;

/// What `brudno-train average` is asked to do.
#[derive(clap::Args)]
pub struct AverageArgs {
    /// The network files; the name is the first one's
    #[arg(required = true)]
    networks: Vec<PathBuf>,
    /// The network file to write
    #[arg(long, short)]
    output: PathBuf,
    /// How much each counts, such as 45,55 [default: all the same]
    #[arg(long, value_delimiter = ',', value_parser = clap::value_parser!(u16).range(1..))]
    shares: Vec<u16>,
    /// A note to keep in the network file
    #[arg(long, default_value = "", hide_default_value = true)]
    note: String,
}

/// Why no mean was made.
#[derive(Debug)]
enum AverageError {
    Network(PathBuf, NetworkError),
    Shares,
    Write(PathBuf, io::Error),
}

impl fmt::Display for AverageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AverageError::Network(path, error) => write!(f, "{}: {error}", path.display()),
            AverageError::Shares => f.write_str("--shares needs a number for each network"),
            AverageError::Write(path, error) => {
                write!(f, "cannot write {}: {error}", path.display())
            }
        }
    }
}

impl std::error::Error for AverageError {}

/// Writes the mean. The exit status is 1 where that cannot be.
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
