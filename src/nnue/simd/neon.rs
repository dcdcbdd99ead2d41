//! The kernels for 64-bit ARM.

use std::arch::aarch64::*;

use super::{
    Values,
    kernels::{lanes, lanes_mut, tile},
};
use crate::nnue::features::{HIDDEN, QA};

update_kernel!("neon", int16x8_t, 8);
output_kernel!("neon", 8, int32x4_t);

#[target_feature(enable = "neon")]
#[inline]
fn load(values: &[i16; 8]) -> int16x8_t {
    // SAFETY: 16 bytes are there to be read.
    unsafe { vld1q_s16(values.as_ptr()) }
}

#[target_feature(enable = "neon")]
#[inline]
fn store(target: &mut [i16; 8], values: int16x8_t) {
    // SAFETY: 16 bytes are there to be written.
    unsafe { vst1q_s16(target.as_mut_ptr(), values) };
}

#[target_feature(enable = "neon")]
#[inline]
fn add(a: int16x8_t, b: int16x8_t) -> int16x8_t {
    vaddq_s16(a, b)
}

#[target_feature(enable = "neon")]
#[inline]
fn subtract(a: int16x8_t, b: int16x8_t) -> int16x8_t {
    vsubq_s16(a, b)
}

#[target_feature(enable = "neon")]
#[inline]
fn clamp(values: int16x8_t) -> int16x8_t {
    vminq_s16(vmaxq_s16(values, vdupq_n_s16(0)), vdupq_n_s16(QA as i16))
}

#[target_feature(enable = "neon")]
#[inline]
fn multiply_add(sums: int32x4_t, a: int16x8_t, b: int16x8_t, c: int16x8_t) -> int32x4_t {
    let product = vmulq_s16(a, b);
    let sums = vmlal_s16(sums, vget_low_s16(product), vget_low_s16(c));
    vmlal_high_s16(sums, product, c)
}

#[target_feature(enable = "neon")]
#[inline]
fn zero() -> int32x4_t {
    vdupq_n_s32(0)
}

#[target_feature(enable = "neon")]
#[inline]
fn total<const N: usize>(sums: [int32x4_t; N]) -> i32 {
    let mut sum = zero();
    for part in sums {
        sum = vaddq_s32(sum, part);
    }
    vaddvq_s32(sum)
}
