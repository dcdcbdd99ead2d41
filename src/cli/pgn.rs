//! Games in PGN. Standard: S. J. Edwards' PGN specification of 1994.

mod reader;
mod writer;

pub use reader::{BrokenGame, PgnGame, games, is_pgn};
pub use writer::{movetext, tag_line};
