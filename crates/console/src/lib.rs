//! Code that Brudno's terminal programs share: arguments, exit statuses, Ctrl-C, progress bars and
//! tables.

pub mod format;
pub mod interrupt;
pub mod process;
pub mod progress;
