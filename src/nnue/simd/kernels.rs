//! The two loops that all the network's time is spent in, written once for every instruction set.

use super::Values;

/// How many registers are worked on at a time: as many as divide `registers`, up to `most`.
pub const fn tile(registers: usize, most: usize) -> usize {
    let mut tile = most;
    while !registers.is_multiple_of(tile) {
        tile -= 1;
    }
    tile
}

/// Where the `index`th register of `LANES` neurons begins.
#[inline(always)]
pub fn lanes<const LANES: usize>(values: &Values, index: usize) -> &[i16; LANES] {
    // A constant stride over a constant length: the compiler sees that it fits.
    values[index * LANES..][..LANES].first_chunk().expect("a register's worth of neurons")
}

/// [`lanes`] to write to.
#[inline(always)]
pub fn lanes_mut<const LANES: usize>(values: &mut Values, index: usize) -> &mut [i16; LANES] {
    values[index * LANES..][..LANES].first_chunk_mut().expect("a register's worth of neurons")
}

/// The function `update` of a [`Path`](super::Path) with a target feature, given the registers'
/// type and its number of 16-bit lanes. `load`, `store`, `add` and `subtract` have to be in scope.
macro_rules! update_kernel {
    ($feature:literal, $register:ty, $lanes:literal) => {
        #[target_feature(enable = $feature)]
        pub fn update(
            source: &Values,
            target: &mut Values,
            added: &[&Values],
            removed: &[&Values],
        ) {
            const REGISTERS: usize = HIDDEN / $lanes;
            // Half of the 16 registers that most sets have.
            const TILE: usize = tile(REGISTERS, 8);
            for start in (0..REGISTERS).step_by(TILE) {
                let mut values: [$register; TILE] = [load(lanes(source, start)); TILE];
                for (index, value) in values.iter_mut().enumerate() {
                    *value = load(lanes(source, start + index));
                }
                for row in added {
                    for (index, value) in values.iter_mut().enumerate() {
                        *value = add(*value, load(lanes(row, start + index)));
                    }
                }
                for row in removed {
                    for (index, value) in values.iter_mut().enumerate() {
                        *value = subtract(*value, load(lanes(row, start + index)));
                    }
                }
                for (index, value) in values.iter().enumerate() {
                    store(lanes_mut(target, start + index), *value);
                }
            }
        }
    };
}

/// The function `output` of a [`Path`](super::Path), likewise. It needs `load`, `clamp` to 0 and
/// QA, `multiply_add(sums, a, b, c)`, which adds a · b · c, a · b being of 16 bits, to 32-bit sums
/// of type `$sums`, `zero` to begin them with, and `total`, which adds up all of their lanes.
macro_rules! output_kernel {
    ($feature:literal, $lanes:literal, $sums:ty) => {
        #[target_feature(enable = $feature)]
        pub fn output(us: &Values, them: &Values, weights: &[Values; 2]) -> i32 {
            const REGISTERS: usize = HIDDEN / $lanes;
            // Several sums, so that an addition need not wait for the one before it.
            const TILE: usize = tile(REGISTERS, 4);
            let mut sums: [$sums; TILE] = [zero(); TILE];
            for (values, weights) in [us, them].into_iter().zip(weights) {
                for start in (0..REGISTERS).step_by(TILE) {
                    for (index, sum) in sums.iter_mut().enumerate() {
                        let activations = clamp(load(lanes(values, start + index)));
                        let weights = load(lanes(weights, start + index));
                        // The product fits 16 bits, the activation's square does not.
                        *sum = multiply_add(*sum, activations, weights, activations);
                    }
                }
            }
            total(sums)
        }
    };
}
