//! The quantised weights.

use bytemuck::Zeroable;

use super::features::{INPUTS, L1, L2, L2_ACTIVATIONS, L3, OUTPUT_BUCKETS, PAIRS, THREATS};
use crate::platform::memory::HugePageBox;

/// A network's weights.
///
/// Both accumulators, the side to move's first, give [`PAIRS`] activations each: neurons k and
/// k + `PAIRS` are clipped to 0 and [`QA`](super::features::QA), multiplied, and shifted right by
/// [`PRODUCT_SHIFT`](super::features::PRODUCT_SHIFT). From there on 1.0 is 1.0:
///
/// - x = Σ activation · weight / [`L2_UNIT`](super::features::L2_UNIT) + bias, for each of L2;
/// - clamp(x, 0, 1) and min(x², 1) of each go to L3;
/// - the square of clamp(y, 0, 1) of each of L3 goes to the output.
#[derive(Clone, PartialEq, Zeroable)]
#[repr(C, align(64))]
pub struct Network {
    /// For each input, what it adds to the accumulator, times QA.
    pub feature_weights: [[i16; L1]; INPUTS],
    /// For each threat, what it adds to the accumulator, times QA.
    pub threat_weights: [[i8; L1]; THREATS],
    /// The empty accumulator, times QA.
    pub feature_biases: [i16; L1],
    /// What each activation adds to each neuron of L2, times QB, by output bucket; four
    /// activations together, as the instructions take them: the side to move's, then the other's.
    pub l2_weights: [[[[i8; 4]; L2]; 2 * PAIRS / 4]; OUTPUT_BUCKETS],
    /// By output bucket.
    pub l2_biases: [[f32; L2]; OUTPUT_BUCKETS],
    /// By output bucket and L2 activation, the clipped values first.
    pub l3_weights: [[[f32; L3]; L2_ACTIVATIONS]; OUTPUT_BUCKETS],
    /// By output bucket.
    pub l3_biases: [[f32; L3]; OUTPUT_BUCKETS],
    /// By output bucket.
    pub output_weights: [[f32; L3]; OUTPUT_BUCKETS],
    /// By output bucket.
    pub output_biases: [f32; OUTPUT_BUCKETS],
}

impl Network {
    /// A network whose weights are all zero.
    pub fn zeroed() -> HugePageBox<Network> {
        HugePageBox::zeroed()
    }
}
