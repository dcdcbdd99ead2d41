//! The operating system: memory, files, standard output and error, locale, signals.

pub mod files;
pub mod locale;
pub mod memory;
pub(crate) mod prefetch;
pub mod signals;
mod stack;
pub mod stdio;
mod stop;

pub use stack::{SmallStack, check_stack};
pub use stop::StopSignal;
