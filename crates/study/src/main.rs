//! The binary of the commands for people.

use std::process::ExitCode;

fn main() -> ExitCode {
    // To stderr, by RUST_LOG: stdout belongs to the commands.
    env_logger::Builder::from_default_env().format_timestamp_millis().init();
    brudno_study::run()
}
