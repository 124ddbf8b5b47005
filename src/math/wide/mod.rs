//! Wide lanes, and the only way to them.
//!
//! Every operation of a wide type is safe to call, so its types must not be there on a CPU without
//! their instructions. They have no names outside of this module: code that is generic over
//! [`Lane`] gets one from [`with_lanes`], which has asked the CPU.
//!
//! ```compile_fail,E0603
//! use rcssgym::math::wide::x86::Avx512;
//! ```

mod pair;
#[cfg(target_arch = "x86_64")]
mod x86;

use super::lane::{Kernel, Lane, Single};
use super::simd::SimdLevel;
pub use pair::Pair;
#[cfg(target_arch = "x86_64")]
use x86::{Avx2, Avx512};

/// Something that can be done with any lane type.
pub trait LaneUser {
    /// What comes of it.
    type Output;
    /// Does it.
    fn run<L: Lane>(self) -> Self::Output;
}

/// How many lanes of a level to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// One.
    Single,
    /// As many as the widest registers hold.
    Full,
}

/// Lets `user` work with the lanes of a level, or of the highest below it that the CPU has. Both
/// widths of a level give the same numbers.
pub fn with_lanes<U: LaneUser>(level: SimdLevel, width: Width, user: U) -> U::Output {
    match (level.min(SimdLevel::of_cpu()), width) {
        #[cfg(target_arch = "x86_64")]
        (SimdLevel::Avx512, Width::Full) => user.run::<Avx512>(),
        #[cfg(target_arch = "x86_64")]
        (SimdLevel::Avx2, Width::Full) => user.run::<Avx2>(),
        #[cfg(target_arch = "x86_64")]
        (SimdLevel::Avx512 | SimdLevel::Avx2, Width::Single) => user.run::<Single<true>>(),
        (_, Width::Single) => user.run::<Single<false>>(),
        (_, Width::Full) => user.run::<Pair>(),
    }
}

/// Lanes of a level at full width, if the CPU has it.
pub fn lanes(level: SimdLevel) -> usize {
    struct Count;
    impl LaneUser for Count {
        type Output = usize;
        fn run<L: Lane>(self) -> usize {
            L::LANES
        }
    }
    with_lanes(level, Width::Full, Count)
}

/// Runs a kernel with AVX2 and fused multiply-add switched on where the CPU has them and
/// [`SimdLevel::allows_avx2`] says so. Plain arithmetic gives the same numbers with and without.
#[inline]
pub fn with_avx2<K: Kernel>(kernel: K, data: &mut K::Data) -> K::Output {
    if SimdLevel::allows_avx2() { Single::<true>::run(kernel, data) } else { kernel.run(data) }
}
