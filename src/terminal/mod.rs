//! Interactive use at a terminal.

mod completion;
pub mod display;
mod editor;
mod help;
mod line_history;
mod pasted_game;
mod presentation;
mod reporter;
mod typed_lines;

pub use editor::run;
