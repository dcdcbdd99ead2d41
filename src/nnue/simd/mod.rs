//! The network's arithmetic on vectors, in the widest form that the processor has.
//!
//! All `unsafe` code of the network is in this folder. A [`Path`] can only be had where the
//! processor has its instructions, which makes its use safe.

#[macro_use]
mod kernels;
#[cfg(target_arch = "aarch64")]
mod neon;
mod scalar;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "x86_64")]
mod x86;

use super::features::HIDDEN;

/// A value for each neuron of a perspective: an accumulator, or a row of weights.
pub type Values = [i16; HIDDEN];

/// A set of instructions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Set {
    #[cfg(target_arch = "x86_64")]
    Avx512Vnni,
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Sse2,
    #[cfg(target_arch = "aarch64")]
    Neon,
    Scalar,
}

/// Every set that this architecture may have, the best first, and its name.
const SETS: &[(Set, &str)] = &[
    #[cfg(target_arch = "x86_64")]
    (Set::Avx512Vnni, "AVX-512 VNNI"),
    #[cfg(target_arch = "x86_64")]
    (Set::Avx512, "AVX-512"),
    #[cfg(target_arch = "x86_64")]
    (Set::Avx2, "AVX2"),
    #[cfg(target_arch = "x86_64")]
    (Set::Sse2, "SSE2"),
    #[cfg(target_arch = "aarch64")]
    (Set::Neon, "NEON"),
    (Set::Scalar, "scalar"),
];

impl Set {
    fn is_available(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Set::Avx512Vnni => Set::Avx512.is_available() && is_x86_feature_detected!("avx512vnni"),
            #[cfg(target_arch = "x86_64")]
            Set::Avx512 => {
                is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw")
            }
            #[cfg(target_arch = "x86_64")]
            Set::Avx2 => is_x86_feature_detected!("avx2"),
            // Part of every x86-64 processor.
            #[cfg(target_arch = "x86_64")]
            Set::Sse2 => true,
            // Part of every 64-bit ARM processor.
            #[cfg(target_arch = "aarch64")]
            Set::Neon => true,
            Set::Scalar => true,
        }
    }
}

/// Calls a function of the set's own module.
macro_rules! call {
    ($set:expr, $function:ident $arguments:tt) => {
        match $set {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: a `Path` exists only where the processor has the instructions of its set.
            Set::Avx512Vnni => unsafe { x86::avx512_vnni::$function $arguments },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Set::Avx512 => unsafe { x86::avx512::$function $arguments },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Set::Avx2 => unsafe { x86::avx2::$function $arguments },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Set::Sse2 => unsafe { x86::sse2::$function $arguments },
            #[cfg(target_arch = "aarch64")]
            // SAFETY: as above.
            Set::Neon => unsafe { neon::$function $arguments },
            Set::Scalar => scalar::$function $arguments,
        }
    };
}

/// A way to do the network's arithmetic that this processor has. All ways agree bit for bit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Path(Set);

impl Path {
    /// All paths that this processor has, the fastest first; the last is plain code.
    pub fn available() -> impl Iterator<Item = Path> {
        SETS.iter().filter(|(set, _)| set.is_available()).map(|&(set, _)| Path(set))
    }

    /// The fastest path that this processor has.
    pub fn best() -> Path {
        Path::available().next().unwrap_or(Path(Set::Scalar))
    }

    /// The path's name, as people know it.
    pub fn name(self) -> &'static str {
        SETS.iter().find(|&&(set, _)| set == self.0).map_or("", |&(_, name)| name)
    }

    /// `target` becomes `source` with some rows added and some removed, each neuron by itself.
    /// Sums wrap around, so that what was added can always be removed again.
    #[inline]
    pub fn update(
        self,
        source: &Values,
        target: &mut Values,
        added: &[&Values],
        removed: &[&Values],
    ) {
        call!(self.0, update(source, target, added, removed));
    }

    /// The sum over both sides' neurons of weight · activation², where the activation is the
    /// neuron's value within 0 and [`QA`](super::features::QA) (SCReLU).
    ///
    /// Weights are within ±127. The sum wraps around, which no network comes near: it would take
    /// an output of more than 2³¹ / (QA² · QB) = 516, and a won game has about 10. Partial sums
    /// may wrap and come back.
    #[inline]
    pub fn output(self, us: &Values, them: &Values, weights: &[Values; 2]) -> i32 {
        call!(self.0, output(us, them, weights))
    }
}
