//! The loops that the network's time is spent in, written once for every instruction set.

use crate::eval::nnue::{
    features::L1,
    simd::{Activations, BLOCKS, NeuronRow},
};

/// Blocks that are looked through at once for those that are zero: as many as a word has bits.
pub const WORD: usize = u64::BITS as usize;
const _: () = assert!(BLOCKS.is_multiple_of(WORD));

/// Where the `index`th register of `LANES` neurons begins.
#[inline(always)]
pub fn lanes<T, const LANES: usize>(values: &[T; L1], index: usize) -> &[T; LANES] {
    // A constant stride over a constant length: the compiler sees that it fits.
    values[index * LANES..][..LANES].first_chunk().expect("a register's worth of neurons")
}

/// [`lanes`] to write to.
#[inline(always)]
pub fn lanes_mut<const LANES: usize>(values: &mut NeuronRow, index: usize) -> &mut [i16; LANES] {
    values[index * LANES..][..LANES].first_chunk_mut().expect("a register's worth of neurons")
}

/// The `index`th register of `BYTES` activations, to write to.
#[inline(always)]
pub fn bytes_mut<const BYTES: usize>(values: &mut Activations, index: usize) -> &mut [u8; BYTES] {
    values.0[index * BYTES..][..BYTES].first_chunk_mut().expect("a register's worth of bytes")
}

/// Takes the lowest bit off a mask that has one, and gives its number.
#[inline(always)]
pub fn pop(mask: &mut u64) -> usize {
    let lowest = mask.trailing_zeros() as usize % WORD;
    *mask &= mask.wrapping_sub(1);
    lowest
}

/// The function `update` of a [`Backend`](crate::eval::nnue::simd::Backend) with a target feature, given the registers'
/// type, its number of 16-bit lanes, and how many of them it may work on at a time. `load`, `store`,
/// `add`, `subtract`, and `load_narrow`, which makes 16 bits of each 8, have to be in scope.
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
                for input in &delta.added.threats {
                    let row = &weights.threats[usize::from(input[side as usize])];
                    for (index, value) in values.iter_mut().enumerate() {
                        *value = add(*value, load_narrow(lanes(row, start + index)));
                    }
                }
                for input in &delta.removed.threats {
                    let row = &weights.threats[usize::from(input[side as usize])];
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

/// The function `activate` of a [`Backend`](crate::eval::nnue::simd::Backend), likewise. It needs `load`, `product` of two
/// registers of neurons, negative where one of them is, `pack`, which brings two registers of
/// 16-bit lanes to bytes, negative ones to 0, and `store_bytes`.
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

/// The function `propagate` of a [`Backend`](crate::eval::nnue::simd::Backend), likewise, given the type of the sums'
/// registers and how many sums to keep of each output, so that an addition need not wait for the
/// one before it. It needs `nonzero`, which blocks of activations are not all zero, `broadcast` of
/// a block, `load_weights`, `multiply_add(sums, activations, weights)`, `zero`, `sum` and
/// `store_sums`.
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

/// The function `output` of a [`Backend`](crate::eval::nnue::simd::Backend): plain code with a target feature.
macro_rules! output_kernel {
    ($feature:literal) => {
        #[target_feature(enable = $feature)]
        pub fn output(sums: &[i32; L2], network: &Network, bucket: usize) -> f32 {
            output_layers::output(sums, network, bucket)
        }
    };
}
