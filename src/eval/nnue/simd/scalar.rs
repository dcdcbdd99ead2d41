//! Plain code: the reference that the other backends match bit for bit.

use shakmaty::Color;

pub use crate::eval::nnue::output_layers::output;
use crate::eval::nnue::{
    feature_delta::{FeatureDelta, Input},
    features::{L2, PAIRS, PRODUCT_SHIFT, QA},
    simd::{Activations, L2Weights, NeuronRow, Weights},
};

pub fn update(
    source: &NeuronRow,
    target: &mut NeuronRow,
    weights: Weights,
    delta: &FeatureDelta,
    side: Color,
) {
    let piece = |input: &Input| &weights.pieces[usize::from(input[side as usize])];
    let narrow = |input: &Input| &weights.narrow[usize::from(input[side as usize])];
    *target = *source;
    for row in delta.added.pieces.iter().map(piece) {
        target.iter_mut().zip(row).for_each(|(value, &by)| *value = value.wrapping_add(by));
    }
    for row in delta.removed.pieces.iter().map(piece) {
        target.iter_mut().zip(row).for_each(|(value, &by)| *value = value.wrapping_sub(by));
    }
    for row in delta.added.narrow.iter().map(narrow) {
        target.iter_mut().zip(row).for_each(|(value, &by)| *value = value.wrapping_add(by.into()));
    }
    for row in delta.removed.narrow.iter().map(narrow) {
        target.iter_mut().zip(row).for_each(|(value, &by)| *value = value.wrapping_sub(by.into()));
    }
}

pub fn activate(us: &NeuronRow, them: &NeuronRow, target: &mut Activations) {
    for (values, target) in [us, them].into_iter().zip(target.0.chunks_exact_mut(PAIRS)) {
        let (first, second) = values.split_at(PAIRS);
        for ((&a, &b), activation) in first.iter().zip(second).zip(target) {
            let [a, b] = [a, b].map(|value| i32::from(value).clamp(0, QA));
            *activation = ((a * b) >> PRODUCT_SHIFT) as u8;
        }
    }
}

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
