//! Arguments and exit statuses of the binaries.

use std::{env, io, process::ExitCode};

use brudno::platform::{
    signals, stdio,
    stdio::{printable, remark},
};
use clap::Parser;

/// Parses the arguments of the process.
///
/// # Errors
///
/// The exit status, if help or an error was printed instead.
pub fn parse<A: Parser>() -> Result<A, ExitCode> {
    signals::block_file_size_signal();
    let error = match A::try_parse() {
        Ok(arguments) => return Ok(arguments),
        Err(error) => error,
    };
    let code = u8::try_from(error.exit_code()).unwrap_or(u8::MAX);
    if error.use_stderr() && quotes_control_characters() {
        // The message has no colours. It quotes arguments, and their escape codes could not be
        // distinguished from colours.
        error.to_string().lines().for_each(remark);
        return Err(ExitCode::from(code));
    }
    match error.print() {
        Err(failure) if !error.use_stderr() => Err(result(Err(stdio::output_error(failure)))),
        _ => Err(ExitCode::from(code)),
    }
}

fn quotes_control_characters() -> bool {
    env::args_os().any(|argument| {
        let text = argument.to_string_lossy();
        printable(&text) != text
    })
}

/// Prints an error, if there is one, and returns the exit status.
pub fn result(result: io::Result<()>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // The reader has closed the pipe.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::FAILURE,
        Err(error) => fail(&error),
    }
}

/// Prints an error and returns the exit status for failure.
pub fn fail(error: &dyn std::error::Error) -> ExitCode {
    remark(format_args!("brudno: {error}"));
    ExitCode::FAILURE
}

/// Prints an error of `brudno COMMAND` and returns the exit status: 1 if the work fails, 2 if it
/// cannot start.
pub fn fail_command(command: &str, error: &dyn std::error::Error, status: u8) -> ExitCode {
    remark(format_args!("brudno {command}: {error}"));
    ExitCode::from(status)
}
