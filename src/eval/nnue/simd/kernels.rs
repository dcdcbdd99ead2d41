//! The network's inner loops, written once for all instruction sets.

use crate::eval::nnue::{
    features::L1,
    simd::{Activations, BLOCKS, NeuronRow},
};

/// Blocks per bit mask of nonzero blocks.
pub const WORD: usize = u64::BITS as usize;
const _: () = assert!(BLOCKS.is_multiple_of(WORD));

/// Returns the `index`th group of `LANES` neurons, one register.
#[inline(always)]
pub fn lanes<T, const LANES: usize>(values: &[T; L1], index: usize) -> &[T; LANES] {
    // A constant stride over a constant length: the compiler removes the bounds check.
    values[index * LANES..][..LANES].first_chunk().expect("a register's worth of neurons")
}

/// Mutable version of [`lanes`].
#[inline(always)]
pub fn lanes_mut<const LANES: usize>(values: &mut NeuronRow, index: usize) -> &mut [i16; LANES] {
    values[index * LANES..][..LANES].first_chunk_mut().expect("a register's worth of neurons")
}

/// Returns the `index`th group of `BYTES` activations, one register.
#[inline(always)]
pub fn bytes_mut<const BYTES: usize>(values: &mut Activations, index: usize) -> &mut [u8; BYTES] {
    values.0[index * BYTES..][..BYTES].first_chunk_mut().expect("a register's worth of bytes")
}

/// Clears the lowest bit of a mask that is not zero, and returns its index.
#[inline(always)]
pub fn pop(mask: &mut u64) -> usize {
    let lowest = mask.trailing_zeros() as usize % WORD;
    *mask &= mask.wrapping_sub(1);
    lowest
}

/// Defines [`Backend::update`](crate::eval::nnue::simd::Backend::update) for a target feature.
/// Parameters: register type, its 16-bit lanes, registers per tile. In scope: `load`, `store`,
/// `add`, `subtract`, and `load_narrow`, which extends 8 bits to 16.
macro_rules! update_kernel {
    ($feature:literal, $register:ty, $lanes:literal, $tile:literal) => {
        #[target_feature(enable = $feature)]
        pub fn update(
            source: &NeuronRow,
            target: &mut NeuronRow,
            weights: Weights,
            delta: &FeatureDelta,
            side: Color,
        ) {
            const REGISTERS: usize = L1 / $lanes;
            const { assert!(REGISTERS.is_multiple_of($tile)) };
            for start in (0..REGISTERS).step_by($tile) {
                let mut values: [$register; $tile] = [load(lanes(source, start)); $tile];
                for (index, value) in values.iter_mut().enumerate() {
                    *value = load(lanes(source, start + index));
                }
                for input in &delta.added.pieces {
                    let row = &weights.pieces[usize::from(input[side as usize])];
                    for (index, value) in values.iter_mut().enumerate() {
                        *value = add(*value, load(lanes(row, start + index)));
                    }
                }
                for input in &delta.removed.pieces {
                    let row = &weights.pieces[usize::from(input[side as usize])];
                    for (index, value) in values.iter_mut().enumerate() {
                        *value = subtract(*value, load(lanes(row, start + index)));
                    }
                }
                for input in &delta.added.narrow {
                    let row = &weights.narrow[usize::from(input[side as usize])];
                    for (index, value) in values.iter_mut().enumerate() {
                        *value = add(*value, load_narrow(lanes(row, start + index)));
                    }
                }
                for input in &delta.removed.narrow {
                    let row = &weights.narrow[usize::from(input[side as usize])];
                    for (index, value) in values.iter_mut().enumerate() {
                        *value = subtract(*value, load_narrow(lanes(row, start + index)));
                    }
                }
                for (index, value) in values.iter().enumerate() {
                    store(lanes_mut(target, start + index), *value);
                }
            }
        }
    };
}

/// Defines [`Backend::activate`](crate::eval::nnue::simd::Backend::activate). In scope: `load`,
/// `product` of two registers of neurons, whose negative results mean 0, `pack`, which saturates two
/// registers of 16-bit lanes to unsigned bytes, and `store_bytes`.
macro_rules! activate_kernel {
    ($feature:literal, $lanes:literal) => {
        #[target_feature(enable = $feature)]
        pub fn activate(us: &NeuronRow, them: &NeuronRow, target: &mut Activations) {
            const REGISTERS: usize = PAIRS / $lanes;
            for (side, values) in [us, them].into_iter().enumerate() {
                for index in (0..REGISTERS).step_by(2) {
                    let first = load(lanes(values, index));
                    let low = product(first, load(lanes(values, REGISTERS + index)));
                    let first = load(lanes(values, index + 1));
                    let high = product(first, load(lanes(values, REGISTERS + index + 1)));
                    let target = bytes_mut(target, (side * REGISTERS + index) / 2);
                    store_bytes(target, pack(low, high));
                }
            }
        }
    };
}

/// Defines [`Backend::propagate`](crate::eval::nnue::simd::Backend::propagate). Parameters: register
/// type of the sums, and partial sums per output, which shorten the dependency chain. In scope:
/// `nonzero`, the mask of nonzero blocks, `broadcast` of a block, `load_weights`,
/// `multiply_add(sums, activations, weights)`, `zero`, `sum` and `store_sums`.
macro_rules! propagate_kernel {
    ($feature:literal, $register:ty, $chains:literal) => {
        #[target_feature(enable = $feature)]
        pub fn propagate(activations: &Activations, weights: &L2Weights) -> [i32; L2] {
            const OUTPUTS: usize = size_of::<$register>() / size_of::<i32>();
            let mut sums: [[$register; L2 / OUTPUTS]; $chains] = [[zero(); _]; _];
            let (activations, _) = activations.blocks().as_chunks::<WORD>();
            let (weights, _) = weights.as_chunks::<WORD>();
            for (activations, weights) in activations.iter().zip(weights) {
                let mut left = nonzero(activations);
                let count = left.count_ones();
                for _ in 0..count / $chains {
                    for sums in &mut sums {
                        let block = pop(&mut left);
                        let activations = broadcast(activations[block]);
                        for (index, sum) in sums.iter_mut().enumerate() {
                            let weights = load_weights(&weights[block], index);
                            *sum = multiply_add(*sum, activations, weights);
                        }
                    }
                }
                while left != 0 {
                    let block = pop(&mut left);
                    let activations = broadcast(activations[block]);
                    for (index, sum) in sums[0].iter_mut().enumerate() {
                        let weights = load_weights(&weights[block], index);
                        *sum = multiply_add(*sum, activations, weights);
                    }
                }
            }
            let mut outputs = [0; L2];
            let (targets, _) = outputs.as_chunks_mut::<OUTPUTS>();
            for (index, target) in targets.iter_mut().enumerate() {
                let mut total = sums[0][index];
                for sums in &sums[1..] {
                    total = sum(total, sums[index]);
                }
                store_sums(target, total);
            }
            outputs
        }
    };
}

/// Defines [`Backend::output`](crate::eval::nnue::simd::Backend::output): plain code with a target
/// feature.
macro_rules! output_kernel {
    ($feature:literal) => {
        #[target_feature(enable = $feature)]
        pub fn output(sums: &[i32; L2], network: &Network, bucket: usize) -> f32 {
            output_layers::output(sums, network, bucket)
        }
    };
}
