//! Everything that leaves the engine: one lock, whole lines, flushed, and the debug log.

use std::{
    fs::{File, OpenOptions},
    io::{self, Write},
    path::Path,
    process,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

/// A remark longer than this many characters is cut: it may quote a line of any length.
const MAX_MESSAGE: usize = 300;

/// Where lines go. Clones write to the same place; a line is never mixed with another thread's.
#[derive(Clone)]
pub struct Output(Arc<Mutex<Sink>>);

struct Sink {
    writer: Box<dyn Write + Send>,
    log: Option<File>,
}

impl Output {
    /// Writes to standard output.
    pub fn stdout() -> Output {
        Output::new(io::stdout())
    }

    /// Writes to `writer`.
    pub fn new(writer: impl Write + Send + 'static) -> Output {
        Output(Arc::new(Mutex::new(Sink { writer: Box::new(writer), log: None })))
    }

    /// Prints one or more whole lines; the last line break is added.
    ///
    /// Ends the process when nobody can read them any more: the GUI has gone, and the main thread
    /// may be waiting for a line that will never come.
    pub fn print(&self, text: &str) {
        let mut sink = self.lock();
        sink.log("<<", text);
        let written = sink.writer.write_all(format!("{text}\n").as_bytes());
        if let Err(error) = written.and_then(|()| sink.writer.flush()) {
            log::error!("standard output is closed: {error}");
            process::exit(1);
        }
    }

    /// Prints a remark for the person at the keyboard.
    pub fn message(&self, text: &str) {
        let mut line: String =
            text.chars().take(MAX_MESSAGE).map(|c| if c.is_control() { ' ' } else { c }).collect();
        if text.chars().nth(MAX_MESSAGE).is_some() {
            line.push_str("...");
        }
        self.print(&format!("info string {line}"));
    }

    /// Notes a line of input in the debug log.
    pub fn log_input(&self, line: &str) {
        self.lock().log(">>", line);
    }

    /// Appends every line in and out to the file at `path` from now on, or to none.
    ///
    /// # Errors
    ///
    /// The file cannot be opened: what was logged before stays so.
    pub fn log_to(&self, path: Option<&Path>) -> io::Result<()> {
        let log = path.map(|path| OpenOptions::new().create(true).append(true).open(path));
        self.lock().log = log.transpose()?;
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Sink> {
        // A panic while printing leaves nothing half done that a later line could trip over.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Sink {
    fn log(&mut self, direction: &str, text: &str) {
        let Some(file) = &mut self.log else { return };
        let time = time_of_day();
        let lines: String =
            text.lines().map(|line| format!("{time} {direction} {line}\n")).collect();
        if let Err(error) = file.write_all(lines.as_bytes()) {
            log::error!("debug log: {error}");
            self.log = None;
        }
    }
}

/// The time of day (UTC) as `hh:mm:ss.mmm`.
fn time_of_day() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
    let seconds = now.as_secs();
    let (hours, minutes) = (seconds / 3600 % 24, seconds / 60 % 60);
    format!("{hours:02}:{minutes:02}:{:02}.{:03}", seconds % 60, now.subsec_millis())
}
