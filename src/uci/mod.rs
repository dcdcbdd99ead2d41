//! The UCI protocol: text in, text out.
//!
//! The main thread reads lines and never waits for a search. The reports of a search are printed
//! from the search thread, through one [`Output`].

mod arguments;
mod background;
mod bench_commands;
pub(crate) mod board_frame;
pub(crate) mod command;
pub(crate) mod command_table;
pub(crate) mod d_command;
mod debug_log;
mod eval_command;
mod go;
pub(crate) mod help;
pub(crate) mod line_error;
mod nearest;
pub(crate) mod options;
mod output;
mod own_book;
mod paste;
mod presentation;
mod record;
mod reporter;
mod session;
mod stdout_watchdog;
mod vampirc;

use std::{io, ops::ControlFlow, process::ExitCode};

pub use command::{UciCommand, parse};
pub use command_table::{is_command, names as command_names};
pub use help::shell_commands;
pub use nearest::nearest;
pub use output::Output;
pub use presentation::{Presentation, UciPresentation};
pub use reporter::ReportContext;
pub use session::Session;

use crate::platform::{files, stdio::remark};

/// The name and version of the engine.
pub const NAME: &str = concat!("Brudno ", env!("CARGO_PKG_VERSION"));
/// The author of the engine.
pub(crate) const AUTHOR: &str = "the Brudno developers";

/// One line about the engine.
const ABOUT: &str = concat!(
    "Brudno ",
    env!("CARGO_PKG_VERSION"),
    ", a UCI chess engine by the Brudno developers, named after Alexander Brudno; GNU GPL 3 or later"
);

/// Runs UCI on standard input and output until `quit`, or until the end of the input and of the
/// searches that end by themselves.
pub fn run() -> ExitCode {
    let mut input = io::stdin().lock();
    let output = Output::stdout();
    let mut session = match Session::start(output.clone()) {
        Ok(session) => session,
        Err(error) => return failed_start(&error),
    };
    loop {
        let line = match files::read_line(&mut input) {
            Ok(Some(line)) => line,
            Ok(None) => break,
            Err(error) if files::is_long_line(&error) => {
                output.message(&error.to_string());
                continue;
            }
            Err(error) => {
                log::error!("standard input: {error}");
                break;
            }
        };
        match session.line(&line) {
            Ok(ControlFlow::Continue(())) => {}
            Ok(ControlFlow::Break(())) => {
                session.quit();
                return ExitCode::SUCCESS;
            }
            Err(error) => output.message(&error.to_string()),
        }
    }
    stdout_watchdog::exit_when_output_closes();
    session.finish();
    ExitCode::SUCCESS
}

/// Runs UCI lines in order, each to its end: `go` prints its best move before the next line. Fails
/// if a line is refused.
pub fn run_lines<S: AsRef<str>>(lines: impl IntoIterator<Item = S>) -> ExitCode {
    let output = Output::stdout();
    let mut session = match Session::start(output.clone()) {
        Ok(session) => session,
        Err(error) => return failed_start(&error),
    };
    let mut code = ExitCode::SUCCESS;
    for line in lines {
        match session.line(line.as_ref()) {
            Ok(ControlFlow::Continue(())) => session.wait(),
            Ok(ControlFlow::Break(())) => break,
            Err(error) => {
                output.message(&error.to_string());
                code = ExitCode::FAILURE;
            }
        }
    }
    session.quit();
    code
}

fn failed_start(error: &io::Error) -> ExitCode {
    remark(format_args!("brudno: cannot start the search thread: {error}"));
    ExitCode::FAILURE
}
