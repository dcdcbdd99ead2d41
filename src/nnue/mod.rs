//! The network: efficiently updatable, as Yu Nasu's NNUE.

pub mod features;
pub mod network;
