//! NNUE: an efficiently updatable neural network (Yu Nasu, 2018).

pub(super) mod accumulator;
mod bytes;
mod embedded;
mod error;
pub mod feature_delta;
pub mod features;
pub mod file;
pub mod network;
mod output_layers;
mod pawn_pairs;
pub mod simd;
#[cfg(test)]
mod tests;
pub mod threats;

pub use embedded::{check_embedded, embedded};
pub use error::{EmbeddedError, NetworkError};
pub use file::NamedNetwork;
pub use network::Network;
