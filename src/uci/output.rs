//! The output of the engine: whole lines under one lock, flushed, and the debug log.

use std::{
    io::{self, Write},
    path::Path,
    process,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use super::{
    debug_log::{DebugLog, LogError},
    presentation::{Presentation, UciPresentation},
};
use crate::platform::stdio::{printable, remark};

/// Longest message, characters. A message may quote a line of any length.
const MAX_MESSAGE: usize = 300;

/// The destination of lines. Clones share it; lines of several threads are never mixed.
#[derive(Clone)]
pub struct Output {
    sink: Arc<Mutex<Sink>>,
    presentation: &'static dyn Presentation,
}

struct Sink {
    writer: Box<dyn Write + Send>,
    log: Option<DebugLog>,
}

impl Output {
    /// Writes UCI to standard output.
    pub fn stdout() -> Output {
        Output::new(io::stdout(), &UciPresentation)
    }

    /// Writes to `writer`.
    pub fn new(
        writer: impl Write + Send + 'static,
        presentation: &'static dyn Presentation,
    ) -> Output {
        let sink = Sink { writer: Box::new(writer), log: None };
        Output { sink: Arc::new(Mutex::new(sink)), presentation }
    }

    /// Returns the form of the answers.
    pub const fn presentation(&self) -> &'static dyn Presentation {
        self.presentation
    }

    /// Prints one or more whole lines, and adds the last line break.
    ///
    /// Exits if the output is closed: the GUI has gone, and the main thread may be waiting for a
    /// line that never comes.
    pub fn print(&self, text: &str) {
        text.lines().for_each(|line| log::trace!("<< {line}"));
        let mut sink = self.lock();
        sink.log("<<", &self.presentation.plain(text), self.presentation);
        let written = sink.writer.write_all(format!("{text}\n").as_bytes());
        if let Err(error) = written.and_then(|()| sink.writer.flush()) {
            if error.kind() == io::ErrorKind::BrokenPipe {
                log::info!("standard output is closed");
            } else {
                remark(format_args!("brudno: cannot write to standard output: {error}"));
            }
            process::exit(1);
        }
    }

    /// Prints a message for the user.
    pub fn message(&self, text: &str) {
        let end = text.char_indices().nth(MAX_MESSAGE).map(|(end, _)| end);
        let mut line = printable(&text[..end.unwrap_or(text.len())]);
        if end.is_some() {
            line.push_str("...");
        }
        self.print(&self.presentation.message(&line));
    }

    /// Logs a line of input.
    pub fn log_input(&self, line: &str) {
        log::debug!(">> {}", printable(line));
        self.lock().log(">>", line, self.presentation);
    }

    /// Appends every line of input and output to the file at `path`, or stops logging.
    ///
    /// # Errors
    ///
    /// The file cannot be opened, or is no debug log. Logging continues as before.
    pub fn log_to(&self, path: Option<&Path>) -> Result<(), LogError> {
        let log = path.map(DebugLog::open).transpose()?;
        self.lock().log = log;
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Sink> {
        // A panic while printing leaves the sink usable.
        self.sink.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Sink {
    /// Adds lines to the debug log. On an error the logging ends, with a message to the user.
    fn log(&mut self, direction: &str, text: &str, presentation: &dyn Presentation) {
        let Some(log) = &mut self.log else { return };
        if let Err(error) = log.write(direction, text) {
            self.log = None;
            log::error!("debug log: {error}");
            let message = presentation.message(&format!("the debug log ends here: {error}"));
            // Fails with the next line, too.
            drop(self.writer.write_all(format!("{message}\n").as_bytes()));
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::sync::mpsc;

    use super::*;

    /// Sends what is written.
    pub struct Written(pub mpsc::Sender<Vec<u8>>);

    impl Write for Written {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.send(bytes.to_vec()).unwrap();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// A full disk.
    struct Full;

    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::StorageFull.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_full_disk_under_the_log_is_told_once() {
        let (sender, written) = mpsc::channel();
        let output = Output::new(Written(sender), &UciPresentation);
        output.lock().log = Some(DebugLog { writer: Box::new(Full) });
        for line in ["uciok", "readyok"] {
            output.print(line);
            output.log_input(line);
        }
        drop(output);
        let text = String::from_utf8(written.iter().flatten().collect()).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines,
            ["info string the debug log ends here: no storage space", "uciok", "readyok"]
        );
    }
}
