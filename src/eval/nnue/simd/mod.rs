//! The network's arithmetic on vectors, in the widest form that the processor has.
//!
//! All `unsafe` code of the network is in this folder. A [`Backend`] can only be had where the
//! processor has its instructions, which makes its use safe.

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

/// A value for each neuron of a perspective: an accumulator, or a row of weights.
pub type NeuronRow = [i16; L1];
/// A row of small weights.
pub type NarrowRow = [i8; L1];
/// What four activations add to each neuron of L2.
pub type Block = [[i8; 4]; L2];
/// Blocks of four activations, those of both perspectives.
pub const BLOCKS: usize = 2 * PAIRS / 4;
/// The weights from activations to L2 of an output bucket.
pub type L2Weights = [Block; BLOCKS];

/// The weights of a perspective's inputs, a row for each.
#[derive(Clone, Copy)]
pub struct Weights<'n> {
    /// Of the pieces.
    pub pieces: &'n [NeuronRow],
    /// Of the threats.
    pub threats: &'n [NarrowRow],
}

/// The products of pairs of neurons, 0 to 127, of both perspectives.
#[derive(Clone, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct Activations([u8; 2 * PAIRS]);

impl Activations {
    /// Activations that are all zero.
    pub const fn zeroed() -> Activations {
        Activations([0; 2 * PAIRS])
    }

    #[inline]
    fn blocks(&self) -> &[[u8; 4]] {
        self.0.as_chunks().0
    }
}

/// A set of instructions.
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

/// Every set that this architecture may have, the best first, and its name.
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
            // Part of every 64-bit ARM processor.
            #[cfg(target_arch = "aarch64")]
            Isa::Neon => true,
            Isa::Scalar => true,
        }
    }
}

/// Calls a function of the set's own module.
macro_rules! call {
    ($isa:expr, $function:ident $arguments:tt) => {
        match $isa {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: a `Backend` exists only where the processor has the instructions of its set.
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

/// A way to do the network's arithmetic that this processor has. All ways agree bit for bit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Backend(Isa);

impl Backend {
    /// All backends that this processor has, the fastest first; the last is plain code.
    pub fn available() -> impl Iterator<Item = Backend> {
        ISAS.iter().filter(|(isa, _)| isa.is_available()).map(|&(isa, _)| Backend(isa))
    }

    /// The fastest backend that this processor has.
    pub fn best() -> Backend {
        Backend::available().next().unwrap_or(Backend(Isa::Scalar))
    }

    /// The backend's name, as people know it.
    pub fn name(self) -> &'static str {
        ISAS.iter().find(|&&(isa, _)| isa == self.0).map_or("", |&(_, name)| name)
    }

    /// `target` becomes `source` with the rows of a change added and removed, as a side sees it, each
    /// neuron by itself. Sums wrap around, so that what was added can always be removed again.
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

    /// `target` becomes what two accumulators give to L2: the products of their clipped pairs of neurons, as
    /// [`Network`] has them.
    #[inline]
    pub fn activate(self, us: &NeuronRow, them: &NeuronRow, target: &mut Activations) {
        call!(self.0, activate(us, them, target));
    }

    /// The sums of activations times weights, for each neuron of L2. The activations are up to
    /// 127, the weights within ±127: two such products fit 16 bits. Blocks that are zero are passed
    /// over, as Stockfish does.
    #[inline]
    pub fn propagate(self, activations: &Activations, weights: &L2Weights) -> [i32; L2] {
        call!(self.0, propagate(activations, weights))
    }

    /// The output of the layers behind L2's sums, in an output bucket.
    #[inline]
    pub fn output(self, sums: &[i32; L2], network: &Network, bucket: usize) -> f32 {
        call!(self.0, output(sums, network, bucket))
    }
}
