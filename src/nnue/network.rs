//! The quantised weights.

use bytemuck::Zeroable;

use super::features::{HIDDEN, INPUTS, OUTPUT_BUCKETS};

/// A network's weights. An activation of 1.0 is [`QA`](super::features::QA), an output weight of
/// 1.0 is [`QB`](super::features::QB).
#[derive(Clone, PartialEq, Eq, Zeroable)]
#[repr(C, align(64))]
pub struct Network {
    /// For each input, what it adds to the accumulator, times QA.
    pub feature_weights: [[i16; HIDDEN]; INPUTS],
    /// The empty accumulator, times QA.
    pub feature_biases: [i16; HIDDEN],
    /// For each output bucket, the weights of the side to move's and of the other side's
    /// activations, times QB, within ±127.
    pub output_weights: [[[i16; HIDDEN]; 2]; OUTPUT_BUCKETS],
    /// What is added to an output, times QA · QB.
    pub output_biases: [i32; OUTPUT_BUCKETS],
}

impl Network {
    /// A network whose weights are all zero.
    pub fn zeroed() -> Box<Network> {
        // Straight to the heap: a large network does not fit a thread's stack.
        bytemuck::zeroed_box()
    }
}
