//! Tools on top of the search: the benchmark and random openings.

pub mod bench;
pub mod genfens;
pub mod openings;
