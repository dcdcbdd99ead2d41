//! Brudno, a UCI chess engine on shakmaty.
//!
//! Dependencies run one way: command line → protocol → search threads → search → evaluation,
//! ordering, table → position.

pub mod position;
pub mod score;
pub mod search;
pub mod textbook;
