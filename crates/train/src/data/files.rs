//! Reads several files as one sequence of games or positions.

use std::{fs::File, io::BufReader, path::PathBuf};

use brudno::chess::score::{MAX_EVALUATION, Score};

use super::{
    error::{DataError, Location, Unit},
    output::Output,
    packed::{PackedPosition, UNLABELLED},
    position_file::{PositionReader, PositionWriter},
    reader::Reader,
    record::Record,
};

/// Callback that receives the number of bytes read of all files.
pub type OnProgress<'a> = &'a dyn Fn(u64);

/// Calls `visit` for every game of the files. Returns a [`DataError::Truncated`] for each file that ends
/// within a game.
///
/// # Errors
///
/// Damaged files, I/O errors, and errors of `visit`.
pub fn visit_games(
    paths: &[PathBuf],
    progress: OnProgress<'_>,
    mut visit: impl FnMut(&Location, &Record) -> Result<(), DataError>,
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

/// Positions per progress report.
const PROGRESS_INTERVAL: u64 = 1024;

/// Calls `visit` for every position of the files, with its reader. Returns truncated files, as
/// [`visit_games`] does.
///
/// # Errors
///
/// Files of another kind, I/O errors, and errors of `visit`.
pub fn visit_positions(
    paths: &[PathBuf],
    progress: OnProgress<'_>,
    mut visit: impl FnMut(&PositionReader<BufReader<File>>, PackedPosition) -> Result<(), DataError>,
) -> Result<Vec<DataError>, DataError> {
    let mut truncated = Vec::new();
    let mut done = 0;
    let mut positions = 0;
    for path in paths {
        let mut reader = PositionReader::open(path)?;
        while let Some(position) = reader.next() {
            match position {
                Ok(position) => visit(&reader, position)?,
                Err(error @ DataError::Truncated(_)) => truncated.push(error),
                Err(error) => return Err(error),
            }
            positions += 1;
            if positions % PROGRESS_INTERVAL == 0 {
                progress(done + reader.offset());
            }
        }
        done += reader.offset();
    }
    progress(done);
    Ok(truncated)
}

/// Calls `visit` for every family of the files. A family is a position with the positions derived
/// from it. Returns truncated files.
///
/// # Errors
///
/// Errors of [`visit_positions`], invalid positions, and derived positions without a parent.
pub fn visit_families(
    paths: &[PathBuf],
    progress: OnProgress<'_>,
    mut visit: impl FnMut(&[PackedPosition]) -> Result<(), DataError>,
) -> Result<Vec<DataError>, DataError> {
    let mut family: Vec<PackedPosition> = Vec::new();
    let truncated = visit_positions(paths, progress, |reader, position| {
        if reader.is_orphan(&position) {
            return Err(reader.place().damaged("a derived position without a parent"));
        }
        position.check().map_err(|reason| reader.place().damaged(reason))?;
        if !position.is_derived() && !family.is_empty() {
            visit(&family)?;
            family.clear();
        }
        family.push(position);
        Ok(())
    })?;
    if !family.is_empty() {
        visit(&family)?;
    }
    Ok(truncated)
}

/// Numbers of written games and positions.
#[derive(Debug, Default)]
pub struct Copied {
    /// Games; 0 for files of positions.
    pub games: u64,
    /// Positions with a score, and all positions of files of positions.
    pub positions: u64,
    /// Files that end within a game or position. The incomplete one is dropped.
    pub truncated: Vec<DataError>,
}

impl Copied {
    pub(super) fn add(&mut self, record: &Record) {
        self.games += 1;
        self.positions += record.len() as u64;
    }
}

/// Concatenates the games or positions of all files. Scales the scores to `percent`, because
/// engines have different units. Mate scores do not change.
///
/// # Errors
///
/// Errors of [`visit_games`] or [`visit_families`], files of both kinds, and I/O errors.
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
    if Unit::of(inputs)? == Unit::Position {
        let mut writer = PositionWriter::new(output)?;
        copied.truncated = visit_families(inputs, progress, |family| {
            copied.positions += family.len() as u64;
            family.iter().try_for_each(|&(mut position)| {
                if position.score() != UNLABELLED {
                    position.set_score(convert(position.score().into()) as i16);
                }
                writer.write(&position)
            })
        })?;
        writer.finish()?;
        return Ok(copied);
    }
    copied.truncated = visit_games(inputs, progress, |_, record| {
        copied.add(record);
        let scores: Vec<Score> = record.scores().map(convert).collect();
        output.write(&record.rescored(&scores))
    })?;
    output.finish()?;
    Ok(copied)
}
