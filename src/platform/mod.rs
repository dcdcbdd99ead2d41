//! The operating system: memory, files, standard output and error, stop signals.

pub mod files;
pub mod memory;
pub mod prefetch;
pub mod stdio;
mod stop;

pub use stop::StopSignal;
