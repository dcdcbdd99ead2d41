//! The arithmetic in plain code: what every other path must equal, bit for bit.

use super::{Activations, L2Weights, Values};
use crate::nnue::features::{L2, PAIRS, PRODUCT_SHIFT, QA};

pub use crate::nnue::head::output;

/// See [`Path::update`](super::Path::update).
pub fn update<const ADDED: usize, const REMOVED: usize>(
    source: &Values,
    target: &mut Values,
    added: [&Values; ADDED],
    removed: [&Values; REMOVED],
) {
    update_all(source, target, &added, &removed);
}

/// As [`update`], with any number of rows.
pub fn update_all(source: &Values, target: &mut Values, added: &[&Values], removed: &[&Values]) {
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

/// See [`Path::activate`](super::Path::activate).
pub fn activate(us: &Values, them: &Values, target: &mut Activations) {
    for (values, target) in [us, them].into_iter().zip(target.0.chunks_exact_mut(PAIRS)) {
        let (first, second) = values.split_at(PAIRS);
        for ((&a, &b), activation) in first.iter().zip(second).zip(target) {
            let [a, b] = [a, b].map(|value| i32::from(value).clamp(0, QA));
            *activation = ((a * b) >> PRODUCT_SHIFT) as u8;
        }
    }
}

/// See [`Path::propagate`](super::Path::propagate).
pub fn propagate(activations: &Activations, weights: &L2Weights) -> [i32; L2] {
    let mut sums = [0; L2];
    for (activations, weights) in activations.blocks().iter().zip(weights) {
        for (sum, weights) in sums.iter_mut().zip(weights) {
            for (&activation, &weight) in activations.iter().zip(weights) {
                *sum += i32::from(activation) * i32::from(weight);
            }
        }
    }
    sums
}
