//! Brudno, a UCI chess engine on shakmaty.
//!
//! Dependencies run one way: command line → protocol → search threads → search → evaluation,
//! ordering, table → position.

pub mod bench;
pub mod cli;
pub mod epd;
pub mod nnue;
pub mod params;
pub mod perft;
pub mod position;
pub mod score;
pub mod search;
pub mod see;
pub mod textbook;
pub mod time;
pub mod transposition;
pub mod uci;
