//! SIMD kernels of the network, dispatched at run time.
//!
//! All `unsafe` code of the network is in this folder. A [`Backend`] exists only if the processor
//! supports its instruction set, which makes its use safe.

#[macro_use]
mod kernels;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod avx512_vnni;
#[cfg(target_arch = "aarch64")]
mod neon;
mod scalar;
#[cfg(target_arch = "x86_64")]
mod ssse3;
#[cfg(test)]
mod tests;

use shakmaty::Color;

use crate::eval::nnue::{
    feature_delta::FeatureDelta,
    features::{L1, L2, PAIRS},
    network::Network,
};

/// One value per neuron of a perspective: an accumulator, or a feature's weights.
pub type NeuronRow = [i16; L1];
/// A feature's weights in 8 bits.
pub type NarrowRow = [i8; L1];
/// L2 weights of four activations.
pub type Block = [[i8; 4]; L2];
/// Blocks of four activations, of both perspectives.
pub const BLOCKS: usize = 2 * PAIRS / 4;
/// L2 weights of an output bucket.
pub type L2Weights = [Block; BLOCKS];

/// Accumulator weights, one row per feature.
#[derive(Clone, Copy)]
pub struct Weights<'n> {
    /// Rows of the piece-square features.
    pub pieces: &'n [NeuronRow],
    /// Rows of the narrow features: threats, then pawn pairs.
    pub narrow: &'n [NarrowRow],
}

/// Pairwise products of neurons, 0 to 127, of both perspectives.
#[derive(Clone, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct Activations([u8; 2 * PAIRS]);

impl Activations {
    /// Returns activations of zero.
    pub const fn zeroed() -> Activations {
        Activations([0; 2 * PAIRS])
    }

    #[inline]
    fn blocks(&self) -> &[[u8; 4]] {
        self.0.as_chunks().0
    }
}

/// An instruction set architecture with kernels of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Isa {
    #[cfg(target_arch = "x86_64")]
    Avx512Vnni,
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Ssse3,
    #[cfg(target_arch = "aarch64")]
    Neon,
    Scalar,
}

/// All instruction sets of the target architecture, fastest first, with their names.
const ISAS: &[(Isa, &str)] = &[
    #[cfg(target_arch = "x86_64")]
    (Isa::Avx512Vnni, "AVX-512 VNNI"),
    #[cfg(target_arch = "x86_64")]
    (Isa::Avx512, "AVX-512"),
    #[cfg(target_arch = "x86_64")]
    (Isa::Avx2, "AVX2"),
    #[cfg(target_arch = "x86_64")]
    (Isa::Ssse3, "SSSE3"),
    #[cfg(target_arch = "aarch64")]
    (Isa::Neon, "NEON"),
    (Isa::Scalar, "scalar"),
];

impl Isa {
    fn is_available(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512Vnni => Isa::Avx512.is_available() && is_x86_feature_detected!("avx512vnni"),
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512 => {
                Isa::Avx2.is_available()
                    && is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
            }
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2 => {
                is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("bmi1")
                    && is_x86_feature_detected!("popcnt")
            }
            #[cfg(target_arch = "x86_64")]
            Isa::Ssse3 => is_x86_feature_detected!("ssse3"),
            // Every 64-bit ARM processor has NEON.
            #[cfg(target_arch = "aarch64")]
            Isa::Neon => true,
            Isa::Scalar => true,
        }
    }
}

/// Calls a function of the module of an instruction set.
macro_rules! call {
    ($isa:expr, $function:ident $arguments:tt) => {
        match $isa {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: a `Backend` exists only if the processor supports its instruction set.
            Isa::Avx512Vnni => unsafe { avx512_vnni::$function $arguments },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Isa::Avx512 => unsafe { avx512::$function $arguments },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Isa::Avx2 => unsafe { avx2::$function $arguments },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Isa::Ssse3 => unsafe { ssse3::$function $arguments },
            #[cfg(target_arch = "aarch64")]
            // SAFETY: as above.
            Isa::Neon => unsafe { neon::$function $arguments },
            Isa::Scalar => scalar::$function $arguments,
        }
    };
}

/// The kernels of an instruction set that the processor supports. All backends give the same bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Backend(Isa);

impl Backend {
    /// Returns the supported backends, fastest first; the last is plain code.
    pub fn available() -> impl Iterator<Item = Backend> {
        ISAS.iter().filter(|(isa, _)| isa.is_available()).map(|&(isa, _)| Backend(isa))
    }

    /// Returns the fastest supported backend.
    pub fn best() -> Backend {
        Backend::available().next().unwrap_or(Backend(Isa::Scalar))
    }

    /// Returns the usual name of the instruction set.
    pub fn name(self) -> &'static str {
        ISAS.iter().find(|&&(isa, _)| isa == self.0).map_or("", |&(_, name)| name)
    }

    /// Sets `target` to `source` with the rows of a delta added and removed, in a perspective. Sums
    /// wrap around, which makes every addition reversible.
    #[inline]
    pub fn update(
        self,
        source: &NeuronRow,
        target: &mut NeuronRow,
        weights: Weights,
        delta: &FeatureDelta,
        side: Color,
    ) {
        call!(self.0, update(source, target, weights, delta, side));
    }

    /// Sets `target` to the activations of two accumulators: the pairwise products of their clipped
    /// neurons, see [`Network`].
    #[inline]
    pub fn activate(self, us: &NeuronRow, them: &NeuronRow, target: &mut Activations) {
        call!(self.0, activate(us, them, target));
    }

    /// Computes the sums of activations times weights for each neuron of L2. Activations are up to
    /// 127 and weights within ±127, hence two products fit 16 bits. Skips blocks of zeros
    /// (Stockfish).
    #[inline]
    pub fn propagate(self, activations: &Activations, weights: &L2Weights) -> [i32; L2] {
        call!(self.0, propagate(activations, weights))
    }

    /// Computes the output from L2's sums in an output bucket.
    #[inline]
    pub fn output(self, sums: &[i32; L2], network: &Network, bucket: usize) -> f32 {
        call!(self.0, output(sums, network, bucket))
    }
}
