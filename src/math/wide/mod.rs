//! Wide lane types, and the only way to get them.
//!
//! Every operation of a wide type is safe to call, so a wide type must not be available on a CPU
//! without its instructions. Wide types cannot be named outside of this module: code that is
//! generic over [`Lane`] gets one from [`with_lanes`], which checks the CPU.
//!
//! ```compile_fail,E0603
//! use rcssgym::math::wide::x86::F64x8;
//! ```

#[cfg(target_arch = "aarch64")]
mod neon;
mod plain;
#[cfg(target_arch = "x86_64")]
mod x86;

use super::lane::{Kernel, Lane, Single};
use super::precision::Precision;
use super::simd::SimdLevel;
#[cfg(target_arch = "aarch64")]
use neon::{F32x4, F64x2};
pub use plain::{Pair, Quad};
#[cfg(target_arch = "x86_64")]
use x86::{F32x8, F32x16, F64x4, F64x8};

/// Something that can be done with any lane type.
pub trait LaneUser {
    /// Its result.
    type Output;
    /// Does it.
    fn run<L: Lane>(self) -> Self::Output;
}

/// How many lanes of a level to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// For a handful of trees: one `f64`, or the smallest number of `f32` for which there is a lane
    /// type.
    Narrow,
    /// As many as the widest registers hold.
    Full,
}

/// Runs `user` with the lanes of a level, or of the highest level below it that the CPU has. Both
/// widths of a level give the same numbers.
pub fn with_lanes<U: LaneUser>(
    level: SimdLevel,
    precision: Precision,
    width: Width,
    user: U,
) -> U::Output {
    use Precision::{F32, F64};
    use Width::{Full, Narrow};
    match (level.min(SimdLevel::of_cpu()), precision, width) {
        #[cfg(target_arch = "x86_64")]
        (SimdLevel::Avx512, F64, Full) => user.run::<F64x8>(),
        #[cfg(target_arch = "x86_64")]
        (SimdLevel::Avx512, F32, Full) => user.run::<F32x16>(),
        #[cfg(target_arch = "x86_64")]
        (SimdLevel::Avx2, F64, Full) => user.run::<F64x4>(),
        #[cfg(target_arch = "x86_64")]
        (SimdLevel::Avx512 | SimdLevel::Avx2, F64, Narrow) => user.run::<Single<true>>(),
        #[cfg(target_arch = "x86_64")]
        (SimdLevel::Avx512 | SimdLevel::Avx2, F32, _) => user.run::<F32x8>(),
        #[cfg(target_arch = "aarch64")]
        (SimdLevel::Neon, F64, Full) => user.run::<F64x2>(),
        #[cfg(target_arch = "aarch64")]
        (SimdLevel::Neon, F64, Narrow) => user.run::<Single<true>>(),
        #[cfg(target_arch = "aarch64")]
        (SimdLevel::Neon, F32, _) => user.run::<F32x4>(),
        (_, F64, Narrow) => user.run::<Single<false>>(),
        (_, F64, Full) => user.run::<Pair>(),
        (_, F32, _) => user.run::<Quad>(),
    }
}

/// Number of lanes of a level, if the CPU has it.
pub fn lanes(level: SimdLevel, precision: Precision, width: Width) -> usize {
    struct Count;
    impl LaneUser for Count {
        type Output = usize;
        fn run<L: Lane>(self) -> usize {
            L::LANES
        }
    }
    with_lanes(level, precision, width, Count)
}

/// Runs a kernel with AVX2 and fused multiply-add switched on where the CPU has them and
/// [`SimdLevel::allows_avx2`] says so. Plain arithmetic gives the same numbers with and without.
#[inline]
pub fn with_avx2<K: Kernel>(kernel: K, data: &mut K::Data) -> K::Output {
    if SimdLevel::allows_avx2() { Single::<true, f64>::run(kernel, data) } else { kernel.run(data) }
}

/// Runs a kernel of plain arithmetic, which gives the same numbers everywhere, with the widest
/// registers that [`SimdLevel::detect`] allows.
#[inline]
pub fn with_widest<K: Kernel>(kernel: K, data: &mut K::Data) -> K::Output {
    struct Widest<'a, K: Kernel>(K, &'a mut K::Data);
    impl<K: Kernel> LaneUser for Widest<'_, K> {
        type Output = K::Output;
        #[inline(always)]
        fn run<L: Lane>(self) -> K::Output {
            L::run(self.0, self.1)
        }
    }
    let level = SimdLevel::detect().unwrap_or(SimdLevel::Baseline);
    with_lanes(level, Precision::F64, Width::Full, Widest(kernel, data))
}
