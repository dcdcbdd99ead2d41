//! Support for the integration tests: the command line, UCI conversations, temporary files and
//! test positions.

#![allow(dead_code, reason = "each test binary uses a part")]

pub mod command;
pub mod conversation;
pub mod files;
pub mod report;
#[cfg(unix)]
pub mod streams;
pub mod tables;
#[cfg(unix)]
pub mod terminal;
#[path = "../../src/chess/test_positions.rs"]
pub mod test_positions;
