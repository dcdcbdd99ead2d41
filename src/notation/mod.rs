//! Text and file formats: positions, moves, games, opening books, encodings.

mod encoding;
pub mod epd;
pub mod input;
pub mod line;
pub mod movetext;
pub mod pgn;
pub mod polyglot;
mod san;
mod variant;

pub use encoding::{ReadTextError, read_text, text};
pub use san::{san, san_line};
pub use variant::{UnknownVariant, is_chess960};
