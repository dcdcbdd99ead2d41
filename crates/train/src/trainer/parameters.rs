//! Parameters and their optimiser, AdamW (Loshchilov and Hutter, "Decoupled Weight Decay
//! Regularization", 2019).

use bytemuck::{Pod, Zeroable};
use pulp::Simd;
use serde::{Deserialize, Serialize};

/// Neurons per tile. The weights of a king bucket, 200 KB, fit into the second-level cache, but those
/// of the threats do not. Tiles of 32 neurons, whose threats fit, are slower.
pub const TILE: usize = 64;
/// Number of vectors that are processed together, which makes their additions independent.
pub const GROUP: usize = 4;
/// Decay rates of the moments.
const BETA: (f32, f32) = (0.9, 0.999);
const EPSILON: f32 = 1e-8;
/// Adding it to a small number leaves no bits for the fraction, which rounds the number. The sum's
/// lowest bits are the integer.
pub const ROUNDS: f32 = (3 << 22) as f32;

/// One value per neuron of a tile.
#[derive(Clone, Copy, Default, Zeroable, Pod, Serialize, Deserialize)]
#[repr(C, align(64))]
pub struct Row(pub [[f32; 16]; TILE / 16]);

impl Row {
    /// A row of zeros.
    pub const ZERO: Row = Row([[0.0; 16]; TILE / 16]);

    /// Returns a row of values.
    pub fn filled(mut value: impl FnMut() -> f32) -> Row {
        let mut row = Row::ZERO;
        row.0.as_flattened_mut().fill_with(&mut value);
        row
    }

    /// Returns the values as vectors.
    #[inline(always)]
    pub fn groups<S: Simd>(&self) -> &[[S::f32s; GROUP]] {
        S::as_simd_f32s(self.0.as_flattened()).0.as_chunks().0
    }

    /// Returns the values as mutable vectors.
    #[inline(always)]
    pub fn groups_mut<S: Simd>(&mut self) -> &mut [[S::f32s; GROUP]] {
        S::as_mut_simd_f32s(self.0.as_flattened_mut()).0.as_chunks_mut().0
    }

    /// Adds another row.
    #[inline(always)]
    pub fn add<S: Simd>(&mut self, simd: S, other: &Row) {
        for (group, other) in self.groups_mut::<S>().iter_mut().zip(other.groups::<S>()) {
            for index in 0..GROUP {
                group[index] = simd.add_f32s(group[index], other[index]);
            }
        }
    }

    #[inline(always)]
    fn move_by<S: Simd>(&mut self, adam: Adam<S>, change: &Row) {
        for (value, change) in self.groups_mut::<S>().iter_mut().zip(change.groups::<S>()) {
            for index in 0..GROUP {
                value[index] = adam.moved(value[index], change[index]);
            }
        }
    }

    /// Returns the values rounded to multiples of 1 / `unit`.
    #[inline(always)]
    fn rounded<S: Simd>(&self, simd: S, unit: f32) -> Row {
        let mut row = *self;
        let (unit, step) = (simd.splat_f32s(unit), simd.splat_f32s(1.0 / unit));
        let rounds = simd.splat_f32s(ROUNDS);
        for value in row.groups_mut::<S>().as_flattened_mut() {
            let steps = simd.sub_f32s(simd.mul_add_e_f32s(*value, unit, rounds), rounds);
            *value = simd.mul_f32s(steps, step);
        }
        row
    }

    #[inline(always)]
    fn is_zero(&self) -> bool {
        self.0.as_flattened().iter().fold(0, |bits, value| bits | value.to_bits()) == 0
    }
}

/// Adds `factor` times `from`.
#[inline(always)]
pub fn add_scaled<S: Simd, const N: usize>(
    simd: S,
    to: &mut [f32; N],
    factor: f32,
    from: &[f32; N],
) {
    let factor = simd.splat_f32s(factor);
    let to = S::as_mut_simd_f32s(to).0.iter_mut();
    for (to, &from) in to.zip(S::as_simd_f32s(from).0) {
        *to = simd.mul_add_e_f32s(factor, from, *to);
    }
}

/// Settings of an optimiser step.
#[derive(Clone, Copy)]
pub struct Step {
    /// Number of the step, from 1.
    pub number: u64,
    /// Learning rate.
    pub learning_rate: f32,
    /// Weight decay per step at learning rate 1.
    pub weight_decay: f32,
    /// Share by which the running average moves towards the values.
    pub average: f32,
}

/// AdamW with the constants of a step.
#[derive(Clone, Copy)]
struct Adam<S: Simd> {
    simd: S,
    rate: S::f32s,
    unbias: S::f32s,
    keep: S::f32s,
    max: S::f32s,
}

impl<S: Simd> Adam<S> {
    #[inline(always)]
    fn new(simd: S, step: Step, max: f32) -> Adam<S> {
        let number = step.number.min(1 << 20) as i32;
        Adam {
            simd,
            rate: simd.splat_f32s(-step.learning_rate / (1.0 - BETA.0.powi(number))),
            unbias: simd.splat_f32s(1.0 / (1.0 - BETA.1.powi(number))),
            keep: simd.splat_f32s(1.0 - step.learning_rate * step.weight_decay),
            max: simd.splat_f32s(max),
        }
    }

    /// Updates the moments with the gradients, and returns the changes.
    #[inline(always)]
    fn change(self, slope: S::f32s, mean: &mut S::f32s, square: &mut S::f32s) -> S::f32s {
        let Adam { simd, rate, unbias, .. } = self;
        let splat = |x| simd.splat_f32s(x);
        *mean =
            simd.mul_add_e_f32s(splat(1.0 - BETA.0), slope, simd.mul_f32s(splat(BETA.0), *mean));
        *square = simd.mul_add_e_f32s(
            splat(1.0 - BETA.1),
            simd.mul_f32s(slope, slope),
            simd.mul_f32s(splat(BETA.1), *square),
        );
        let size = simd.sqrt_f32s(simd.mul_f32s(*square, unbias));
        simd.div_f32s(simd.mul_f32s(rate, *mean), simd.add_f32s(size, splat(EPSILON)))
    }

    /// Applies the decay and the changes, and clamps the values to the range.
    #[inline(always)]
    fn moved(self, value: S::f32s, change: S::f32s) -> S::f32s {
        let Adam { simd, keep, max, .. } = self;
        let moved = simd.mul_add_e_f32s(value, keep, change);
        simd.min_f32s(simd.max_f32s(moved, simd.neg_f32s(max)), max)
    }
}

/// First and second moments of the gradients.
#[derive(Clone, Serialize, Deserialize)]
struct Moments {
    means: Vec<Row>,
    squares: Vec<Row>,
}

impl Moments {
    fn new(rows: usize) -> Moments {
        Moments { means: vec![Row::ZERO; rows], squares: vec![Row::ZERO; rows] }
    }

    /// Updates the moments of a row, and returns its change.
    #[inline(always)]
    fn change<S: Simd>(&mut self, adam: Adam<S>, row: usize, gradients: &Row) -> Row {
        let mut change = *gradients;
        let changes = change.groups_mut::<S>().iter_mut();
        let means = self.means[row].groups_mut::<S>();
        let squares = self.squares[row].groups_mut::<S>();
        for ((change, mean), square) in changes.zip(means).zip(squares) {
            for index in 0..GROUP {
                change[index] = adam.change(change[index], &mut mean[index], &mut square[index]);
            }
        }
        change
    }
}

/// Parameters with gradients and moments.
#[derive(Serialize, Deserialize)]
pub struct Parameters {
    pub values: Vec<Row>,
    moments: Moments,
    #[serde(skip)]
    pub gradients: Vec<Row>,
    /// Running average of the values, or nothing.
    average: Vec<Row>,
    /// If the values are rounded, their exact counterparts, which the optimiser changes.
    exact: Vec<Row>,
    /// The rounded values are multiples of 1 / `unit`.
    unit: f32,
}

impl Parameters {
    /// Returns `rows` rows of values.
    pub fn new(rows: usize, mut value: impl FnMut() -> f32) -> Parameters {
        let values: Vec<_> = (0..rows).map(|_| Row::filled(&mut value)).collect();
        Parameters {
            values,
            moments: Moments::new(rows),
            gradients: vec![Row::ZERO; rows],
            average: Vec::new(),
            exact: Vec::new(),
            unit: 0.0,
        }
    }

    /// Repeats the rows, each with its own moments.
    pub fn repeated(mut self, times: usize) -> Parameters {
        self.values = self.values.repeat(times);
        self.moments = Moments::new(self.values.len());
        self.restore();
        self
    }

    /// Restores the fields that a checkpoint does not store.
    pub fn restore(&mut self) {
        self.gradients = vec![Row::ZERO; self.values.len()];
    }

    /// Starts a running average at the present values.
    pub fn start_average(&mut self) {
        self.average.clone_from(&self.values);
    }

    /// Rounds the values to multiples of 1 / `unit` from now on. Small changes add up until a value
    /// takes a step ("straight-through estimator", Bengio et al., 2013).
    pub fn start_rounding<S: Simd>(&mut self, simd: S, unit: f32) {
        (self.exact, self.unit) = (self.values.clone(), unit);
        self.values.iter_mut().for_each(|row| *row = row.rounded(simd, unit));
    }

    /// Returns true if the values are rounded.
    pub const fn is_rounded(&self) -> bool {
        !self.exact.is_empty()
    }

    /// Returns parameters with the average values, without moments and gradients.
    pub fn averaged(&self) -> Parameters {
        let mut averaged = Parameters::new(0, || 0.0);
        averaged.values.clone_from(&self.average);
        averaged
    }

    /// Moves the running average towards the values.
    #[inline(always)]
    fn move_average(&mut self, share: f32) {
        if share == 0.0 {
            return;
        }
        for (average, value) in self.average.iter_mut().zip(&self.values) {
            let average = average.0.as_flattened_mut().iter_mut();
            let values = value.0.as_flattened();
            average.zip(values).for_each(|(average, value)| *average += share * (value - *average));
        }
    }

    /// Makes an optimiser step. Clears the gradients, and keeps the values within ±`max`. Skips
    /// rows without gradients, whose features are not in the batch.
    #[inline(always)]
    pub fn update<S: Simd>(&mut self, simd: S, step: Step, max: f32) {
        self.update_from(simd, step, max, 0);
        self.move_average(step.average);
    }

    /// Does the same as [`Parameters::update`], from a row on.
    #[inline(always)]
    fn update_from<S: Simd>(&mut self, simd: S, step: Step, max: f32, first: usize) {
        let adam = Adam::new(simd, step, max);
        for row in first..self.values.len() {
            if let Some(change) = self.take_change(adam, row) {
                self.move_row(adam, row, &change);
            }
        }
    }

    #[inline(always)]
    fn move_row<S: Simd>(&mut self, adam: Adam<S>, row: usize, change: &Row) {
        let Parameters { values, exact, unit, .. } = self;
        if exact.is_empty() {
            values[row].move_by(adam, change);
        } else {
            exact[row].move_by(adam, change);
            values[row] = exact[row].rounded(adam.simd, *unit);
        }
    }

    #[inline(always)]
    fn take_change<S: Simd>(&mut self, adam: Adam<S>, row: usize) -> Option<Row> {
        let gradients = &mut self.gradients[row];
        if gradients.is_zero() {
            return None;
        }
        let change = self.moments.change(adam, row, gradients);
        *gradients = Row::ZERO;
        Some(change)
    }
}

/// Weights of inputs with and without buckets. A bucketed weight takes two steps, one with its own
/// gradient, and one with the sum of the gradients over all buckets of the same input. The second
/// step generalises across buckets (factoriser of Stockfish's trainer).
#[derive(Serialize, Deserialize)]
pub struct Factorised {
    /// Bucketed weights by bucket and input, followed by the others.
    pub own: Parameters,
    shared: Moments,
    buckets: usize,
}

impl Factorised {
    /// Returns weights for `inputs`, which are the same in all buckets, and zeros for the others.
    pub fn new(
        buckets: usize,
        inputs: usize,
        others: usize,
        value: impl FnMut() -> f32,
    ) -> Factorised {
        let mut rows = Parameters::new(inputs, value).values.repeat(buckets);
        rows.resize(rows.len() + others, Row::ZERO);
        Factorised::of(buckets, inputs, rows)
    }

    /// Returns the weights of the rows, bucket by bucket, followed by the others.
    pub fn of(buckets: usize, inputs: usize, rows: Vec<Row>) -> Factorised {
        let mut own = Parameters::new(rows.len(), || 0.0);
        own.values = rows;
        Factorised { own, shared: Moments::new(inputs), buckets }
    }

    /// Returns weights with the average values, without moments and gradients.
    pub fn averaged(&self) -> Factorised {
        let Factorised { own, buckets, .. } = self;
        Factorised { own: own.averaged(), shared: Moments::new(0), buckets: *buckets }
    }

    /// Does the same as [`Parameters::update`], with ±`others_max` for the others.
    #[inline(always)]
    pub fn update<S: Simd>(&mut self, simd: S, step: Step, max: f32, others_max: f32) {
        let adam = Adam::new(simd, step, max);
        let inputs = self.shared.means.len();
        let rows = inputs * self.buckets;
        for input in 0..inputs {
            let mut total = Row::ZERO;
            for row in (input..rows).step_by(inputs) {
                total.add(simd, &self.own.gradients[row]);
            }
            if total.is_zero() {
                continue;
            }
            let shared = self.shared.change(adam, input, &total);
            for row in (input..rows).step_by(inputs) {
                let mut change = shared;
                if let Some(own) = self.own.take_change(adam, row) {
                    change.add(simd, &own);
                }
                self.own.move_row(adam, row, &change);
            }
        }
        self.own.update_from(simd, step, others_max, rows);
        self.own.move_average(step.average);
    }
}
