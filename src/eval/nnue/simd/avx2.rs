//! AVX2 kernels: 256-bit vectors.

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

update_kernel!("avx2", __m256i, 16, 12);
activate_kernel!("avx2", 16);
propagate_kernel!("avx2,bmi1,popcnt", __m256i, 2);
output_kernel!("avx2");

#[target_feature(enable = "avx2")]
#[inline]
fn load(values: &[i16; 16]) -> __m256i {
    // SAFETY: 32 bytes are there to be read.
    unsafe { _mm256_loadu_si256(values.as_ptr().cast()) }
}

#[target_feature(enable = "avx2")]
#[inline]
fn load_narrow(values: &[i8; 16]) -> __m256i {
    // SAFETY: 16 bytes are there to be read.
    _mm256_cvtepi8_epi16(unsafe { _mm_loadu_si128(values.as_ptr().cast()) })
}

#[target_feature(enable = "avx2")]
#[inline]
fn store(target: &mut [i16; 16], values: __m256i) {
    // SAFETY: 32 bytes are there to be written.
    unsafe { _mm256_storeu_si256(target.as_mut_ptr().cast(), values) };
}

#[target_feature(enable = "avx2")]
#[inline]
fn add(a: __m256i, b: __m256i) -> __m256i {
    _mm256_add_epi16(a, b)
}

#[target_feature(enable = "avx2")]
#[inline]
fn subtract(a: __m256i, b: __m256i) -> __m256i {
    _mm256_sub_epi16(a, b)
}

#[target_feature(enable = "avx2")]
#[inline]
fn product(a: __m256i, b: __m256i) -> __m256i {
    let most = _mm256_set1_epi16(QA as i16);
    let a = _mm256_max_epi16(_mm256_min_epi16(a, most), _mm256_setzero_si256());
    // `mulhi` shifts the product right by 16: shift one factor left first.
    let a = _mm256_slli_epi16::<{ 16 - PRODUCT_SHIFT as i32 }>(a);
    _mm256_mulhi_epi16(a, _mm256_min_epi16(b, most))
}

#[target_feature(enable = "avx2")]
#[inline]
fn pack(low: __m256i, high: __m256i) -> __m256i {
    // `packus` interleaves 8-byte groups of both registers: restore their order.
    _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packus_epi16(low, high))
}

#[target_feature(enable = "avx2")]
#[inline]
fn store_bytes(target: &mut [u8; 32], values: __m256i) {
    // SAFETY: 32 bytes are there to be written.
    unsafe { _mm256_storeu_si256(target.as_mut_ptr().cast(), values) };
}

#[target_feature(enable = "avx2")]
#[inline]
fn nonzero(activations: &[[u8; 4]; WORD]) -> u64 {
    let mut mask = 0;
    let (registers, _) = activations.as_flattened().as_chunks::<32>();
    for (index, bytes) in registers.iter().enumerate() {
        // SAFETY: 32 bytes are there to be read.
        let blocks = unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) };
        // Activations are below 128, hence no block is negative.
        let positive = _mm256_cmpgt_epi32(blocks, _mm256_setzero_si256());
        mask |= (_mm256_movemask_ps(_mm256_castsi256_ps(positive)) as u64) << (8 * index);
    }
    mask
}

#[target_feature(enable = "avx2")]
#[inline]
fn broadcast(activations: [u8; 4]) -> __m256i {
    _mm256_set1_epi32(i32::from_ne_bytes(activations))
}

#[target_feature(enable = "avx2")]
#[inline]
fn load_weights(weights: &Block, index: usize) -> __m256i {
    let (registers, _) = weights.as_flattened().as_chunks::<32>();
    // SAFETY: 32 bytes are there to be read.
    unsafe { _mm256_loadu_si256(registers[index].as_ptr().cast()) }
}

#[target_feature(enable = "avx2")]
#[inline]
fn multiply_add(sums: __m256i, activations: __m256i, weights: __m256i) -> __m256i {
    let pairs = _mm256_maddubs_epi16(activations, weights);
    _mm256_add_epi32(sums, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)))
}

#[target_feature(enable = "avx2")]
#[inline]
fn zero() -> __m256i {
    _mm256_setzero_si256()
}

#[target_feature(enable = "avx2")]
#[inline]
fn sum(a: __m256i, b: __m256i) -> __m256i {
    _mm256_add_epi32(a, b)
}

#[target_feature(enable = "avx2")]
#[inline]
fn store_sums(target: &mut [i32; 8], sums: __m256i) {
    // SAFETY: 32 bytes are there to be written.
    unsafe { _mm256_storeu_si256(target.as_mut_ptr().cast(), sums) };
}
