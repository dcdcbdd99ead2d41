//! `brudno-train data stats`.

use std::{path::PathBuf, process::ExitCode};

use indicatif::HumanCount;

use crate::{
    cli::{
        data::{print, say, warn},
        progress::reading_bar,
    },
    data::{
        DataError, Filter, PLY_BUCKET, Rejection, Stats, Unit, score_bucket_label, visit_games,
        visit_positions,
    },
};

/// Prints statistics of the files.
pub fn run(files: &[PathBuf], filter: Filter, duplicates: bool) -> Result<ExitCode, DataError> {
    let unit = Unit::of(files)?;
    let bar = reading_bar(files, 1);
    let mut stats = Stats::new(filter, duplicates);
    let progress = |bytes| bar.set_position(bytes);
    let truncated = match unit {
        Unit::Game => visit_games(files, &progress, |place, record| {
            stats.add(record).map_err(|error| place.damaged(error))
        }),
        Unit::Position => visit_positions(files, &progress, |reader, position| {
            stats.add_position(&position).map_err(|error| reader.place().damaged(error))
        }),
    }?;
    bar.finish_and_clear();
    warn(&truncated);

    let positions = stats.positions();
    match unit {
        Unit::Game => say(format_args!(
            "{} games, {} positions, {:.1} per game",
            HumanCount(stats.games()),
            HumanCount(positions),
            positions as f64 / stats.games().max(1) as f64
        )),
        Unit::Position => say(format_args!(
            "{} positions, {} of them derived, {} without a score",
            HumanCount(positions),
            HumanCount(stats.derived),
            HumanCount(stats.unlabelled)
        )),
    }?;
    if let Some(duplicates) = stats.duplicates() {
        let share = share(duplicates, positions);
        say(format_args!("{} positions are duplicates ({share})", HumanCount(duplicates)))?;
    }
    let results = ["white wins", "draws", "black wins"].into_iter().zip(stats.results);
    match unit {
        Unit::Game => {
            counts("result", "games", results)?;
            let rejected = Rejection::ALL.map(Rejection::name).into_iter().zip(stats.rejected());
            counts("filter", "positions", rejected.chain([("kept", stats.kept())]))?;
        }
        Unit::Position => {
            let unknown = positions - stats.results.iter().sum::<u64>();
            counts("result", "positions", results.chain([("unknown", unknown)]))?;
        }
    }
    scores(&stats)?;
    counts("men", "positions", stats.men.into_iter().enumerate())?;
    counts("phase (24 at the start)", "positions", stats.phases.into_iter().enumerate())?;
    let plies = stats.plies.into_iter().enumerate();
    let plies = plies.map(|(bucket, count)| (format!("{} on", bucket * PLY_BUCKET), count));
    counts("ply", "positions", plies)
}

fn scores(stats: &Stats) -> Result<ExitCode, DataError> {
    let rows: Vec<_> = stats
        .scores
        .iter()
        .enumerate()
        .filter(|(_, bucket)| bucket.positions > 0)
        .map(|(index, bucket)| {
            vec![
                score_bucket_label(index),
                HumanCount(bucket.positions).to_string(),
                share(bucket.positions, stats.positions()),
                match bucket.results {
                    0 => "-".to_owned(),
                    results => share(bucket.half_points, 2 * results),
                },
            ]
        })
        .collect();
    say("")?;
    print(&["white's score", "positions", "share", "white's points"], &rows)
}

/// Prints a table of counts, from the first kind that occurs to the last.
fn counts<T: ToString>(
    kind: &str,
    unit: &str,
    counts: impl IntoIterator<Item = (T, u64)>,
) -> Result<ExitCode, DataError> {
    let counts: Vec<_> =
        counts.into_iter().map(|(name, count)| (name.to_string(), count)).collect();
    let total = counts.iter().map(|(_, count)| count).sum();
    let rows: Vec<_> = counts
        .into_iter()
        .filter(|(_, count)| *count > 0)
        .map(|(name, count)| vec![name, HumanCount(count).to_string(), share(count, total)])
        .collect();
    say("")?;
    print(&[kind, unit, "share"], &rows)
}

fn share(part: u64, whole: u64) -> String {
    format!("{:.2} %", 100.0 * part as f64 / whole.max(1) as f64)
}
