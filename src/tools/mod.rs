//! Tools on top of the search: benchmarks and random openings.

mod arguments;
pub mod bench;
pub(crate) mod genfens;
pub mod openings;
pub mod perft;
pub mod speedtest;

pub(crate) use arguments::ArgumentError;
