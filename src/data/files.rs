//! Many files as one sequence of games.

use std::path::PathBuf;

use super::{
    error::{DataError, Place},
    output::Output,
    reader::Reader,
    record::Record,
};
use crate::score::{MAX_EVALUATION, Score};

/// Told how many bytes of all files are done.
pub type OnProgress<'a> = &'a dyn Fn(u64);

/// Hands `visit` every game of the files, in turn. Returns the ends of files that are cut off
/// within a game, each a [`DataError::Truncated`]; the games before it count.
///
/// # Errors
///
/// Damaged files, what the system says, and what `visit` finds wrong.
pub fn visit_games(
    paths: &[PathBuf],
    progress: OnProgress<'_>,
    mut visit: impl FnMut(&Place, &Record) -> Result<(), DataError>,
) -> Result<Vec<DataError>, DataError> {
    let mut truncated = Vec::new();
    let mut done = 0;
    for path in paths {
        let mut reader = Reader::open(path)?;
        loop {
            match reader.next_game() {
                Ok(Some((place, record))) => visit(&place, record)?,
                Ok(None) => break,
                Err(error @ DataError::Truncated(_)) => {
                    truncated.push(error);
                    break;
                }
                Err(error) => return Err(error),
            }
            progress(done + reader.offset());
        }
        done += reader.offset();
    }
    Ok(truncated)
}

/// What was written.
#[derive(Debug, Default)]
pub struct Copied {
    /// Games.
    pub games: u64,
    /// Positions with a score.
    pub positions: u64,
    /// The ends of files that are cut off within a game, which was left out.
    pub truncated: Vec<DataError>,
}

impl Copied {
    pub(super) fn add(&mut self, record: &Record) {
        self.games += 1;
        self.positions += record.len() as u64;
    }
}

/// Writes the games of all files, in turn, with their scores multiplied by `percent` hundredths:
/// engines differ in their units. Scores too large for an evaluation, mates that is, stay.
///
/// # Errors
///
/// Those of [`visit_games`] and of writing.
pub fn merge(
    inputs: &[PathBuf],
    mut output: Output,
    percent: u32,
    progress: OnProgress<'_>,
) -> Result<Copied, DataError> {
    let convert = |score: Score| {
        if score.abs() > MAX_EVALUATION {
            return score;
        }
        let converted = i64::from(score) * i64::from(percent) / 100;
        converted.clamp((-MAX_EVALUATION).into(), MAX_EVALUATION.into()) as Score
    };
    let mut copied = Copied::default();
    copied.truncated = visit_games(inputs, progress, |_, record| {
        copied.add(record);
        let scores: Vec<Score> = record.scores().map(convert).collect();
        output.write(&record.rescored(&scores))
    })?;
    output.finish()?;
    Ok(copied)
}
