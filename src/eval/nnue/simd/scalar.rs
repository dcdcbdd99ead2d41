//! The arithmetic in plain code: what every other path must equal, bit for bit.

use shakmaty::Color;

pub use crate::eval::nnue::head::output;
use crate::eval::nnue::{
    change::{Change, Input},
    features::{L2, PAIRS, PRODUCT_SHIFT, QA},
    simd::{Activations, L2Weights, Values, Weights},
};

/// See [`Path::update`](crate::eval::nnue::simd::Path::update).
pub fn update(
    source: &Values,
    target: &mut Values,
    weights: Weights,
    change: &Change,
    side: Color,
) {
    let piece = |input: &Input| &weights.pieces[usize::from(input[side as usize])];
    let threat = |input: &Input| &weights.threats[usize::from(input[side as usize])];
    *target = *source;
    for row in change.added.pieces.iter().map(piece) {
        target.iter_mut().zip(row).for_each(|(value, &by)| *value = value.wrapping_add(by));
    }
    for row in change.removed.pieces.iter().map(piece) {
        target.iter_mut().zip(row).for_each(|(value, &by)| *value = value.wrapping_sub(by));
    }
    for row in change.added.threats.iter().map(threat) {
        target.iter_mut().zip(row).for_each(|(value, &by)| *value = value.wrapping_add(by.into()));
    }
    for row in change.removed.threats.iter().map(threat) {
        target.iter_mut().zip(row).for_each(|(value, &by)| *value = value.wrapping_sub(by.into()));
    }
}

/// See [`Path::activate`](crate::eval::nnue::simd::Path::activate).
pub fn activate(us: &Values, them: &Values, target: &mut Activations) {
    for (values, target) in [us, them].into_iter().zip(target.0.chunks_exact_mut(PAIRS)) {
        let (first, second) = values.split_at(PAIRS);
        for ((&a, &b), activation) in first.iter().zip(second).zip(target) {
            let [a, b] = [a, b].map(|value| i32::from(value).clamp(0, QA));
            *activation = ((a * b) >> PRODUCT_SHIFT) as u8;
        }
    }
}

/// See [`Path::propagate`](crate::eval::nnue::simd::Path::propagate).
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
