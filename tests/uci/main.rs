//! Conversations with the running engine over stdin and stdout.
//!
//! Time-outs only detect hangs; no test depends on the speed of an answer.

mod analysis;
mod book;
mod end_of_input;
#[cfg(unix)]
mod files;
mod limits;
mod log;
#[cfg(target_os = "linux")]
mod memory;
mod network;
mod nodestime;
mod protocol;
mod robustness;
mod rules;
mod strength;
#[path = "../support/mod.rs"]
mod support;
mod tablebase;
#[cfg(unix)]
mod terminal;
mod threads;
#[cfg(feature = "tune")]
mod tune;
#[cfg(unix)]
mod typed_lines;
