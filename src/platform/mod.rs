//! The operating system: memory, files, standard output and error.

pub mod files;
pub mod memory;
pub mod prefetch;
pub mod stdio;
