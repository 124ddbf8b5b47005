//! The scalar that per-world code is written in: one `f64` or `f32`, or several side by side.
//!
//! Every algorithm of `dynamics` is generic over [`Lane`]. One lane is one tree (a robot or a
//! ball). All operations act on each lane alone, so a tree's numbers do not depend on which trees
//! share its registers: [`Single`] and the wide types of one [`SimdLevel`](super::simd::SimdLevel)
//! and one [`Precision`] give bitwise equal results.

use super::float::Float;
use super::precision::Precision;
use std::ops::{Add, AddAssign, BitAnd, BitOr, Div, Mul, Neg, Not, Sub, SubAssign};

/// Number of lanes of the widest type.
pub const MAX_LANES: usize = 16;

/// A yes or no for every lane.
pub trait Mask: Copy + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> {
    /// Same answer in all lanes.
    fn splat(value: bool) -> Self;
    /// True where bit `i` of `bits` is set.
    fn from_bits(bits: u32) -> Self;
    /// Bit `i` is lane `i`.
    fn bits(self) -> u32;
    /// Whether any lane is true.
    #[inline(always)]
    fn any(self) -> bool {
        self.bits() != 0
    }
}

/// A piece of work that is compiled separately for the CPU's features. To benefit, all of it must
/// be inlined: `run` and what it calls are `#[inline(always)]`.
pub trait Kernel {
    /// What it changes. This is kept apart from what it only reads, so that the compiler knows that
    /// the two do not overlap.
    type Data;
    /// Its result.
    type Output;
    /// Does the work.
    fn run(self, data: &mut Self::Data) -> Self::Output;
}

/// One or several numbers, computed with in lockstep. Values go in and come out as `f64`, rounded
/// to the lanes' [`PRECISION`](Self::PRECISION).
pub trait Lane:
    Copy
    + Send
    + Sync
    + 'static
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + AddAssign
    + SubAssign
{
    /// Comparison result.
    type Mask: Mask;
    /// The same numbers in at most eight lanes.
    type Few: Lane;
    /// Type of number that a lane holds.
    type Number: Float;
    /// Number of lanes.
    const LANES: usize;
    /// Precision of the numbers that lanes hold.
    const PRECISION: Precision;

    /// Does a piece of work with the instructions of this type switched on.
    fn run<K: Kernel>(kernel: K, data: &mut K::Data) -> K::Output;
    /// The same value in all lanes.
    fn splat(value: f64) -> Self;
    /// The value of one lane.
    fn lane(&self, lane: usize) -> f64;
    /// Replaces the value of one lane.
    fn set_lane(&mut self, lane: usize, value: f64);
    /// `self * a + b`, fused where the level has the instruction.
    fn mul_add(self, a: Self, b: Self) -> Self;
    /// Square root.
    fn sqrt(self) -> Self;
    /// Magnitude.
    fn abs(self) -> Self;
    /// Smaller of two finite values.
    fn min(self, other: Self) -> Self;
    /// Larger of two finite values.
    fn max(self, other: Self) -> Self;
    /// Nearest integer, ties to even.
    fn round(self) -> Self;
    /// `self < other`
    fn lt(self, other: Self) -> Self::Mask;
    /// `self <= other`
    fn le(self, other: Self) -> Self::Mask;
    /// `yes` where the mask is true, else `no`.
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self;

    /// Reads `LANES` values; panics if the slice is shorter.
    #[inline(always)]
    fn load(values: &[f64]) -> Self {
        let mut lanes = Self::zero();
        for (lane, &value) in values[..Self::LANES].iter().enumerate() {
            lanes.set_lane(lane, value);
        }
        lanes
    }
    /// Writes `LANES` values; panics if the slice is shorter.
    #[inline(always)]
    fn store(self, values: &mut [f64]) {
        for (lane, value) in values[..Self::LANES].iter_mut().enumerate() {
            *value = self.lane(lane);
        }
    }
    /// Adds the lanes to `LANES` numbers and returns the sums, rounded; panics if the slice is
    /// shorter.
    #[inline(always)]
    fn add_to(self, sums: &mut [f64]) -> Self {
        let mut rounded = self;
        for (lane, sum) in sums[..Self::LANES].iter_mut().enumerate() {
            *sum += self.lane(lane);
            rounded.set_lane(lane, *sum);
        }
        rounded
    }
    /// The sum of the lanes: one half of them is added to the other until one is left.
    #[inline(always)]
    fn sum(self) -> f64 {
        let mut numbers = [Self::Number::default(); MAX_LANES];
        for (lane, number) in numbers[..Self::LANES].iter_mut().enumerate() {
            *number = Self::Number::nearest(self.lane(lane));
        }
        let mut half = Self::LANES / 2;
        while half > 0 {
            for lane in 0..half {
                numbers[lane] = numbers[lane] + numbers[lane + half];
            }
            half /= 2;
        }
        numbers[0].widened()
    }
    /// Which of eight numbers have their sign bit set; bits. This is one instruction on x86.
    #[inline(always)]
    fn signs(numbers: &[f32; 8]) -> u32 {
        let mut signs = 0;
        for (k, number) in numbers.iter().enumerate() {
            signs |= number.to_bits() >> 31 << k;
        }
        signs
    }
    /// Zero in all lanes.
    #[inline(always)]
    fn zero() -> Self {
        Self::splat(0.0)
    }
    /// One in all lanes.
    #[inline(always)]
    fn one() -> Self {
        Self::splat(1.0)
    }
    /// `self > other`
    #[inline(always)]
    fn gt(self, other: Self) -> Self::Mask {
        other.lt(self)
    }
    /// `self >= other`
    #[inline(always)]
    fn ge(self, other: Self) -> Self::Mask {
        other.le(self)
    }
    /// `c - self * a`, fused where the level has the instruction.
    #[inline(always)]
    fn neg_mul_add(self, a: Self, c: Self) -> Self {
        (-self).mul_add(a, c)
    }
    /// The value where the mask is true, else zero.
    #[inline(always)]
    fn keep(self, mask: Self::Mask) -> Self {
        Self::select(mask, self, Self::zero())
    }
    /// Limits to `[low, high]`.
    #[inline(always)]
    fn clamp(self, low: Self, high: Self) -> Self {
        self.max(low).min(high)
    }
}

macro_rules! assign_ops {
    ($type:ty, $([$($generics:tt)*])?) => {
        impl $(<$($generics)*>)? AddAssign for $type {
            #[inline(always)]
            fn add_assign(&mut self, other: Self) {
                *self = *self + other;
            }
        }
        impl $(<$($generics)*>)? SubAssign for $type {
            #[inline(always)]
            fn sub_assign(&mut self, other: Self) {
                *self = *self - other;
            }
        }
    };
}
pub(in crate::math) use assign_ops;

impl Mask for bool {
    #[inline(always)]
    fn splat(value: bool) -> Self {
        value
    }
    #[inline(always)]
    fn from_bits(bits: u32) -> Self {
        bits & 1 != 0
    }
    #[inline(always)]
    fn bits(self) -> u32 {
        u32::from(self)
    }
}

/// One number. `FUSED` says whether `mul_add` rounds once, as the wide types of the same level do.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Single<const FUSED: bool, F = f64>(pub F);

/// A lane for computations on one tree or world at a time: plain arithmetic, the same on every CPU.
pub type Scalar = Single<false>;

macro_rules! single_op {
    ($op:ident, $name:ident, $symbol:tt) => {
        impl<const FUSED: bool, F: Float> $op for Single<FUSED, F> {
            type Output = Self;
            #[inline(always)]
            fn $name(self, other: Self) -> Self {
                Self(self.0 $symbol other.0)
            }
        }
    };
}
single_op!(Add, add, +);
single_op!(Sub, sub, -);
single_op!(Mul, mul, *);
single_op!(Div, div, /);
assign_ops!(Single<FUSED, F>, [const FUSED: bool, F: Float]);

impl<const FUSED: bool, F: Float> Neg for Single<FUSED, F> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl<const FUSED: bool, F: Float> Lane for Single<FUSED, F> {
    type Mask = bool;
    type Few = Self;
    type Number = F;
    const LANES: usize = 1;
    const PRECISION: Precision = F::PRECISION;

    #[inline(always)]
    fn run<K: Kernel>(kernel: K, data: &mut K::Data) -> K::Output {
        #[cfg(target_arch = "x86_64")]
        use super::simd;
        #[cfg(target_arch = "x86_64")]
        if FUSED && simd::SimdLevel::of_cpu() >= simd::SimdLevel::Avx2 {
            #[target_feature(enable = "avx2,fma")]
            fn enabled<K: Kernel>(kernel: K, data: &mut K::Data) -> K::Output {
                kernel.run(data)
            }
            // SAFETY: the check above has found that the CPU has both features.
            return unsafe { enabled(kernel, data) };
        }
        kernel.run(data)
    }
    #[inline(always)]
    fn splat(value: f64) -> Self {
        Self(F::nearest(value))
    }
    #[inline(always)]
    fn lane(&self, _lane: usize) -> f64 {
        self.0.widened()
    }
    #[inline(always)]
    fn set_lane(&mut self, _lane: usize, value: f64) {
        self.0 = F::nearest(value);
    }
    #[inline(always)]
    fn mul_add(self, a: Self, b: Self) -> Self {
        if FUSED { Self(self.0.mul_add(a.0, b.0)) } else { Self(self.0 * a.0 + b.0) }
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        Self(self.0.sqrt())
    }
    #[inline(always)]
    fn abs(self) -> Self {
        Self(self.0.abs())
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        // The order of operands of x86 `minsd`, so that all lane types agree.
        if self.0 < other.0 { self } else { other }
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        if self.0 > other.0 { self } else { other }
    }
    #[inline(always)]
    fn round(self) -> Self {
        Self(self.0.round_ties_even())
    }
    #[inline(always)]
    fn lt(self, other: Self) -> bool {
        self.0 < other.0
    }
    #[inline(always)]
    fn le(self, other: Self) -> bool {
        self.0 <= other.0
    }
    #[inline(always)]
    fn select(mask: bool, yes: Self, no: Self) -> Self {
        if mask { yes } else { no }
    }
}
