//! Interactive use at a terminal.

mod completion;
pub mod display;
mod editor;
mod help;
pub mod illegal;
mod line_history;
pub mod pasted_game;
mod presentation;
mod reporter;
mod typed_lines;
pub mod typed_moves;

pub use editor::run;
