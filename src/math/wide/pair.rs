//! A plain pair of lanes, for CPUs without AVX2.

use crate::math::lane::{Kernel, Lane, Mask, assign_ops};
use std::ops::{Add, AddAssign, BitAnd, BitOr, Div, Mul, Neg, Not, Sub, SubAssign};

/// Two `f64` without fused multiply-add, for CPUs without AVX2.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
pub struct Pair([f64; 2]);

/// Mask of [`Pair`].
#[derive(Clone, Copy, Debug)]
pub struct PairMask([bool; 2]);

impl BitAnd for PairMask {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, o: Self) -> Self {
        Self([self.0[0] & o.0[0], self.0[1] & o.0[1]])
    }
}
impl BitOr for PairMask {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, o: Self) -> Self {
        Self([self.0[0] | o.0[0], self.0[1] | o.0[1]])
    }
}
impl Not for PairMask {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self([!self.0[0], !self.0[1]])
    }
}
impl Mask for PairMask {
    #[inline(always)]
    fn splat(value: bool) -> Self {
        Self([value; 2])
    }
    #[inline(always)]
    fn from_bits(bits: u32) -> Self {
        Self([bits & 1 != 0, bits & 2 != 0])
    }
    #[inline(always)]
    fn bits(self) -> u32 {
        u32::from(self.0[0]) | u32::from(self.0[1]) << 1
    }
}

macro_rules! pair_op {
    ($op:ident, $name:ident, $symbol:tt) => {
        impl $op for Pair {
            type Output = Self;
            #[inline(always)]
            fn $name(self, o: Self) -> Self {
                Self([self.0[0] $symbol o.0[0], self.0[1] $symbol o.0[1]])
            }
        }
    };
}
pair_op!(Add, add, +);
pair_op!(Sub, sub, -);
pair_op!(Mul, mul, *);
pair_op!(Div, div, /);
assign_ops!(Pair,);

impl Neg for Pair {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self([-self.0[0], -self.0[1]])
    }
}

impl Pair {
    #[inline(always)]
    fn map(self, f: impl Fn(f64) -> f64) -> Self {
        Self([f(self.0[0]), f(self.0[1])])
    }
}

impl Lane for Pair {
    type Mask = PairMask;
    const LANES: usize = 2;

    #[inline(always)]
    fn run<K: Kernel>(kernel: K, data: &mut K::Data) -> K::Output {
        kernel.run(data)
    }
    #[inline(always)]
    fn splat(value: f64) -> Self {
        Self([value; 2])
    }
    #[inline(always)]
    fn load(values: &[f64]) -> Self {
        Self([values[0], values[1]])
    }
    #[inline(always)]
    fn store(self, values: &mut [f64]) {
        values[..2].copy_from_slice(&self.0);
    }
    #[inline(always)]
    fn lane(&self, lane: usize) -> f64 {
        self.0[lane]
    }
    #[inline(always)]
    fn set_lane(&mut self, lane: usize, value: f64) {
        self.0[lane] = value;
    }
    #[inline(always)]
    fn mul_add(self, a: Self, b: Self) -> Self {
        self * a + b
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        self.map(f64::sqrt)
    }
    #[inline(always)]
    fn abs(self) -> Self {
        self.map(f64::abs)
    }
    #[inline(always)]
    fn min(self, o: Self) -> Self {
        Self::select(self.lt(o), self, o)
    }
    #[inline(always)]
    fn max(self, o: Self) -> Self {
        Self::select(o.lt(self), self, o)
    }
    #[inline(always)]
    fn round(self) -> Self {
        self.map(f64::round_ties_even)
    }
    #[inline(always)]
    fn lt(self, o: Self) -> PairMask {
        PairMask([self.0[0] < o.0[0], self.0[1] < o.0[1]])
    }
    #[inline(always)]
    fn le(self, o: Self) -> PairMask {
        PairMask([self.0[0] <= o.0[0], self.0[1] <= o.0[1]])
    }
    #[inline(always)]
    fn select(mask: PairMask, yes: Self, no: Self) -> Self {
        Self([
            if mask.0[0] { yes.0[0] } else { no.0[0] },
            if mask.0[1] { yes.0[1] } else { no.0[1] },
        ])
    }
}
