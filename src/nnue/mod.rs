//! The network: efficiently updatable, as Yu Nasu's NNUE.

mod accumulator;
#[cfg(feature = "train")]
mod average;
pub mod change;
mod endings;
mod error;
mod evaluator;
pub mod features;
pub mod file;
mod head;
pub mod network;
pub mod simd;
#[cfg(test)]
mod tests;
pub mod threats;

#[cfg(feature = "train")]
pub use average::average;
pub use endings::is_held;
pub use error::NetworkError;
pub use evaluator::Evaluator;
pub use file::{NamedNetwork, check_embedded, embedded};
pub use network::Network;
