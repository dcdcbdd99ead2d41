//! `brudno spsa`: the search parameters for OpenBench's tuner.

use std::{
    io::{self, IsTerminal as _, Write as _},
    process::ExitCode,
};

use super::shared::process::result;
use crate::{params, platform::stdio::output_error};

/// Prints the parameters.
pub fn run() -> ExitCode {
    result(print().map_err(output_error))
}

/// OpenBench rejects a trailing empty line, therefore only a terminal gets a final line break.
fn print() -> io::Result<()> {
    let list: Vec<String> = params::all().map(params::Param::spsa).collect();
    let mut output = io::stdout().lock();
    output.write_all(list.join("\n").as_bytes())?;
    if output.is_terminal() {
        output.write_all(b"\n")?;
    }
    output.flush()
}
