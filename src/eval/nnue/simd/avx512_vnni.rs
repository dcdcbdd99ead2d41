//! AVX-512 VNNI kernels: [`avx512`](super::avx512) with a dot product instruction.

use std::arch::x86_64::*;

pub use super::avx512::{activate, output, update};
use super::{
    avx512::{broadcast, load_weights, nonzero, store_sums, sum, zero},
    kernels::{WORD, pop},
};
use crate::eval::nnue::{
    features::L2,
    simd::{Activations, L2Weights},
};

propagate_kernel!("avx512f,avx512bw,bmi1,popcnt,avx512vnni", __m512i, 4);

#[target_feature(enable = "avx512vnni")]
#[inline]
fn multiply_add(sums: __m512i, activations: __m512i, weights: __m512i) -> __m512i {
    _mm512_dpbusd_epi32(sums, activations, weights)
}
