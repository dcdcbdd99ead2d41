//! AVX-512 kernels: 512-bit vectors.

use std::arch::x86_64::*;

use shakmaty::Color;

// 512 bits are not faster here: the broadcasts are the bottleneck.
pub use super::avx2::output;
use super::kernels::{WORD, bytes_mut, lanes, lanes_mut, pop};
use crate::eval::nnue::{
    feature_delta::FeatureDelta,
    features::{L1, L2, PAIRS, PRODUCT_SHIFT, QA},
    simd::{Activations, Block, L2Weights, NeuronRow, Weights},
};

update_kernel!("avx512f,avx512bw", __m512i, 32, 24);
activate_kernel!("avx512f,avx512bw", 32);
propagate_kernel!("avx512f,avx512bw,bmi1,popcnt", __m512i, 2);

#[target_feature(enable = "avx512f")]
#[inline]
fn load(values: &[i16; 32]) -> __m512i {
    // SAFETY: 64 bytes are there to be read.
    unsafe { _mm512_loadu_si512(values.as_ptr().cast()) }
}

#[target_feature(enable = "avx512bw")]
#[inline]
fn load_narrow(values: &[i8; 32]) -> __m512i {
    // SAFETY: 32 bytes are there to be read.
    _mm512_cvtepi8_epi16(unsafe { _mm256_loadu_si256(values.as_ptr().cast()) })
}

#[target_feature(enable = "avx512f")]
#[inline]
fn store(target: &mut [i16; 32], values: __m512i) {
    // SAFETY: 64 bytes are there to be written.
    unsafe { _mm512_storeu_si512(target.as_mut_ptr().cast(), values) };
}

#[target_feature(enable = "avx512bw")]
#[inline]
fn add(a: __m512i, b: __m512i) -> __m512i {
    _mm512_add_epi16(a, b)
}

#[target_feature(enable = "avx512bw")]
#[inline]
fn subtract(a: __m512i, b: __m512i) -> __m512i {
    _mm512_sub_epi16(a, b)
}

#[target_feature(enable = "avx512bw")]
#[inline]
fn product(a: __m512i, b: __m512i) -> __m512i {
    let most = _mm512_set1_epi16(QA as i16);
    let a = _mm512_max_epi16(_mm512_min_epi16(a, most), _mm512_setzero_si512());
    // `mulhi` shifts the product right by 16: shift one factor left first.
    let a = _mm512_slli_epi16::<{ 16 - PRODUCT_SHIFT }>(a);
    _mm512_mulhi_epi16(a, _mm512_min_epi16(b, most))
}

#[target_feature(enable = "avx512bw")]
#[inline]
fn pack(low: __m512i, high: __m512i) -> __m512i {
    // `packus` interleaves 8-byte groups of both registers: restore their order.
    let order = _mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7);
    _mm512_permutexvar_epi64(order, _mm512_packus_epi16(low, high))
}

#[target_feature(enable = "avx512f")]
#[inline]
fn store_bytes(target: &mut [u8; 64], values: __m512i) {
    // SAFETY: 64 bytes are there to be written.
    unsafe { _mm512_storeu_si512(target.as_mut_ptr().cast(), values) };
}

#[target_feature(enable = "avx512f")]
#[inline]
pub fn nonzero(activations: &[[u8; 4]; WORD]) -> u64 {
    let mut mask = 0;
    let (registers, _) = activations.as_flattened().as_chunks::<64>();
    for (index, bytes) in registers.iter().enumerate() {
        // SAFETY: 64 bytes are there to be read.
        let blocks = unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) };
        mask |= u64::from(_mm512_test_epi32_mask(blocks, blocks)) << (16 * index);
    }
    mask
}

#[target_feature(enable = "avx512f")]
#[inline]
pub fn broadcast(activations: [u8; 4]) -> __m512i {
    _mm512_set1_epi32(i32::from_ne_bytes(activations))
}

#[target_feature(enable = "avx512f")]
#[inline]
pub fn load_weights(weights: &Block, index: usize) -> __m512i {
    debug_assert_eq!(index, 0);
    // SAFETY: 64 bytes are there to be read.
    unsafe { _mm512_loadu_si512(weights.as_ptr().cast()) }
}

#[target_feature(enable = "avx512bw")]
#[inline]
fn multiply_add(sums: __m512i, activations: __m512i, weights: __m512i) -> __m512i {
    let pairs = _mm512_maddubs_epi16(activations, weights);
    _mm512_add_epi32(sums, _mm512_madd_epi16(pairs, _mm512_set1_epi16(1)))
}

#[target_feature(enable = "avx512f")]
#[inline]
pub fn zero() -> __m512i {
    _mm512_setzero_si512()
}

#[target_feature(enable = "avx512f")]
#[inline]
pub fn sum(a: __m512i, b: __m512i) -> __m512i {
    _mm512_add_epi32(a, b)
}

#[target_feature(enable = "avx512f")]
#[inline]
pub fn store_sums(target: &mut [i32; 16], sums: __m512i) {
    // SAFETY: 64 bytes are there to be written.
    unsafe { _mm512_storeu_si512(target.as_mut_ptr().cast(), sums) };
}
