//! What Brudno's programs for a terminal share: arguments and exit statuses, Ctrl-C, progress bars,
//! tables.

pub mod format;
pub mod interrupt;
pub mod process;
pub mod progress;
