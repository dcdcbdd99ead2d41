//! The output of the engine: whole lines under one lock, flushed, and the debug log.

use std::{
    fs::{File, OpenOptions},
    io::{self, Write},
    path::Path,
    process,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use super::presentation::{Presentation, UciPresentation};
use crate::platform::{
    files::open_regular,
    stdio::{printable, remark},
};

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
    log: Option<File>,
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
        sink.log("<<", &self.presentation.plain(text));
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
        self.lock().log(">>", line);
    }

    /// Appends every line of input and output to the file at `path`, or stops logging.
    ///
    /// # Errors
    ///
    /// The file cannot be opened, or is no regular file: writing to a pipe may wait for its reader.
    /// Logging continues as before.
    pub fn log_to(&self, path: Option<&Path>) -> io::Result<()> {
        let open = |path| open_regular(path, OpenOptions::new().create(true).append(true));
        let log = path.map(open);
        self.lock().log = log.transpose()?;
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Sink> {
        // A panic while printing leaves the sink usable.
        self.sink.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Sink {
    fn log(&mut self, direction: &str, text: &str) {
        let Some(file) = &mut self.log else { return };
        let time = time_of_day(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default());
        let lines: String =
            text.lines().map(|line| format!("{time} {direction} {line}\n")).collect();
        if let Err(error) = file.write_all(lines.as_bytes()) {
            log::error!("debug log: {error}");
            self.log = None;
        }
    }
}

/// Formats the time of day, UTC, to milliseconds.
fn time_of_day(since_epoch: Duration) -> String {
    let (seconds, millis) = (since_epoch.as_secs(), since_epoch.subsec_millis());
    format!("{:02}:{:02}:{:02}.{millis:03}", seconds / 3600 % 24, seconds / 60 % 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_day_has_milliseconds() {
        for (millis, text) in [
            (0, "00:00:00.000"),
            (86_399_999, "23:59:59.999"),
            (86_400_000 + 3_600_000 + 62_007, "01:01:02.007"),
        ] {
            assert_eq!(time_of_day(Duration::from_millis(millis)), text);
        }
    }
}
