//! The quantised weights.

use bytemuck::Zeroable;

use super::features::{INPUTS, L1, L2, L2_ACTIVATIONS, L3, NARROW_FEATURES, OUTPUT_BUCKETS, PAIRS};
use crate::platform::memory::HugePageBox;

/// The weights of a network.
///
/// Both accumulators, the side to move's first, give [`PAIRS`] activations each: neurons k and
/// k + `PAIRS` are clipped to 0..=[`QA`](super::features::QA), multiplied, and shifted right by
/// [`PRODUCT_SHIFT`](super::features::PRODUCT_SHIFT). The layers after L2's sums use floats:
///
/// - x = Σ activation · weight / [`L2_UNIT`](super::features::L2_UNIT) + bias, for each of L2;
/// - clamp(x, 0, 1) and min(x², 1) of each go to L3;
/// - the square of clamp(y, 0, 1) of each of L3 goes to the output.
#[derive(Clone, PartialEq, Zeroable)]
#[repr(C, align(64))]
pub struct Network {
    /// Accumulator weights of the piece-square features, times QA.
    pub feature_weights: [[i16; L1]; INPUTS],
    /// Accumulator weights of the narrow features, times QA: threats, then pawn pairs.
    pub narrow_weights: [[i8; L1]; NARROW_FEATURES],
    /// Accumulator biases, times QA.
    pub feature_biases: [i16; L1],
    /// L2 weights, times QB, by output bucket and block of four activations, which is the layout of
    /// the dot product instructions: the side to move's, then the opponent's.
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
    /// Returns a network of zeros.
    pub fn zeroed() -> HugePageBox<Network> {
        HugePageBox::zeroed()
    }
}
