//! Brudno, a UCI chess engine on shakmaty.
//!
//! Dependencies run one way: command line → protocol → display → search threads → search →
//! evaluation, ordering, tables → position.

pub mod bench;
pub mod book;
pub mod cli;
#[cfg(feature = "train")]
pub mod data;
#[cfg(feature = "train")]
pub mod datagen;
pub mod display;
pub mod epd;
pub mod files;
pub mod genfens;
pub mod input;
pub mod memory;
pub mod nnue;
pub mod notation;
pub mod openings;
pub mod params;
pub mod perft;
pub mod position;
pub mod prefetch;
pub mod score;
pub mod search;
pub mod see;
pub mod stdio;
pub mod tablebase;
pub mod textbook;
pub mod time;
#[cfg(feature = "train")]
pub mod training;
pub mod transposition;
pub mod uci;
pub mod wdl;
