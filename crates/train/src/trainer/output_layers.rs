//! The output layers, from the sums of L2 to the output. Every thread computes them for some of the
//! samples.

use brudno::eval::nnue::{
    Network,
    features::{L2, L2_ACTIVATIONS, L3, OUTPUT_BUCKETS},
};
use bytemuck::{Pod, Zeroable};
use pulp::{Arch, Scalar, Simd, WithSimd};
use rand::Rng;
use serde::{Deserialize, Serialize};

use super::{
    batch::{Part, sigmoid},
    parameters::{Parameters, Row, Step, TILE, add_scaled},
    tile::L2Sums,
};

/// Number of weights of a stack.
const SIZE: usize = L2 + L2_ACTIVATIONS * L3 + 2 * L3 + 1;
/// Number of rows of a stack.
const ROWS: usize = SIZE.div_ceil(TILE);
/// Initial biases of L2 and L3.
const BIAS: f32 = 0.2;
/// Maximum absolute weight.
const MAX_WEIGHT: f32 = 64.0;

/// The layers of an output bucket, or their gradients.
#[derive(Clone, Copy, Zeroable, Pod)]
#[repr(C, align(64))]
pub struct Stack {
    pub l2_biases: [f32; L2],
    /// Weights by activation of L2, as in [`Network`].
    pub l3_weights: [[f32; L3]; L2_ACTIVATIONS],
    pub l3_biases: [f32; L3],
    pub output_weights: [f32; L3],
    pub output_bias: f32,
    unused: [f32; ROWS * TILE - SIZE],
}

/// Gradients of all stacks.
pub type OutputGradients = [Stack; OUTPUT_BUCKETS];

/// The stacks of all output buckets in training.
#[derive(Serialize, Deserialize)]
pub struct OutputLayers {
    parameters: Parameters,
}

impl OutputLayers {
    /// Returns randomly initialised layers, the same in all buckets.
    pub fn new(random: &mut impl Rng) -> OutputLayers {
        let mut stack = Stack::zeroed();
        let mut fill = |weights: &mut [f32], inputs: usize| {
            let reach = 1.0 / (inputs as f32).sqrt();
            weights.fill_with(|| random.random_range(-reach..reach));
        };
        fill(stack.l3_weights.as_flattened_mut(), L2_ACTIVATIONS);
        fill(&mut stack.output_weights, L3);
        stack.l2_biases.fill(BIAS);
        stack.l3_biases.fill(BIAS);
        OutputLayers::with(&[stack; OUTPUT_BUCKETS])
    }

    /// Returns the layers of a network.
    pub fn of(network: &Network) -> OutputLayers {
        OutputLayers::with(&std::array::from_fn(|bucket| Stack {
            l2_biases: network.l2_biases[bucket],
            l3_weights: network.l3_weights[bucket],
            l3_biases: network.l3_biases[bucket],
            output_weights: network.output_weights[bucket],
            output_bias: network.output_biases[bucket],
            ..Stack::zeroed()
        }))
    }

    fn with(stacks: &[Stack; OUTPUT_BUCKETS]) -> OutputLayers {
        let mut parameters = Parameters::new(ROWS * OUTPUT_BUCKETS, || 0.0);
        parameters.values.copy_from_slice(bytemuck::cast_slice(stacks));
        OutputLayers { parameters }
    }

    /// Restores the fields that a checkpoint does not store.
    pub fn restore(&mut self) {
        self.parameters.restore();
    }

    /// Starts a running average of the weights.
    pub fn start_average(&mut self) {
        self.parameters.start_average();
    }

    /// Returns the layers with the average weights.
    pub fn averaged(&self) -> OutputLayers {
        OutputLayers { parameters: self.parameters.averaged() }
    }

    /// Returns the layers by output bucket.
    pub fn stacks(&self) -> &[Stack] {
        bytemuck::cast_slice(&self.parameters.values)
    }

    /// Returns gradients of zero.
    pub fn no_gradients() -> Box<OutputGradients> {
        bytemuck::zeroed_box()
    }

    /// Runs the forward and backward pass of a part. `share` is the weight of a sample. Replaces
    /// `sums`, which are the sums of L2, with the derivatives of the loss. Returns the sum of
    /// squared errors.
    pub fn learn(
        &self,
        part: &Part,
        sums: &mut [L2Sums],
        share: f32,
        gradients: &mut OutputGradients,
    ) -> f64 {
        Arch::new().dispatch(Learn { layers: self, part, sums, share, gradients })
    }

    /// Returns the outputs for a part's samples, as log odds.
    pub fn outputs<'a>(
        &'a self,
        part: &'a Part,
        sums: &'a [L2Sums],
    ) -> impl Iterator<Item = f32> + 'a {
        let samples = sums.iter().zip(part.output_buckets());
        samples.map(|(sums, &bucket)| {
            Forward::new(Scalar::new(), &self.stacks()[usize::from(bucket)], sums).output
        })
    }

    /// Makes an optimiser step with the sum of the gradients, and clears them.
    pub fn step<'a>(&mut self, step: Step, parts: impl Iterator<Item = &'a mut OutputGradients>) {
        for part in parts {
            let rows: &mut [Row] = bytemuck::cast_slice_mut(part);
            for (total, row) in self.parameters.gradients.iter_mut().zip(&*rows) {
                let total = total.0.as_flattened_mut().iter_mut();
                total.zip(row.0.as_flattened()).for_each(|(total, slope)| *total += slope);
            }
            rows.fill(Row::ZERO);
        }
        Arch::new().dispatch(Update { layers: self, step });
    }
}

/// The neurons of a sample.
struct Forward {
    l2: [f32; L2],
    activations: [f32; L2_ACTIVATIONS],
    l3: [f32; L3],
    output: f32,
}

impl Forward {
    #[inline(always)]
    fn new<S: Simd>(simd: S, stack: &Stack, sums: &L2Sums) -> Forward {
        let mut l2 = stack.l2_biases;
        let mut activations = [0.0; L2_ACTIVATIONS];
        for neuron in 0..L2 {
            l2[neuron] += sums[neuron];
            activations[neuron] = l2[neuron].clamp(0.0, 1.0);
            activations[L2 + neuron] = (l2[neuron] * l2[neuron]).min(1.0);
        }
        let mut l3 = stack.l3_biases;
        for (&activation, weights) in activations.iter().zip(&stack.l3_weights) {
            add_scaled(simd, &mut l3, activation, weights);
        }
        let mut products = [0.0; L3];
        for neuron in 0..L3 {
            let clipped = l3[neuron].clamp(0.0, 1.0);
            products[neuron] = clipped * clipped * stack.output_weights[neuron];
        }
        let (low, high) = products.split_at(L3 / 2);
        let mut sums: [f32; L3 / 2] = std::array::from_fn(|index| low[index] + high[index]);
        for half in [8, 4, 2, 1] {
            for index in 0..half {
                sums[index] += sums[index + half];
            }
        }
        let output = stack.output_bias + sums[0];
        Forward { l2, activations, l3, output }
    }
}

struct Learn<'a> {
    layers: &'a OutputLayers,
    part: &'a Part,
    sums: &'a mut [L2Sums],
    share: f32,
    gradients: &'a mut OutputGradients,
}

impl WithSimd for Learn<'_> {
    type Output = f64;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> f64 {
        let Learn { layers, part, sums, share, gradients } = self;
        let mut loss = 0.0;
        // The weights are transposed to avoid horizontal sums in the backward pass.
        let by_neuron: [_; OUTPUT_BUCKETS] =
            std::array::from_fn(|bucket| transposed(&layers.stacks()[bucket].l3_weights));
        let samples = part.output_buckets().iter().zip(part.targets());
        for (sums, (&bucket, target)) in sums.iter_mut().zip(samples) {
            let bucket = usize::from(bucket);
            let (stack, gradients) = (&layers.stacks()[bucket], &mut gradients[bucket]);
            let Forward { l2, activations, l3, output } = Forward::new(simd, stack, sums);
            let guess = sigmoid(output);
            let error = guess - target;
            loss += f64::from(error * error);

            let slope = share * 2.0 * error * guess * (1.0 - guess);
            gradients.output_bias += slope;
            let mut l3_slopes = [0.0; L3];
            for neuron in 0..L3 {
                let clipped = l3[neuron].clamp(0.0, 1.0);
                gradients.output_weights[neuron] += slope * clipped * clipped;
                // The gradient of a clipped neuron is zero.
                let through = if l3[neuron] < 1.0 { 2.0 * clipped } else { 0.0 };
                l3_slopes[neuron] = slope * stack.output_weights[neuron] * through;
                gradients.l3_biases[neuron] += l3_slopes[neuron];
            }
            for (&activation, gradients) in activations.iter().zip(&mut gradients.l3_weights) {
                add_scaled(simd, gradients, activation, &l3_slopes);
            }
            let mut activation_slopes = [0.0; L2_ACTIVATIONS];
            for (&slope, weights) in l3_slopes.iter().zip(&by_neuron[bucket]) {
                add_scaled(simd, &mut activation_slopes, slope, weights);
            }
            for neuron in 0..L2 {
                let x = l2[neuron];
                let clipped = if x > 0.0 && x < 1.0 { activation_slopes[neuron] } else { 0.0 };
                let square =
                    if x * x < 1.0 { 2.0 * x * activation_slopes[L2 + neuron] } else { 0.0 };
                sums[neuron] = clipped + square;
                gradients.l2_biases[neuron] += sums[neuron];
            }
        }
        loss
    }
}

/// Transposes weights, to order them by neuron of L3 and activation of L2.
fn transposed(weights: &[[f32; L3]; L2_ACTIVATIONS]) -> [[f32; L2_ACTIVATIONS]; L3] {
    std::array::from_fn(|neuron| std::array::from_fn(|activation| weights[activation][neuron]))
}

struct Update<'a> {
    layers: &'a mut OutputLayers,
    step: Step,
}

impl WithSimd for Update<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        self.layers.parameters.update(simd, self.step, MAX_WEIGHT);
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::trainer::batch::tests::{TARGET, families, slope};

    /// Returns the sum of squared errors of the part's samples.
    fn loss(layers: &OutputLayers, part: &Part, sums: &[L2Sums]) -> f64 {
        let errors = layers.outputs(part, sums).zip(part.targets());
        errors.map(|(output, target)| f64::from(sigmoid(output) - target).powi(2)).sum()
    }

    #[test]
    fn the_gradients_are_the_slopes() {
        const NUDGE: f32 = 1.0 / 256.0;
        let mut random = ChaCha8Rng::seed_from_u64(4);
        let mut layers = OutputLayers::new(&mut random);
        let mut part = Part::default();
        part.fill(&families(), TARGET);
        let mut sums: Vec<L2Sums> = (0..part.targets().len())
            .map(|_| std::array::from_fn(|_| random.random_range(-1.1..0.9)))
            .collect();
        let mut gradients = OutputLayers::no_gradients();
        let mut slopes = sums.clone();
        let squares = layers.learn(&part, &mut slopes, 1.0, &mut gradients);
        assert!((squares - loss(&layers, &part, &sums)).abs() < 1e-5);

        let mut moved = 0;
        let mut check = |slope: f64, gradient: f32| {
            assert!((slope - f64::from(gradient)).abs() < 2e-3, "{slope} {gradient}");
            moved += usize::from(gradient.abs() > 1e-3);
        };
        for sample in 0..sums.len() {
            for neuron in 0..L2 {
                let slope = slope(NUDGE, |by| {
                    sums[sample][neuron] += by;
                    loss(&layers, &part, &sums)
                });
                check(slope, slopes[sample][neuron]);
            }
        }
        let gradients: Vec<f32> = bytemuck::cast_slice(&gradients[..]).to_vec();
        for (number, &gradient) in gradients.iter().enumerate().filter(|(_, g)| **g != 0.0) {
            let slope = slope(NUDGE, |by| {
                let values: &mut [f32] = bytemuck::cast_slice_mut(&mut layers.parameters.values);
                values[number] += by;
                loss(&layers, &part, &sums)
            });
            check(slope, gradient);
        }
        assert!(moved > 50, "{moved}");
    }
}
