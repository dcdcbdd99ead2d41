//! Interactive use at a terminal.

mod completion;
mod editor;
mod line_history;
mod reporter;

pub use editor::run;
pub use reporter::TerminalReporter;
