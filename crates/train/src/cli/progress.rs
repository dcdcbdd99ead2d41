//! Progress bar for reading files.

use std::path::PathBuf;

use brudno_console::progress::bar;
use indicatif::ProgressBar;

/// Returns a progress bar, in bytes, for reading all files `times` times.
pub fn reading_bar(files: &[PathBuf], times: u64) -> ProgressBar {
    let size = |path: &PathBuf| path.metadata().map_or(0, |metadata| metadata.len());
    let bytes = times * files.iter().map(size).sum::<u64>();
    bar(bytes, "{bar:30} {bytes}/{total_bytes} {bytes_per_sec} {eta} left")
}
