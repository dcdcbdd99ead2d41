//! Brudno, a UCI chess engine on shakmaty.
//!
//! Dependencies run one way: command line → terminal → protocol → tools → search →
//! tablebases → evaluation → notation → chess → platform.

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
