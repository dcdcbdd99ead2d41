//! The commands for people.

mod analyse;
mod analyse_games;
mod compare;
mod files;
mod packaging;
mod perft;
mod play;
mod play_puzzles;
mod puzzles;
#[cfg(unix)]
mod reading;
mod report;
mod savings;
mod solve;
#[cfg(unix)]
mod streams;
#[path = "../../../../tests/support/mod.rs"]
mod support;
mod tree;
mod usage;
