//! Reads and writes chess files and pasted text: PGN games and lists of positions, which may be
//! compressed and in several encodings.
//!
//! Single positions and moves, EPD and Polyglot books are in [`brudno::notation`].

mod compressed;
mod encoding;
pub mod input;
pub mod pgn;
mod text;
mod variant;

pub use text::{MAX_TEXT, ReadTextError, TextFile, TextStream, read_text};
pub use variant::{UnknownVariant, is_chess960};
