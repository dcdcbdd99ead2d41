//! The layers after L2's sums, in plain code that every [`Backend`](super::simd::Backend) compiles
//! for its own instructions.
//!
//! All backends give the same bits: the inner loops run over outputs, so the order of additions does
//! not depend on the vector width, and Rust never fuses a multiplication with an addition by itself.

use super::{
    features::{L2, L2_ACTIVATIONS, L2_UNIT, L3},
    network::Network,
};

/// Computes the network's output in a bucket from L2's sums.
///
/// The output is finite: the sums are below 2²⁴, which f32 represents exactly, and weights and
/// biases are within [`MAX_WEIGHT`](super::file::MAX_WEIGHT).
#[inline(always)]
pub fn output(sums: &[i32; L2], network: &Network, bucket: usize) -> f32 {
    let inputs = l2_activations(sums, &network.l2_biases[bucket]);
    // Two partial sums shorten the dependency chain. Separate variables stay in registers.
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
    let halves = add_halves::<{ L3 / 2 }>(&terms);
    let quarters = add_halves::<{ L3 / 4 }>(&halves);
    let [a, b, c, d, e, f, g, h] = quarters;
    ((a + e) + (c + g)) + ((b + f) + (d + h)) + network.output_biases[bucket]
}

/// Adds the second half of the numbers to the first.
#[inline(always)]
fn add_halves<const N: usize>(numbers: &[f32]) -> [f32; N] {
    std::array::from_fn(|index| numbers[index] + numbers[index + N])
}

/// Returns the inputs of L3: clipped values of L2, then clipped squares.
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
