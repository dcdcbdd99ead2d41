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
    let mut sum = 0_i32;
    for (values, weights) in [us, them].into_iter().zip(weights) {
        for (&value, &weight) in values.iter().zip(weights) {
            let activation = i32::from(value).clamp(0, QA);
            sum = sum.wrapping_add(activation * activation * i32::from(weight));
        }
    }
    sum
}
