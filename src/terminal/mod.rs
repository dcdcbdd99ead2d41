//! Interactive use at a terminal.

mod completion;
mod editor;
mod line_history;
mod pasted_game;
mod reporter;
mod typed_lines;

pub use editor::run;
pub use reporter::TerminalReporter;
