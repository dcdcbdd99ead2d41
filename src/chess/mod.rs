//! Chess: positions, moves, games and rules, based on shakmaty's types.

mod attacks;
mod ending;
mod game;
mod keys;
mod legality;
mod movegen;
mod moves;
mod opening_names;
mod parse;
pub mod perft;
mod position;
pub(crate) mod reversal;
pub mod score;
pub mod see;
#[cfg(test)]
pub(crate) mod test_positions;

pub use attacks::Checks;
pub(crate) use attacks::attacked_by;
pub use ending::Ending;
pub use game::Game;
pub use keys::Keys;
pub use movegen::{MoveKind, MoveSink};
pub(crate) use moves::{PIECE_TARGET_NUMBERS, PIECE_TARGETS, PIECES};
pub use moves::{PackedMove, SearchMove, from_square, is_recapture, is_tactical};
pub use opening_names::Opening;
pub(crate) use opening_names::named_lines;
pub use parse::PositionError;
#[cfg(feature = "terminal")]
pub(crate) use parse::tidy_san;
pub(crate) use position::FIFTY_MOVES;
pub use position::Position;

/// Computes lookup tables ahead of the first search.
pub(crate) fn prepare() {
    reversal::prepare();
}
