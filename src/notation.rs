//! Text that people and programs write down: encodings, games in PGN.

pub mod pgn;
mod text;
mod variant;

pub use text::decode;
pub use variant::{UnknownVariant, is_chess960};
