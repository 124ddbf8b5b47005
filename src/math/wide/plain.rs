//! Lanes as plain arrays, for CPUs without the instructions of the other wide types.

use crate::math::float::Float;
use crate::math::lane::{Kernel, Lane, Mask, assign_ops};
use crate::math::precision::Precision;
use std::ops::{Add, AddAssign, BitAnd, BitOr, Div, Mul, Neg, Not, Sub, SubAssign};

/// `N` numbers without fused multiply-add.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
pub struct Plain<F, const N: usize>([F; N]);

/// Two `f64`.
pub type Pair = Plain<f64, 2>;

/// Four `f32`.
pub type Quad = Plain<f32, 4>;

/// Mask of [`Plain`].
#[derive(Clone, Copy, Debug)]
pub struct PlainMask<const N: usize>([bool; N]);

impl<const N: usize> PlainMask<N> {
    /// What `answer` says of each lane.
    #[inline(always)]
    fn of(answer: impl Fn(usize) -> bool) -> Self {
        let mut mask = [false; N];
        for (lane, mask) in mask.iter_mut().enumerate() {
            *mask = answer(lane);
        }
        Self(mask)
    }
}

impl<const N: usize> BitAnd for PlainMask<N> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, o: Self) -> Self {
        Self::of(|lane| self.0[lane] & o.0[lane])
    }
}
impl<const N: usize> BitOr for PlainMask<N> {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, o: Self) -> Self {
        Self::of(|lane| self.0[lane] | o.0[lane])
    }
}
impl<const N: usize> Not for PlainMask<N> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self::of(|lane| !self.0[lane])
    }
}
impl<const N: usize> Mask for PlainMask<N> {
    #[inline(always)]
    fn splat(value: bool) -> Self {
        Self([value; N])
    }
    #[inline(always)]
    fn from_bits(bits: u32) -> Self {
        Self::of(|lane| bits >> lane & 1 != 0)
    }
    #[inline(always)]
    fn bits(self) -> u32 {
        let mut bits = 0;
        for (lane, &set) in self.0.iter().enumerate() {
            bits |= u32::from(set) << lane;
        }
        bits
    }
}

impl<F: Float, const N: usize> Plain<F, N> {
    /// What `value` gives for each lane.
    #[inline(always)]
    fn of(value: impl Fn(usize) -> F) -> Self {
        let mut lanes = [F::default(); N];
        for (lane, out) in lanes.iter_mut().enumerate() {
            *out = value(lane);
        }
        Self(lanes)
    }
}

macro_rules! plain_op {
    ($op:ident, $name:ident, $symbol:tt) => {
        impl<F: Float, const N: usize> $op for Plain<F, N> {
            type Output = Self;
            #[inline(always)]
            fn $name(self, o: Self) -> Self {
                Self::of(|lane| self.0[lane] $symbol o.0[lane])
            }
        }
    };
}
plain_op!(Add, add, +);
plain_op!(Sub, sub, -);
plain_op!(Mul, mul, *);
plain_op!(Div, div, /);
assign_ops!(Plain<F, N>, [F: Float, const N: usize]);

impl<F: Float, const N: usize> Neg for Plain<F, N> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self::of(|lane| -self.0[lane])
    }
}

impl<F: Float, const N: usize> Lane for Plain<F, N> {
    type Mask = PlainMask<N>;
    const LANES: usize = N;
    const PRECISION: Precision = F::PRECISION;

    #[inline(always)]
    fn run<K: Kernel>(kernel: K, data: &mut K::Data) -> K::Output {
        kernel.run(data)
    }
    #[inline(always)]
    fn splat(value: f64) -> Self {
        Self([F::nearest(value); N])
    }
    #[inline(always)]
    fn lane(&self, lane: usize) -> f64 {
        self.0[lane].widened()
    }
    #[inline(always)]
    fn set_lane(&mut self, lane: usize, value: f64) {
        self.0[lane] = F::nearest(value);
    }
    #[inline(always)]
    fn mul_add(self, a: Self, b: Self) -> Self {
        self * a + b
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        Self::of(|lane| self.0[lane].sqrt())
    }
    #[inline(always)]
    fn abs(self) -> Self {
        Self::of(|lane| self.0[lane].abs())
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
        Self::of(|lane| self.0[lane].round_ties_even())
    }
    #[inline(always)]
    fn lt(self, o: Self) -> PlainMask<N> {
        PlainMask::of(|lane| self.0[lane] < o.0[lane])
    }
    #[inline(always)]
    fn le(self, o: Self) -> PlainMask<N> {
        PlainMask::of(|lane| self.0[lane] <= o.0[lane])
    }
    #[inline(always)]
    fn select(mask: PlainMask<N>, yes: Self, no: Self) -> Self {
        Self::of(|lane| if mask.0[lane] { yes.0[lane] } else { no.0[lane] })
    }
}
