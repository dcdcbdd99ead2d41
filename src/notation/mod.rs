//! Text and file formats: positions, moves, games, opening books, encodings.

pub mod epd;
pub mod input;
pub mod pgn;
pub mod polyglot;
mod san;
mod text;
mod variant;

pub use san::{san, san_line};
pub use text::{ReadTextError, read_text, text};
pub use variant::{UnknownVariant, is_chess960};
