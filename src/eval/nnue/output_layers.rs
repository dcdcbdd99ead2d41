//! The layers behind L2's sums, in plain code that every [`Backend`](super::simd::Backend) compiles for
//! its own instructions.
//!
//! Every backend agrees bit for bit, since each sum's additions have one order whatever the width of
//! the vectors: the loops inside go over the outputs, and no multiplication is fused with an
//! addition, which Rust does only where it is asked to.

use super::{
    features::{L2, L2_ACTIVATIONS, L2_UNIT, L3},
    network::Network,
};

/// The network's output in a bucket, from the sums of activations and weights.
///
/// It is finite: the sums are below 2²⁴, which f32 holds exactly, and weights and biases within
/// [`MAX_WEIGHT`](super::file::MAX_WEIGHT).
#[inline(always)]
pub fn output(sums: &[i32; L2], network: &Network, bucket: usize) -> f32 {
    let inputs = l2_activations(sums, &network.l2_biases[bucket]);
    // Two partial sums of each output, so that an addition need not wait for the one before it, and
    // each a variable of its own, so that it stays in registers.
    let (mut even, mut odd) = (network.l3_biases[bucket], [0.0; L3]);
    let (rows, _) = network.l3_weights[bucket].as_chunks::<2>();
    let (inputs, _) = inputs.as_chunks::<2>();
    for ([first, second], rows) in inputs.iter().zip(rows) {
        for index in 0..L3 {
            even[index] += first * rows[0][index];
            odd[index] += second * rows[1][index];
        }
    }
    let mut terms = [0.0; L3];
    for index in 0..L3 {
        let value = (even[index] + odd[index]).clamp(0.0, 1.0);
        terms[index] = value * value * network.output_weights[bucket][index];
    }
    let halves = halve::<{ L3 / 2 }>(&terms);
    let quarters = halve::<{ L3 / 4 }>(&halves);
    let [a, b, c, d, e, f, g, h] = quarters;
    ((a + e) + (c + g)) + ((b + f) + (d + h)) + network.output_biases[bucket]
}

/// The sums of each number of the first half and the one at its place in the second.
#[inline(always)]
fn halve<const N: usize>(numbers: &[f32]) -> [f32; N] {
    std::array::from_fn(|index| numbers[index] + numbers[index + N])
}

/// What L2 gives to L3: clipped values, then clipped squares.
#[inline(always)]
fn l2_activations(sums: &[i32; L2], biases: &[f32; L2]) -> [f32; L2_ACTIVATIONS] {
    let mut activations = [0.0; L2_ACTIVATIONS];
    for index in 0..L2 {
        let value = sums[index] as f32 * (1.0 / L2_UNIT) + biases[index];
        activations[index] = value.clamp(0.0, 1.0);
        activations[L2 + index] = (value * value).min(1.0);
    }
    activations
}
