//! The network: efficiently updatable, as Yu Nasu's NNUE.

pub mod accumulator;
pub mod change;
mod error;
pub mod features;
pub mod file;
mod head;
pub mod network;
pub mod simd;
#[cfg(test)]
mod tests;
pub mod threats;

pub use error::NetworkError;
pub use file::{NamedNetwork, check_embedded, embedded};
pub use network::Network;
