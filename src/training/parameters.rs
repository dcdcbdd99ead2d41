//! Numbers that are learnt, and how a step changes them: AdamW (Loshchilov and Hutter, "Decoupled
//! Weight Decay Regularization", after Kingma and Ba's Adam).

use pulp::Simd;
use serde::{Deserialize, Serialize};

/// Neurons of a tile: its weights and gradients, 200 KB each, fit into a second-level cache.
pub const TILE: usize = 64;
/// Vectors worked on together, to keep as many additions in flight.
pub const GROUP: usize = 4;
/// Decay of the running means of gradients and of their squares.
const BETA: (f32, f32) = (0.9, 0.999);
const EPSILON: f32 = 1e-8;

/// One number for each neuron.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
#[repr(align(64))]
pub struct Row(pub [[f32; 16]; TILE / 16]);

impl Row {
    /// Zeros.
    pub const ZERO: Row = Row([[0.0; 16]; TILE / 16]);

    /// A row of numbers that `value` gives one by one.
    pub fn filled(mut value: impl FnMut() -> f32) -> Row {
        let mut row = Row::ZERO;
        row.0.as_flattened_mut().fill_with(&mut value);
        row
    }

    /// The numbers as vectors.
    #[inline(always)]
    pub fn groups<S: Simd>(&self) -> &[[S::f32s; GROUP]] {
        S::as_simd_f32s(self.0.as_flattened()).0.as_chunks().0
    }

    /// The numbers as vectors, to be changed.
    #[inline(always)]
    pub fn groups_mut<S: Simd>(&mut self) -> &mut [[S::f32s; GROUP]] {
        S::as_mut_simd_f32s(self.0.as_flattened_mut()).0.as_chunks_mut().0
    }
}

/// How a step changes the weights.
#[derive(Clone, Copy)]
pub struct Step {
    /// Steps done, this one included.
    pub number: u64,
    /// How far to go.
    pub learning_rate: f32,
    /// Share of a weight that is lost in a step at learning rate 1 (Loshchilov and Hutter, AdamW).
    pub weight_decay: f32,
}

/// Numbers that are learnt.
#[derive(Serialize, Deserialize)]
pub struct Parameters {
    pub values: Vec<Row>,
    /// Running means of the gradients, and of their squares.
    means: Vec<Row>,
    squares: Vec<Row>,
    #[serde(skip)]
    pub gradients: Vec<Row>,
}

impl Parameters {
    /// So many rows, whose numbers `value` gives one by one.
    pub fn new(rows: usize, mut value: impl FnMut() -> f32) -> Parameters {
        let values: Vec<_> = (0..rows).map(|_| Row::filled(&mut value)).collect();
        let zero = vec![Row::ZERO; rows];
        Parameters { values, means: zero.clone(), squares: zero.clone(), gradients: zero }
    }

    /// Gives back what a checkpoint leaves out.
    pub fn restore(&mut self) {
        self.gradients = vec![Row::ZERO; self.values.len()];
    }

    /// Takes a step along the gradients, which are then zero; the values stay within ±`max`.
    #[inline(always)]
    pub fn update<S: Simd>(&mut self, simd: S, step: Step, max: f32) {
        let splat = |x| simd.splat_f32s(x);
        let number = step.number.min(1 << 20) as i32;
        let rate = step.learning_rate / (1.0 - BETA.0.powi(number));
        let unbias = splat(1.0 / (1.0 - BETA.1.powi(number)));
        let keep = splat(1.0 - step.learning_rate * step.weight_decay);
        let (rate, epsilon, min, max) = (splat(-rate), splat(EPSILON), splat(-max), splat(max));
        let (old, new) = (splat(BETA.0), splat(1.0 - BETA.0));
        let (old_square, new_square) = (splat(BETA.1), splat(1.0 - BETA.1));
        let rows = self.gradients.iter_mut().zip(&mut self.values);
        let rows = rows.zip(self.means.iter_mut().zip(&mut self.squares));
        for ((gradient, value), (mean, square)) in rows {
            let groups = gradient.groups_mut::<S>().iter_mut().zip(value.groups_mut::<S>());
            let groups =
                groups.zip(mean.groups_mut::<S>().iter_mut().zip(square.groups_mut::<S>()));
            for ((gradient, value), (mean, square)) in groups {
                for index in 0..GROUP {
                    let slope = gradient[index];
                    gradient[index] = splat(0.0);
                    mean[index] = simd.mul_add_e_f32s(new, slope, simd.mul_f32s(old, mean[index]));
                    let squared = simd.mul_f32s(slope, slope);
                    square[index] = simd.mul_add_e_f32s(
                        new_square,
                        squared,
                        simd.mul_f32s(old_square, square[index]),
                    );
                    let size = simd.sqrt_f32s(simd.mul_f32s(square[index], unbias));
                    let change = simd
                        .div_f32s(simd.mul_f32s(rate, mean[index]), simd.add_f32s(size, epsilon));
                    let moved = simd.mul_add_e_f32s(value[index], keep, change);
                    value[index] = simd.min_f32s(simd.max_f32s(moved, min), max);
                }
            }
        }
    }
}
