//! The library: move generation, search and textbook searches.

mod endings;
mod mates;
mod perft;
mod rooms;
mod search;
mod stopping;
#[path = "../support/mod.rs"]
mod support;
mod textbook;
