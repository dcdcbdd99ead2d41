//! Progress bars on standard error, which are drawn only on terminals.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// Interval between updates.
const TICK: Duration = Duration::from_millis(200);

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
    let bar = bar.with_style(style);
    bar.enable_steady_tick(TICK);
    bar
}
