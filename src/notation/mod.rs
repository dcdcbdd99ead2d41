//! Text of positions and moves, EPD, opening books.

pub mod epd;
pub mod fen;
pub mod line;
pub mod movetext;
pub mod polyglot;
mod san;

pub use san::{san, san_line};
