//! Interactive UCI: rustyline edits the line, and output appears above it.

use std::{
    io::{self, Write},
    ops::ControlFlow,
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
    completion::LineHelper, line_history, line_history::HistoryFile,
    presentation::TerminalPresentation, typed_lines::TypedLines,
};
use crate::{
    platform::stdio::remark,
    uci::{AUTHOR, NAME, Output, Session},
};

const PROMPT: &str = "> ";
/// Prompt inside of a pasted game.
const GAME_PROMPT: &str = "pgn> ";
/// Maximum wait for answers before the next prompt.
const ANSWERS: Duration = Duration::from_millis(50);

/// Runs until `quit` or Ctrl-D. Ctrl-C stops a running search, or ends the engine if there is none.
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
        // Each of several pasted lines is a command.
        .bracketed_paste(false)
        .build();
    let history = MemHistory::with_config(&config);
    let mut editor = Editor::with_history(config, history)?;
    editor.set_helper(Some(LineHelper));
    // Ctrl-D between two prompts: the terminal delivers it to the next one as NUL, which is Ctrl-@.
    editor.bind_sequence(KeyEvent::ctrl('@'), Cmd::EndOfFile);
    let (mut history, lines) = HistoryFile::load();
    for line in lines {
        editor.add_history_entry(line)?;
    }
    // Terminals without line editing have no external printer, and need none.
    let printer = match editor.create_external_printer() {
        Ok(printer) => Some(Printer::start(printer)?),
        Err(_) => None,
    };
    let output = match &printer {
        Some(printer) => Output::new(PrintQueue(printer.queue.clone()), &TerminalPresentation),
        None => Output::new(io::stdout(), &TerminalPresentation),
    };
    output.print(&format!("{NAME} by {AUTHOR}; help lists the commands"));
    let mut session = Session::start(output.clone())?;
    let mut typed = TypedLines::default();
    loop {
        // At the next prompt, rustyline prefers keys to answers, and drops those before `quit`.
        session.wait_for_stopped();
        if let Some(printer) = &printer {
            printer.settle();
        }
        match editor.readline(if typed.is_reading_game() { GAME_PROMPT } else { PROMPT }) {
            Ok(line) => {
                // Not a line of a pasted game, an empty line or a repetition.
                if !typed.belongs_to_game(&line) && editor.add_history_entry(&line)? {
                    history.append(&line);
                }
                match typed.run(&line, &mut session, &output) {
                    Ok(ControlFlow::Continue(())) => {}
                    Ok(ControlFlow::Break(())) => break,
                    Err(error) => output.message(&error.to_string()),
                }
            }
            Err(ReadlineError::Interrupted) if typed.drop_game() => {
                output.message("the pasted game is dropped");
            }
            Err(ReadlineError::Interrupted) if session.interrupt() => {}
            Err(ReadlineError::Interrupted | ReadlineError::Eof) => break,
            // The window size changed.
            Err(ReadlineError::Signal(_)) => {}
            Err(error) => {
                log::error!("standard input: {error}");
                break;
            }
        }
    }
    // Without a prompt, the printer writes directly.
    drop(editor);
    session.quit();
    drop(output);
    if let Some(printer) = printer {
        printer.finish();
    }
    Ok(())
}

/// Prints on its own thread: rustyline blocks printers while the user types, and search and prompt
/// must not block each other.
struct Printer {
    queue: Sender<PrintRequest>,
    thread: JoinHandle<()>,
}

/// Requests to the printer.
enum PrintRequest {
    /// Print whole lines.
    Lines(String),
    /// Confirm that everything before is printed.
    Settle(Sender<()>),
}

/// Writer that sends lines to the printer.
struct PrintQueue(Sender<PrintRequest>);

impl Write for PrintQueue {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes).into_owned();
        self.0.send(PrintRequest::Lines(text)).map_err(|_| io::ErrorKind::BrokenPipe)?;
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

    /// Waits for the answers before the next prompt.
    fn settle(&self) {
        let (done, settled) = channel();
        if self.queue.send(PrintRequest::Settle(done)).is_ok() {
            // Late answers are printed above the prompt.
            settled.recv_timeout(ANSWERS).ok();
        }
    }

    /// Prints the rest.
    fn finish(self) {
        drop(self.queue);
        if self.thread.join().is_err() {
            log::error!("the printer panicked");
        }
    }
}

fn print_all(requests: &Receiver<PrintRequest>, mut printer: impl ExternalPrinter) {
    for request in requests {
        match request {
            // The receiver is gone if the answers were late.
            PrintRequest::Settle(done) => drop(done.send(())),
            PrintRequest::Lines(text) => {
                if printer.print(text.clone()).is_err() {
                    // The prompt is gone. The terminal may be gone too, without a reader.
                    io::stdout().write_all(text.as_bytes()).ok();
                }
            }
        }
    }
}
