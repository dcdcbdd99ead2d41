//! Progress bars on standard error. Nothing is drawn where that is no terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// Time between two drawings while nothing changes.
const TICK: Duration = Duration::from_millis(200);

/// A bar of so many steps, by a [template](ProgressStyle#template) of indicatif's.
pub fn bar(length: u64, template: &str) -> ProgressBar {
    start(ProgressBar::new(length), template)
}

/// A sign of life for what has no known length.
pub fn spinner(template: &str) -> ProgressBar {
    start(ProgressBar::new_spinner(), template)
}

/// A bar for reading all files, `times` times; its steps are bytes.
#[cfg(feature = "train")]
pub fn reading_bar(files: &[std::path::PathBuf], times: u64) -> ProgressBar {
    let size = |path: &std::path::PathBuf| path.metadata().map_or(0, |metadata| metadata.len());
    let bytes = times * files.iter().map(size).sum::<u64>();
    bar(bytes, "{bar:30} {bytes}/{total_bytes} {bytes_per_sec} {eta} left")
}

fn start(bar: ProgressBar, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).expect("the template is valid");
    let bar = bar.with_style(style);
    bar.enable_steady_tick(TICK);
    bar
}
