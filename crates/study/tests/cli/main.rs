//! The commands for people.

mod analyse;
mod analyse_games;
mod analyse_input;
mod compare;
mod files;
mod packaging;
mod perft;
mod play;
mod play_teaching;
#[cfg(unix)]
mod play_terminal;
mod praise;
mod puzzles;
#[cfg(unix)]
mod reading;
mod report;
mod savings;
mod sentences;
mod solve;
mod solve_puzzles;
#[cfg(unix)]
mod streams;
#[path = "../../../../tests/support/mod.rs"]
mod support;
mod tree;
mod usage;
