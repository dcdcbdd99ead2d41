//! SSSE3 kernels: 128-bit vectors.

use std::arch::x86_64::*;

use shakmaty::Color;

use super::kernels::{WORD, bytes_mut, lanes, lanes_mut, pop};
use crate::eval::nnue::{
    feature_delta::FeatureDelta,
    features::{L1, L2, PAIRS, PRODUCT_SHIFT, QA},
    network::Network,
    output_layers,
    simd::{Activations, Block, L2Weights, NeuronRow, Weights},
};

update_kernel!("ssse3", __m128i, 8, 8);
activate_kernel!("ssse3", 8);
propagate_kernel!("ssse3", __m128i, 1);
output_kernel!("ssse3");

#[target_feature(enable = "ssse3")]
#[inline]
fn load(values: &[i16; 8]) -> __m128i {
    // SAFETY: 16 bytes are there to be read.
    unsafe { _mm_loadu_si128(values.as_ptr().cast()) }
}

#[target_feature(enable = "ssse3")]
#[inline]
fn load_narrow(values: &[i8; 8]) -> __m128i {
    // SAFETY: 8 bytes are there to be read.
    let values = unsafe { _mm_loadl_epi64(values.as_ptr().cast()) };
    // Each in the upper half of its lane, and from there with its sign to the lower.
    _mm_srai_epi16::<8>(_mm_unpacklo_epi8(_mm_setzero_si128(), values))
}

#[target_feature(enable = "ssse3")]
#[inline]
fn store(target: &mut [i16; 8], values: __m128i) {
    // SAFETY: 16 bytes are there to be written.
    unsafe { _mm_storeu_si128(target.as_mut_ptr().cast(), values) };
}

#[target_feature(enable = "ssse3")]
#[inline]
fn add(a: __m128i, b: __m128i) -> __m128i {
    _mm_add_epi16(a, b)
}

#[target_feature(enable = "ssse3")]
#[inline]
fn subtract(a: __m128i, b: __m128i) -> __m128i {
    _mm_sub_epi16(a, b)
}

#[target_feature(enable = "ssse3")]
#[inline]
fn product(a: __m128i, b: __m128i) -> __m128i {
    let most = _mm_set1_epi16(QA as i16);
    let a = _mm_max_epi16(_mm_min_epi16(a, most), _mm_setzero_si128());
    // The upper 16 bits of the product are left of a shift by 16.
    let a = _mm_slli_epi16::<{ 16 - PRODUCT_SHIFT as i32 }>(a);
    _mm_mulhi_epi16(a, _mm_min_epi16(b, most))
}

#[target_feature(enable = "ssse3")]
#[inline]
fn pack(low: __m128i, high: __m128i) -> __m128i {
    _mm_packus_epi16(low, high)
}

#[target_feature(enable = "ssse3")]
#[inline]
fn store_bytes(target: &mut [u8; 16], values: __m128i) {
    // SAFETY: 16 bytes are there to be written.
    unsafe { _mm_storeu_si128(target.as_mut_ptr().cast(), values) };
}

#[target_feature(enable = "ssse3")]
#[inline]
fn nonzero(activations: &[[u8; 4]; WORD]) -> u64 {
    let mut mask = 0;
    let (registers, _) = activations.as_flattened().as_chunks::<16>();
    for (index, bytes) in registers.iter().enumerate() {
        // SAFETY: 16 bytes are there to be read.
        let blocks = unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) };
        // Activations are below 128, hence no block is negative.
        let positive = _mm_cmpgt_epi32(blocks, _mm_setzero_si128());
        mask |= (_mm_movemask_ps(_mm_castsi128_ps(positive)) as u64) << (4 * index);
    }
    mask
}

#[target_feature(enable = "ssse3")]
#[inline]
fn broadcast(activations: [u8; 4]) -> __m128i {
    _mm_set1_epi32(i32::from_ne_bytes(activations))
}

#[target_feature(enable = "ssse3")]
#[inline]
fn load_weights(weights: &Block, index: usize) -> __m128i {
    let (registers, _) = weights.as_flattened().as_chunks::<16>();
    // SAFETY: 16 bytes are there to be read.
    unsafe { _mm_loadu_si128(registers[index].as_ptr().cast()) }
}

#[target_feature(enable = "ssse3")]
#[inline]
fn multiply_add(sums: __m128i, activations: __m128i, weights: __m128i) -> __m128i {
    let pairs = _mm_maddubs_epi16(activations, weights);
    _mm_add_epi32(sums, _mm_madd_epi16(pairs, _mm_set1_epi16(1)))
}

#[target_feature(enable = "ssse3")]
#[inline]
fn zero() -> __m128i {
    _mm_setzero_si128()
}

#[target_feature(enable = "ssse3")]
#[inline]
fn sum(a: __m128i, b: __m128i) -> __m128i {
    _mm_add_epi32(a, b)
}

#[target_feature(enable = "ssse3")]
#[inline]
fn store_sums(target: &mut [i32; 4], sums: __m128i) {
    // SAFETY: 16 bytes are there to be written.
    unsafe { _mm_storeu_si128(target.as_mut_ptr().cast(), sums) };
}
