//! `brudno bench`: the benchmark.

use std::process::ExitCode;

use super::shared::process::result;
use crate::{
    platform::{StopSignal, stdio},
    tools::bench,
};

/// Arguments of `brudno bench`.
#[derive(clap::Args)]
pub struct BenchArgs {
    /// Depth in plies
    #[arg(default_value_t = bench::DEFAULT_DEPTH)]
    depth: u32,
}

/// Runs the benchmark.
pub fn run(arguments: &BenchArgs) -> ExitCode {
    let print = |line: &str| stdio::print(line).map_err(stdio::output_error);
    result(bench::run(arguments.depth, &StopSignal::default(), print))
}
