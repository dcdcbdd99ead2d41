//! Trains Brudno's networks: training data, self-play and the trainer.
//!
//! Dependencies run one way: command line → self-play and trainer → data → the engine.

pub mod average;
pub mod cli;
pub mod data;
mod leaf_sampler;
pub mod self_play;
pub mod trainer;
