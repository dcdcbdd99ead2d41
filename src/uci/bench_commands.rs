//! The commands `bench` and `speedtest`, which run beside the search.

use std::{io, sync::Arc};

use super::output::Output;
use crate::{
    eval::nnue::NamedNetwork,
    platform::StopSignal,
    tools::{
        bench,
        bench::{BenchPosition, BenchSettings, Totals},
        speedtest,
        speedtest::SpeedtestSettings,
    },
};

/// Runs the benchmark on these positions, and prints its totals.
pub fn bench(
    settings: &BenchSettings,
    positions: &[BenchPosition],
    network: &Arc<NamedNetwork>,
    output: &Output,
    stop: &StopSignal,
) {
    match bench::run(settings, positions, network, stop, printer(output)) {
        Ok(Some(totals)) => print_totals(&totals.table(), totals, output),
        Ok(None) => output.print("bench stopped"),
        Err(error) => output.message(&format!("bench: {error}")),
    }
}

/// Runs the speed test, and prints its totals.
pub fn speedtest(
    settings: &SpeedtestSettings,
    network: &Arc<NamedNetwork>,
    output: &Output,
    stop: &StopSignal,
) {
    match speedtest::run(settings, network, stop, printer(output)) {
        Ok(Some(report)) => print_totals(&report.table(), report.totals, output),
        Ok(None) => output.print("speedtest stopped"),
        Err(error) => output.message(&format!("speedtest: {error}")),
    }
}

fn printer(output: &Output) -> impl FnMut(&str) -> io::Result<()> {
    |line| {
        output.print(line);
        Ok(())
    }
}

fn print_totals(table: &str, totals: Totals, output: &Output) {
    output.presentation().print_table(table, output);
    output.print(&totals.line());
}
