//! The arithmetic in plain code: what every other path must equal, bit for bit.

use super::Values;
use crate::nnue::features::QA;

/// See [`Path::update`](super::Path::update).
pub fn update(source: &Values, target: &mut Values, added: &[&Values], removed: &[&Values]) {
    *target = *source;
    for row in added {
        target
            .iter_mut()
            .zip(*row)
            .for_each(|(value, weight)| *value = value.wrapping_add(*weight));
    }
    for row in removed {
        target
            .iter_mut()
            .zip(*row)
            .for_each(|(value, weight)| *value = value.wrapping_sub(*weight));
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
