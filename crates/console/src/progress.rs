//! Progress bars on standard error, which are drawn only on terminals.

use std::time::Duration;

use brudno::platform::locale;
use indicatif::{ProgressBar, ProgressStyle};

/// Interval between updates.
const TICK: Duration = Duration::from_millis(200);
/// Signs of a spinner and of a bar for terminals without Unicode. The last tick is of an ended
/// spinner.
const ASCII_TICKS: &str = "|/-\\ ";
const ASCII_BAR: &str = "#-.";

/// Creates a bar with `length` steps and a [template](ProgressStyle#template) of indicatif.
pub fn bar(length: u64, template: &str) -> ProgressBar {
    start(ProgressBar::new(length), template)
}

/// Creates a spinner for work of unknown length.
pub fn spinner(template: &str) -> ProgressBar {
    start(ProgressBar::new_spinner(), template)
}

fn start(bar: ProgressBar, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).expect("the template is valid");
    let style = if locale::has_unicode() {
        style
    } else {
        style.tick_chars(ASCII_TICKS).progress_chars(ASCII_BAR)
    };
    let bar = bar.with_style(style);
    bar.enable_steady_tick(TICK);
    bar
}
