//! `brudno bench` and `brudno speedtest`: benchmarks.

use std::{io, process::ExitCode};

use clap::builder::{PossibleValuesParser, TypedValueParser as _};

use super::{
    engine::mebibytes,
    shared::process::{fail, result},
};
use crate::{
    chess::Position,
    eval::nnue,
    platform::{
        StopSignal,
        stdio::{self, remark},
    },
    search::{DEFAULT_HASH, MAX_HASH, MAX_THREADS},
    tools::{
        bench,
        bench::{BenchError, BenchSettings, BenchWork, LimitType, PositionSource, Totals},
        speedtest,
        speedtest::{MAX_SECONDS, SpeedtestSettings},
    },
};

/// Arguments of `brudno bench`: those of Stockfish's `bench`.
#[derive(clap::Args)]
pub struct BenchArgs {
    /// Size of the transposition table in MiB
    #[arg(default_value_t = DEFAULT_HASH, value_parser = mebibytes)]
    hash: usize,
    /// Search threads
    #[arg(default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS as i64))]
    threads: u16,
    /// Limit for each position: plies, nodes or milliseconds
    #[arg(default_value_t = bench::DEFAULT_DEPTH, value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,
    /// Positions: default, current (the start position), or a file of FENs or EPD lines
    #[arg(default_value = "default")]
    positions: String,
    /// What the limit limits
    #[arg(default_value = LimitType::NAMES[0], value_parser = limit_type())]
    limit_type: LimitType,
}

/// Parses the names of [`LimitType`].
fn limit_type() -> impl clap::builder::TypedValueParser<Value = LimitType> {
    PossibleValuesParser::new(LimitType::NAMES).try_map(|name| name.parse())
}

/// Runs the benchmark.
pub fn run(arguments: &BenchArgs) -> ExitCode {
    let work = match BenchWork::new(arguments.limit_type, arguments.limit) {
        Ok(work) => work,
        Err(error) => return fail(&error),
    };
    let settings = BenchSettings {
        hash: arguments.hash,
        threads: arguments.threads.into(),
        work,
        positions: PositionSource::from(arguments.positions.as_str()),
    };
    let positions = match settings.positions.read(&Position::startpos()) {
        Ok(positions) => positions,
        Err(error) => return fail(&error),
    };
    let stop = StopSignal::default();
    let totals = bench::run(&settings, &positions, &nnue::embedded(), &stop, print);
    report(totals.map(|totals| totals.map(|totals| (totals.table(), totals))))
}

/// Arguments of `brudno speedtest`: those of Stockfish's `speedtest`.
#[derive(clap::Args)]
pub struct SpeedtestArgs {
    /// Search threads; by default as many as there are processors
    #[arg(value_parser = clap::value_parser!(u64).range(1..=MAX_THREADS as u64))]
    threads: Option<u64>,
    /// Size of the transposition table in MiB; by default 128 for each thread
    #[arg(value_parser = clap::value_parser!(u64).range(1..=MAX_HASH as u64))]
    hash: Option<u64>,
    /// Seconds of all searches; by default 150
    #[arg(value_parser = clap::value_parser!(u64).range(1..=MAX_SECONDS))]
    seconds: Option<u64>,
}

/// Runs the speed test.
pub fn run_speedtest(arguments: &SpeedtestArgs) -> ExitCode {
    let &SpeedtestArgs { threads, hash, seconds } = arguments;
    let settings = SpeedtestSettings::new(threads, hash, seconds);
    let measured = speedtest::run(&settings, &nnue::embedded(), &StopSignal::default(), print);
    report(measured.map(|report| report.map(|report| (report.table(), report.totals))))
}

fn print(line: &str) -> io::Result<()> {
    stdio::print(line).map_err(stdio::output_error)
}

/// Prints the table on standard error, where tools read Stockfish's, and the last line.
fn report(measured: Result<Option<(String, Totals)>, BenchError>) -> ExitCode {
    match measured {
        Ok(Some((table, totals))) => {
            table.lines().for_each(remark);
            result(print(&totals.line()))
        }
        Ok(None) => ExitCode::FAILURE,
        Err(BenchError::Print(error)) => result(Err(error)),
        Err(error) => fail(&error),
    }
}
