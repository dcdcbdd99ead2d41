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

fn start(bar: ProgressBar, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).expect("the template is valid");
    let bar = bar.with_style(style);
    bar.enable_steady_tick(TICK);
    bar
}
