//! The network: efficiently updatable, as Yu Nasu's NNUE.

mod accumulator;
mod endings;
mod evaluator;
pub mod features;
pub mod file;
pub mod network;
pub mod simd;
#[cfg(test)]
mod tests;

pub use evaluator::Evaluator;
pub use file::{NamedNetwork, NetworkError, check_embedded, embedded};
pub use network::Network;
