//! The engine's command line.

mod analyse;
mod analyse_games;
mod bench;
mod compare;
mod files;
mod genfens;
mod packaging;
mod perft;
mod play;
mod play_puzzles;
mod puzzles;
mod report;
mod savings;
mod solve;
mod spsa;
#[cfg(unix)]
mod streams;
#[path = "../support/mod.rs"]
mod support;
mod tree;
mod uci_lines;
mod usage;
