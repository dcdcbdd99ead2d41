//! The conversation on a terminal: rustyline edits the line, and what the engine prints meanwhile
//! goes above it.

use std::{
    io::{self, Write},
    process::ExitCode,
    sync::mpsc::{Receiver, Sender, channel},
    thread::{self, JoinHandle},
    time::Duration,
};

use rustyline::{
    Cmd, CompletionType, Config, Editor, ExternalPrinter, KeyEvent, error::ReadlineError,
    history::MemHistory,
};

use super::{
    completion::LineHelper, line_history, line_history::HistoryFile, reporter::TerminalReporter,
};
use crate::{
    platform::stdio::remark,
    uci::{AUTHOR, Flow, NAME, Output, Session},
};

const PROMPT: &str = "> ";
/// How long a prompt waits for the answers before it.
const ANSWERS: Duration = Duration::from_millis(50);

/// Talks with a person until `quit` or Ctrl-D. Ctrl-C stops what runs, and ends the engine where
/// nothing does.
pub fn run() -> ExitCode {
    match converse() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            remark(format_args!("brudno: {error}"));
            ExitCode::FAILURE
        }
    }
}

fn converse() -> rustyline::Result<()> {
    let config = Config::builder()
        .max_history_size(line_history::LINES)?
        .completion_type(CompletionType::List)
        // Of several lines pasted at once each is a command.
        .bracketed_paste(false)
        .build();
    let history = MemHistory::with_config(&config);
    let mut editor = Editor::with_history(config, history)?;
    editor.set_helper(Some(LineHelper));
    // Ctrl-D between two prompts: the terminal gives it to the next one as a NUL, which is Ctrl-@.
    editor.bind_sequence(KeyEvent::ctrl('@'), Cmd::EndOfFile);
    let (mut history, lines) = HistoryFile::load();
    for line in lines {
        editor.add_history_entry(line)?;
    }
    // Terminals too simple to edit on have none, and need none.
    let printer = match editor.create_external_printer() {
        Ok(printer) => Some(Printer::start(printer)?),
        Err(_) => None,
    };
    let output = match &printer {
        Some(printer) => Output::terminal(Queue(printer.queue.clone())),
        None => Output::terminal(io::stdout()),
    };
    output.print(&format!("{NAME} by {AUTHOR}; help lists the commands"));
    let mut session = Session::start(output.clone(), TerminalReporter::create)?;
    loop {
        if let Some(printer) = &printer {
            printer.settle();
        }
        match editor.readline(PROMPT) {
            Ok(line) => {
                // Not where it is empty, or the same again.
                if editor.add_history_entry(&line)? {
                    history.append(&line);
                }
                match session.line(&line) {
                    Ok(Flow::Continue) => {}
                    Ok(Flow::Quit) => break,
                    Err(error) => output.message(&error),
                }
            }
            Err(ReadlineError::Interrupted) if session.interrupt() => {}
            Err(ReadlineError::Interrupted | ReadlineError::Eof) => break,
            // The window has another size.
            Err(ReadlineError::Signal(_)) => {}
            Err(error) => {
                log::error!("standard input: {error}");
                break;
            }
        }
    }
    // A printer that waits for the next prompt waits no longer, and prints by itself.
    drop(editor);
    session.quit();
    drop(output);
    if let Some(printer) = printer {
        printer.finish();
    }
    Ok(())
}

/// Prints in a thread of its own: rustyline makes those who print wait while the person types, and
/// neither the search nor the prompt may wait for each other.
struct Printer {
    queue: Sender<Print>,
    thread: JoinHandle<()>,
}

/// What the printer is asked to do.
enum Print {
    /// Print whole lines.
    Lines(String),
    /// Tell that everything before is printed.
    Settle(Sender<()>),
}

/// What is written becomes lines for the printer.
struct Queue(Sender<Print>);

impl Write for Queue {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes).into_owned();
        self.0.send(Print::Lines(text)).map_err(|_| io::ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Printer {
    fn start(printer: impl ExternalPrinter + Send + 'static) -> io::Result<Printer> {
        let (queue, requests) = channel();
        let thread = thread::Builder::new()
            .name("printer".to_owned())
            .spawn(move || print_all(&requests, printer))?;
        Ok(Printer { queue, thread })
    }

    /// Lets the answers come before the next prompt, where they do not wait for it themselves.
    fn settle(&self) {
        let (done, settled) = channel();
        if self.queue.send(Print::Settle(done)).is_ok() {
            // Late answers are printed above the prompt.
            settled.recv_timeout(ANSWERS).ok();
        }
    }

    /// Prints what is left.
    fn finish(self) {
        drop(self.queue);
        if self.thread.join().is_err() {
            log::error!("the printer panicked");
        }
    }
}

fn print_all(requests: &Receiver<Print>, mut printer: impl ExternalPrinter) {
    for request in requests {
        match request {
            // Nobody waits any more where the answers were late.
            Print::Settle(done) => drop(done.send(())),
            Print::Lines(text) => {
                if printer.print(text.clone()).is_err() {
                    // The prompt has gone; so may have the terminal, and then there is no reader.
                    io::stdout().write_all(text.as_bytes()).ok();
                }
            }
        }
    }
}
