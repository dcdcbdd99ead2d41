//! Chess: positions, moves, games and rules, based on shakmaty's types.

mod attacks;
mod ending;
mod game;
mod keys;
mod movegen;
mod moves;
mod opening_names;
pub mod perft;
mod position;
pub mod reversal;
pub mod score;
pub mod see;
#[cfg(test)]
pub(crate) mod test_positions;

pub use attacks::{Checks, attacked_by};
pub use ending::Ending;
pub use game::{Game, PositionError};
pub use keys::Keys;
pub use movegen::{MoveKind, MoveSink};
pub use moves::{
    PIECE_TARGET_NUMBERS, PIECE_TARGETS, PIECES, PackedMove, SearchMove, from_square, is_recapture,
    is_tactical,
};
pub use opening_names::{Opening, named_lines};
pub use position::{FIFTY_MOVES, Position};

/// Computes lookup tables ahead of the first search.
pub fn prepare() {
    reversal::prepare();
}
