//! Reads and writes games in PGN.
//!
//! Standard: S. J. Edwards, "Portable Game Notation Specification and Implementation Guide" (1994).
//! The reader keeps the whole game tree, and accepts deviations from the standard that are
//! unambiguous.

mod builder;
mod deviations;
mod error;
mod language;
mod locations;
mod moves;
mod nag;
mod reader;
mod split;
mod stream;
mod tokens;
mod tree;
mod writer;

pub use error::{BrokenGame, GameError, Note};
pub use reader::{game_from, games, is_pgn};
pub use stream::{PgnStream, StreamedGame};
pub use tree::{Line, PgnGame, PlayedMove, Remark, Tag, result};
pub use writer::{Writer, write};

#[cfg(test)]
mod random_tests;
#[cfg(test)]
mod tests;
