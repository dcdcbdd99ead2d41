//! NEON kernels: 128-bit vectors of 64-bit ARM.

use std::arch::aarch64::*;

use shakmaty::Color;

use super::kernels::{WORD, bytes_mut, lanes, lanes_mut, pop};
use crate::eval::nnue::{
    feature_delta::FeatureDelta,
    features::{L1, L2, PAIRS, PRODUCT_SHIFT, QA},
    network::Network,
    output_layers,
    simd::{Activations, Block, L2Weights, NeuronRow, Weights},
};

update_kernel!("neon", int16x8_t, 8, 12);
activate_kernel!("neon", 8);
propagate_kernel!("neon", int32x4_t, 2);
output_kernel!("neon");

#[target_feature(enable = "neon")]
#[inline]
fn load(values: &[i16; 8]) -> int16x8_t {
    // SAFETY: 16 bytes are there to be read.
    unsafe { vld1q_s16(values.as_ptr()) }
}

#[target_feature(enable = "neon")]
#[inline]
fn load_narrow(values: &[i8; 8]) -> int16x8_t {
    // SAFETY: 8 bytes are there to be read.
    vmovl_s8(unsafe { vld1_s8(values.as_ptr()) })
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
fn product(a: int16x8_t, b: int16x8_t) -> int16x8_t {
    let most = vdupq_n_s16(QA as i16);
    let a = vmaxq_s16(vminq_s16(a, most), vdupq_n_s16(0));
    // The upper 16 bits of the doubled product are left of a shift by 16.
    let a = vshlq_n_s16::<{ 15 - PRODUCT_SHIFT as i32 }>(a);
    vqdmulhq_s16(a, vminq_s16(b, most))
}

#[target_feature(enable = "neon")]
#[inline]
fn pack(low: int16x8_t, high: int16x8_t) -> uint8x16_t {
    vqmovun_high_s16(vqmovun_s16(low), high)
}

#[target_feature(enable = "neon")]
#[inline]
fn store_bytes(target: &mut [u8; 16], values: uint8x16_t) {
    // SAFETY: 16 bytes are there to be written.
    unsafe { vst1q_u8(target.as_mut_ptr(), values) };
}

#[target_feature(enable = "neon")]
#[inline]
fn nonzero(activations: &[[u8; 4]; WORD]) -> u64 {
    const BITS: [u32; 4] = [1, 2, 4, 8];
    // SAFETY: 16 bytes are there to be read.
    let bits = unsafe { vld1q_u32(BITS.as_ptr()) };
    let mut mask = 0;
    let (registers, _) = activations.as_flattened().as_chunks::<16>();
    for (index, bytes) in registers.iter().enumerate() {
        // SAFETY: as above.
        let blocks = vreinterpretq_u32_u8(unsafe { vld1q_u8(bytes.as_ptr()) });
        let set = vandq_u32(vtstq_u32(blocks, blocks), bits);
        mask |= u64::from(vaddvq_u32(set)) << (4 * index);
    }
    mask
}

#[target_feature(enable = "neon")]
#[inline]
fn broadcast(activations: [u8; 4]) -> int8x16_t {
    // Activations are below 128.
    vreinterpretq_s8_s32(vdupq_n_s32(i32::from_ne_bytes(activations)))
}

#[target_feature(enable = "neon")]
#[inline]
fn load_weights(weights: &Block, index: usize) -> int8x16_t {
    let (registers, _) = weights.as_flattened().as_chunks::<16>();
    // SAFETY: 16 bytes are there to be read.
    unsafe { vld1q_s8(registers[index].as_ptr()) }
}

#[target_feature(enable = "neon")]
#[inline]
fn multiply_add(sums: int32x4_t, activations: int8x16_t, weights: int8x16_t) -> int32x4_t {
    let low = vmull_s8(vget_low_s8(activations), vget_low_s8(weights));
    let high = vmull_high_s8(activations, weights);
    vpadalq_s16(sums, vpaddq_s16(low, high))
}

#[target_feature(enable = "neon")]
#[inline]
fn zero() -> int32x4_t {
    vdupq_n_s32(0)
}

#[target_feature(enable = "neon")]
#[inline]
fn sum(a: int32x4_t, b: int32x4_t) -> int32x4_t {
    vaddq_s32(a, b)
}

#[target_feature(enable = "neon")]
#[inline]
fn store_sums(target: &mut [i32; 4], sums: int32x4_t) {
    // SAFETY: 16 bytes are there to be written.
    unsafe { vst1q_s32(target.as_mut_ptr(), sums) };
}
