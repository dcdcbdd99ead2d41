//! The kernels for x86-64.

/// 512-bit vectors of 16-bit lanes.
pub mod avx512 {
    use std::arch::x86_64::*;

    use super::super::{
        Values,
        kernels::{lanes, lanes_mut, tile},
    };
    use crate::nnue::features::{HIDDEN, QA};

    update_kernel!("avx512f,avx512bw", __m512i, 32);
    output_kernel!("avx512f,avx512bw", 32, __m512i);

    #[target_feature(enable = "avx512f")]
    #[inline]
    pub fn load(values: &[i16; 32]) -> __m512i {
        // SAFETY: 64 bytes are there to be read.
        unsafe { _mm512_loadu_si512(values.as_ptr().cast()) }
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
    pub fn clamp(values: __m512i) -> __m512i {
        let positive = _mm512_max_epi16(values, _mm512_setzero_si512());
        _mm512_min_epi16(positive, _mm512_set1_epi16(QA as i16))
    }

    #[target_feature(enable = "avx512bw")]
    #[inline]
    fn multiply_add(sums: __m512i, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        let pairs = _mm512_madd_epi16(_mm512_mullo_epi16(a, b), c);
        _mm512_add_epi32(sums, pairs)
    }

    #[target_feature(enable = "avx512f")]
    #[inline]
    pub fn zero() -> __m512i {
        _mm512_setzero_si512()
    }

    #[target_feature(enable = "avx512f")]
    #[inline]
    pub fn total<const N: usize>(sums: [__m512i; N]) -> i32 {
        let mut sum = zero();
        for part in sums {
            sum = _mm512_add_epi32(sum, part);
        }
        _mm512_reduce_add_epi32(sum)
    }
}

/// As [`avx512`], with the multiplication and addition in one instruction.
pub mod avx512_vnni {
    use std::arch::x86_64::*;

    use super::{
        super::{
            Values,
            kernels::{lanes, tile},
        },
        avx512::{clamp, load, total, zero},
    };
    use crate::nnue::features::HIDDEN;

    pub use super::avx512::update;

    output_kernel!("avx512f,avx512bw,avx512vnni", 32, __m512i);

    #[target_feature(enable = "avx512bw,avx512vnni")]
    #[inline]
    fn multiply_add(sums: __m512i, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        _mm512_dpwssd_epi32(sums, _mm512_mullo_epi16(a, b), c)
    }
}

/// 256-bit vectors.
pub mod avx2 {
    use std::arch::x86_64::*;

    use super::super::{
        Values,
        kernels::{lanes, lanes_mut, tile},
    };
    use crate::nnue::features::{HIDDEN, QA};

    update_kernel!("avx2", __m256i, 16);
    output_kernel!("avx2", 16, __m256i);

    #[target_feature(enable = "avx2")]
    #[inline]
    fn load(values: &[i16; 16]) -> __m256i {
        // SAFETY: 32 bytes are there to be read.
        unsafe { _mm256_loadu_si256(values.as_ptr().cast()) }
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
    fn clamp(values: __m256i) -> __m256i {
        let positive = _mm256_max_epi16(values, _mm256_setzero_si256());
        _mm256_min_epi16(positive, _mm256_set1_epi16(QA as i16))
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn multiply_add(sums: __m256i, a: __m256i, b: __m256i, c: __m256i) -> __m256i {
        let pairs = _mm256_madd_epi16(_mm256_mullo_epi16(a, b), c);
        _mm256_add_epi32(sums, pairs)
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn zero() -> __m256i {
        _mm256_setzero_si256()
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn total<const N: usize>(sums: [__m256i; N]) -> i32 {
        let mut sum = zero();
        for part in sums {
            sum = _mm256_add_epi32(sum, part);
        }
        let halves = (_mm256_castsi256_si128(sum), _mm256_extracti128_si256::<1>(sum));
        super::sse2::total([halves.0, halves.1])
    }
}

/// 128-bit vectors, which every x86-64 processor has.
pub mod sse2 {
    use std::arch::x86_64::*;

    use super::super::{
        Values,
        kernels::{lanes, lanes_mut, tile},
    };
    use crate::nnue::features::{HIDDEN, QA};

    update_kernel!("sse2", __m128i, 8);
    output_kernel!("sse2", 8, __m128i);

    #[target_feature(enable = "sse2")]
    #[inline]
    fn load(values: &[i16; 8]) -> __m128i {
        // SAFETY: 16 bytes are there to be read.
        unsafe { _mm_loadu_si128(values.as_ptr().cast()) }
    }

    #[target_feature(enable = "sse2")]
    #[inline]
    fn store(target: &mut [i16; 8], values: __m128i) {
        // SAFETY: 16 bytes are there to be written.
        unsafe { _mm_storeu_si128(target.as_mut_ptr().cast(), values) };
    }

    #[target_feature(enable = "sse2")]
    #[inline]
    fn add(a: __m128i, b: __m128i) -> __m128i {
        _mm_add_epi16(a, b)
    }

    #[target_feature(enable = "sse2")]
    #[inline]
    fn subtract(a: __m128i, b: __m128i) -> __m128i {
        _mm_sub_epi16(a, b)
    }

    #[target_feature(enable = "sse2")]
    #[inline]
    fn clamp(values: __m128i) -> __m128i {
        let positive = _mm_max_epi16(values, _mm_setzero_si128());
        _mm_min_epi16(positive, _mm_set1_epi16(QA as i16))
    }

    #[target_feature(enable = "sse2")]
    #[inline]
    fn multiply_add(sums: __m128i, a: __m128i, b: __m128i, c: __m128i) -> __m128i {
        _mm_add_epi32(sums, _mm_madd_epi16(_mm_mullo_epi16(a, b), c))
    }

    #[target_feature(enable = "sse2")]
    #[inline]
    fn zero() -> __m128i {
        _mm_setzero_si128()
    }

    #[target_feature(enable = "sse2")]
    #[inline]
    pub fn total<const N: usize>(sums: [__m128i; N]) -> i32 {
        let mut sum = zero();
        for part in sums {
            sum = _mm_add_epi32(sum, part);
        }
        sum = _mm_add_epi32(sum, _mm_shuffle_epi32::<0b01_00_11_10>(sum));
        sum = _mm_add_epi32(sum, _mm_shuffle_epi32::<0b10_11_00_01>(sum));
        _mm_cvtsi128_si32(sum)
    }
}
