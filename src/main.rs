//! The engine's binary.

use std::process::ExitCode;

fn main() -> ExitCode {
    // To stderr, by RUST_LOG: stdout belongs to UCI.
    env_logger::Builder::from_default_env().format_timestamp_millis().init();
    brudno::cli::run()
}
