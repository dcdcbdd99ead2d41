//! Brudno, a UCI chess engine on shakmaty.
//!
//! Dependencies between the modules run one way. docs/contributing.md has their order, and
//! tests/library/rooms.rs checks it.

pub mod chess;
pub mod companion;
pub mod eval;
pub mod notation;
pub mod params;
pub mod platform;
pub mod search;
pub mod tablebase;
#[cfg(feature = "terminal")]
pub mod terminal;
pub mod tools;
pub mod uci;
