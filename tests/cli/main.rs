//! The engine's command line.

mod bench;
#[cfg(unix)]
mod companion;
mod genfens;
mod spsa;
#[cfg(unix)]
mod streams;
#[path = "../support/mod.rs"]
mod support;
mod uci_lines;
mod usage;
