//! The binary of the training tools.

use std::process::ExitCode;

fn main() -> ExitCode {
    // To stderr, by RUST_LOG: stdout belongs to the data.
    env_logger::Builder::from_default_env().format_timestamp_millis().init();
    brudno_train::cli::run()
}
