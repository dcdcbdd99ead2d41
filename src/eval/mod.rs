//! The static evaluation: the network, rules for endgames, and the meaning of scores.

pub mod endgames;
mod evaluator;
pub mod nnue;
pub mod wdl;

pub use evaluator::Evaluator;
