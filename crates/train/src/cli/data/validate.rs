//! `brudno-train data validate`.

use std::{path::PathBuf, process::ExitCode};

use brudno::platform::stdio::printable;
use indicatif::HumanCount;

use crate::{
    cli::{
        data::{amount, say, warn},
        progress::reading_bar,
    },
    data::{
        DataError, Location, Problem, Unit, position_problem, problems, visit_games,
        visit_positions,
    },
};

/// Maximum number of problems to print. Further problems are counted.
const MAX_PRINTED: u64 = 20;

/// Prints the problems of games or positions. The exit status is 1 if there are problems.
pub fn run(files: &[PathBuf]) -> Result<ExitCode, DataError> {
    let unit = Unit::of(files)?;
    let bar = reading_bar(files, 1);
    let progress = |bytes| bar.set_position(bytes);
    let (mut games, mut positions, mut damaged, mut found) = (0, 0, 0, 0);
    let mut print = |place: &dyn Fn() -> Location, problems: &[Problem]| -> Result<(), DataError> {
        damaged += u64::from(!problems.is_empty());
        for problem in problems {
            found += 1;
            if found <= MAX_PRINTED {
                bar.suspend(|| say(printable(&format!("{}: {problem}", place()))))?;
            }
        }
        Ok(())
    };
    let truncated = match unit {
        Unit::Game => visit_games(files, &progress, |place, record| {
            games += 1;
            positions += record.len() as u64;
            print(&|| place.clone(), &problems(record))
        }),
        Unit::Position => visit_positions(files, &progress, |reader, position| {
            positions += 1;
            let problem = position_problem(&position, reader.is_orphan(&position));
            print(&|| reader.place(), problem.as_slice())
        }),
    }?;
    bar.finish_and_clear();
    warn(&truncated);
    if found > MAX_PRINTED {
        say(format_args!("… and {} more", HumanCount(found - MAX_PRINTED)))?;
    }
    let damaged_units = HumanCount(damaged);
    say(format_args!("{}: {damaged_units} {unit}s have problems", amount(games, positions)))?;
    Ok(if damaged == 0 && truncated.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
