//! The file of option `Debug Log File`: every line of input and output, with its time.

use std::{
    fs::OpenOptions,
    io::{self, BufRead as _, BufReader, Read as _, Write},
    path::Path,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use thiserror::Error;

use crate::platform::files::open_regular;

/// The first line of a log. Other files are left as they are.
const FIRST_LINE: &str = "Debug log of Brudno: time (UTC), direction, line";

/// Why a file does not serve as a log.
#[derive(Debug, Error)]
pub enum LogError {
    /// The system's error, or that the file is no regular one: a pipe may wait for its reader.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file has other contents.
    #[error("it is not a debug log; name a new file")]
    Foreign,
}

/// An open log.
pub struct DebugLog {
    pub(super) writer: Box<dyn Write + Send>,
}

impl DebugLog {
    /// Opens a new or empty file, or the log of an earlier session, to which it appends.
    ///
    /// # Errors
    ///
    /// [`LogError`].
    pub fn open(path: &Path) -> Result<DebugLog, LogError> {
        let file = open_regular(path, OpenOptions::new().create(true).read(true).append(true))?;
        let mut first = Vec::new();
        let most = FIRST_LINE.len() as u64 + 1;
        BufReader::new(&file).take(most).read_until(b'\n', &mut first)?;
        let mut log = DebugLog { writer: Box::new(file) };
        if first.is_empty() {
            log.writer.write_all(format!("{FIRST_LINE}\n").as_bytes())?;
        } else if first.trim_ascii_end() != FIRST_LINE.as_bytes() {
            return Err(LogError::Foreign);
        }
        Ok(log)
    }

    /// Adds lines that went in a direction, `>>` for input or `<<` for output.
    ///
    /// # Errors
    ///
    /// The system's.
    pub fn write(&mut self, direction: &str, text: &str) -> io::Result<()> {
        let time = time_of_day(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default());
        let lines: String =
            text.lines().map(|line| format!("{time} {direction} {line}\n")).collect();
        self.writer.write_all(lines.as_bytes())
    }
}

/// Formats the time of day, UTC, to milliseconds.
fn time_of_day(since_epoch: Duration) -> String {
    let (seconds, millis) = (since_epoch.as_secs(), since_epoch.subsec_millis());
    format!("{:02}:{:02}:{:02}.{millis:03}", seconds / 3600 % 24, seconds / 60 % 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use std::fs;

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

    #[test]
    fn a_log_goes_to_a_new_file_or_an_earlier_log_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("brudno.log");
        for line in ["uci", "isready"] {
            DebugLog::open(&path).unwrap().write(">>", line).unwrap();
        }
        let text = fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!((lines[0], lines.len()), (FIRST_LINE, 3));
        assert!(lines[1].ends_with(" >> uci") && lines[2].ends_with(" >> isready"), "{text}");
        for foreign in ["1. e4 e5 *\n", "\n", "\0", FIRST_LINE.trim_end_matches('e')] {
            fs::write(&path, foreign).unwrap();
            assert!(matches!(DebugLog::open(&path), Err(LogError::Foreign)), "{foreign:?}");
            assert_eq!(fs::read_to_string(&path).unwrap(), foreign);
        }
        fs::write(&path, "").unwrap();
        assert!(DebugLog::open(&path).is_ok());
    }
}
