//! Reads and writes chess files and what people paste: games in PGN, lists of positions, compressed
//! text in many encodings.
//!
//! Single positions and moves, EPD and Polyglot books are the engine's: [`brudno::notation`].

mod compressed;
mod encoding;
pub mod input;
pub mod pgn;
mod variant;

pub use encoding::{ReadTextError, read_text, text};
pub use variant::{UnknownVariant, is_chess960};
