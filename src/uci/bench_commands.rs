//! The commands `bench` and `speedtest`, which run beside the search.

use std::{io, sync::Arc};

use super::output::Output;
use crate::{
    eval::nnue::NamedNetwork,
    platform::{StopSignal, stdio::remark},
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
        Ok(Some(totals)) => print_totals(output, &totals.table(), totals),
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
        Ok(Some(report)) => print_totals(output, &report.table(), report.totals),
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

/// Prints the table on standard error, where tools read Stockfish's, and the last line.
fn print_totals(output: &Output, table: &str, totals: Totals) {
    if output.style().is_some() {
        output.print(table);
    } else {
        table.lines().for_each(remark);
    }
    output.print(&totals.line());
}
