//! Runs the teacher, a program that reads FEN lines and writes a score for each.

use std::{
    fmt,
    io::{self, BufRead, BufReader},
    process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

use brudno::chess::score::{MATE, Score};
use thiserror::Error;

/// Time for a teacher to exit after closing its output.
const PATIENCE: Duration = Duration::from_secs(2);
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// A question to a teacher.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// Number of the question, from 1.
    pub number: u64,
    /// Line that was sent.
    pub fen: String,
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} ({})", self.number, self.fen)
    }
}

/// Errors of a teacher.
#[derive(Debug, Error)]
pub enum TeacherError {
    /// The command is empty, or its quotes do not match.
    #[error("the teacher cannot be started: \"{0}\" is not a command; check its quotes")]
    Command(String),
    /// The program of this name cannot be started.
    #[error("the teacher cannot be started: {0}: {1}")]
    Start(String, io::Error),
    /// The output of the teacher cannot be read.
    #[error("the teacher cannot be read: {0}")]
    Read(io::Error),
    /// The teacher ended before it answered this question.
    #[error("the teacher ended ({0}) without an answer to {1}")]
    Ended(ExitStatus, Question),
    /// The teacher exited, or closed its output, before it answered a question.
    #[error("the teacher closed its output without an answer to {0}")]
    Silent(Question),
    /// An answer is not a score.
    #[error("the teacher answered \"{1}\" to {0}; expected an integer within ±{MATE}, or none")]
    Nonsense(Question, String),
    /// The teacher wrote more lines than there were questions. Contains the first extra line.
    #[error("the teacher wrote more lines than it received; the first extra line is \"{0}\"")]
    Extra(String),
    /// The teacher answered everything and then failed.
    #[error("the teacher answered everything, but failed ({0})")]
    Failed(ExitStatus),
}

/// A running teacher. It is killed when dropped.
pub struct Teacher(Child);

impl Teacher {
    /// Starts a program with arguments. Returns the process, its input and its output.
    ///
    /// # Errors
    ///
    /// [`TeacherError::Command`] and [`TeacherError::Start`].
    pub fn start(command: &str) -> Result<(Teacher, ChildStdin, Answers), TeacherError> {
        let words = shlex::split(command).filter(|words| !words.is_empty());
        let words = words.ok_or_else(|| TeacherError::Command(command.to_owned()))?;
        let mut child = Command::new(&words[0])
            .args(&words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| TeacherError::Start(words[0].clone(), error))?;
        let stdin = child.stdin.take().expect("stdin is piped");
        let stdout = child.stdout.take().expect("stdout is piped");
        let output = BufReader::with_capacity(1 << 16, stdout);
        Ok((Teacher(child), stdin, Answers { output, line: Vec::new() }))
    }

    /// Returns the exit status of a teacher that has closed its output. `None` if it does not exit.
    pub fn status(&mut self) -> Option<ExitStatus> {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            match self.0.try_wait() {
                Ok(None) => thread::sleep(POLL_INTERVAL),
                Ok(status) => return status,
                Err(_) => return None,
            }
        }
        None
    }
}

impl Drop for Teacher {
    fn drop(&mut self) {
        // The teacher may have exited already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The output of a teacher.
pub struct Answers {
    output: BufReader<ChildStdout>,
    line: Vec<u8>,
}

impl Answers {
    /// Returns the next line without its line break. `None` at the end.
    ///
    /// # Errors
    ///
    /// [`TeacherError::Read`].
    pub fn next_line(&mut self) -> Result<Option<&[u8]>, TeacherError> {
        self.line.clear();
        let read = self.output.read_until(b'\n', &mut self.line).map_err(TeacherError::Read)?;
        Ok((read > 0).then(|| self.line.trim_ascii()))
    }

    /// Returns White's score from the next line. `None` for `none`.
    ///
    /// # Errors
    ///
    /// [`TeacherError::Silent`] at the end, [`TeacherError::Nonsense`] and [`TeacherError::Read`].
    pub fn next_score(
        &mut self,
        question: impl FnOnce() -> Question,
    ) -> Result<Option<Score>, TeacherError> {
        let Some(line) = self.next_line()? else {
            return Err(TeacherError::Silent(question()));
        };
        if line == b"none" {
            return Ok(None);
        }
        let text = str::from_utf8(line).ok();
        let score = text.and_then(|text| text.parse().ok());
        match score.filter(|score: &Score| score.abs() <= MATE) {
            Some(score) => Ok(Some(score)),
            None => {
                let answer = String::from_utf8_lossy(line).into_owned();
                Err(TeacherError::Nonsense(question(), answer))
            }
        }
    }
}
