//! The library: move generation, search and textbook searches.

mod mates;
mod perft;
mod search;
#[path = "../support/mod.rs"]
mod support;
mod textbook;
