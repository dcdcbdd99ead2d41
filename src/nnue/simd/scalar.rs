//! The arithmetic in plain code: what every other path must equal, bit for bit.

use super::Values;
use crate::nnue::features::QA;

/// See [`Path::update`](super::Path::update).
pub fn update(source: &Values, target: &mut Values, added: &[&Values], removed: &[&Values]) {
    for (index, (&value, target)) in source.iter().zip(target).enumerate() {
        let value = added.iter().fold(value, |value, row| value.wrapping_add(row[index]));
        *target = removed.iter().fold(value, |value, row| value.wrapping_sub(row[index]));
    }
}

/// See [`Path::output`](super::Path::output).
pub fn output(us: &Values, them: &Values, weights: &[Values; 2]) -> i32 {
    let activations = us.iter().chain(them).map(|&value| i32::from(value).clamp(0, QA));
    let weights = weights.as_flattened().iter().map(|&weight| i32::from(weight));
    activations
        .zip(weights)
        .fold(0, |sum, (activation, weight)| sum.wrapping_add(activation * weight * activation))
}
