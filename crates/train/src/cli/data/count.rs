//! `brudno-train data count`.

use std::{path::PathBuf, process::ExitCode};

use brudno::platform::stdio::printable;
use indicatif::HumanCount;

use crate::{
    cli::{
        data::{print, warn},
        progress::reading_bar,
    },
    data::{DataError, is_positions_file, visit_games, visit_positions},
};

/// Prints the numbers of games and positions of each file.
pub fn run(files: &[PathBuf]) -> Result<ExitCode, DataError> {
    let bar = reading_bar(files, 1);
    let mut done = 0;
    let mut total = [0; 2];
    let mut rows = Vec::new();
    for path in files {
        let mut counts = [0; 2];
        let file = std::slice::from_ref(path);
        let progress = |bytes| bar.set_position(done + bytes);
        let truncated = if is_positions_file(path)? {
            visit_positions(file, &progress, |_, _| {
                counts[1] += 1;
                Ok(())
            })
        } else {
            visit_games(file, &progress, |_, record| {
                counts[0] += 1;
                counts[1] += record.len() as u64;
                Ok(())
            })
        }?;
        bar.suspend(|| warn(&truncated));
        done = bar.position();
        total = [total[0] + counts[0], total[1] + counts[1]];
        rows.push(row(printable(&path.display().to_string()), counts));
    }
    bar.finish_and_clear();
    if files.len() > 1 {
        rows.push(row("all".to_owned(), total));
    }
    print(&["file", "games", "positions"], &rows)
}

fn row(name: String, counts: [u64; 2]) -> Vec<String> {
    let [games, positions] = counts.map(HumanCount);
    vec![name, games.to_string(), positions.to_string()]
}
