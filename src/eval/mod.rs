//! Static evaluation: network, endgame rules and WDL model.

pub mod endgames;
mod evaluator;
pub mod nnue;
pub mod wdl;

pub use evaluator::Evaluator;
