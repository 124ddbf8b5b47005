//! Lanes as plain arrays, for CPUs without the instructions of the other wide types.
//!
//! Every operation is written out lane by lane: loops would have to be unrolled anew wherever one
//! is inlined, which costs the compiler minutes.

use crate::math::float::Float;
use crate::math::lane::{Kernel, Lane, Mask, assign_ops};
use crate::math::precision::Precision;
use std::ops::{Add, AddAssign, BitAnd, BitOr, Div, Mul, Neg, Not, Sub, SubAssign};

macro_rules! plain_type {
    ($lane:ident, $mask:ident, $float:ident x $lanes:literal, [$($i:tt)*]) => {
        #[doc = concat!(
            stringify!($lanes), " `", stringify!($float), "` without fused multiply-add."
        )]
        #[derive(Clone, Copy, Debug)]
        #[repr(C, align(16))]
        pub struct $lane([$float; $lanes]);

        #[doc = concat!("Mask of [`", stringify!($lane), "`].")]
        #[derive(Clone, Copy, Debug)]
        pub struct $mask([bool; $lanes]);

        impl BitAnd for $mask {
            type Output = Self;
            #[inline(always)]
            fn bitand(self, o: Self) -> Self {
                Self([$(self.0[$i] & o.0[$i]),*])
            }
        }
        impl BitOr for $mask {
            type Output = Self;
            #[inline(always)]
            fn bitor(self, o: Self) -> Self {
                Self([$(self.0[$i] | o.0[$i]),*])
            }
        }
        impl Not for $mask {
            type Output = Self;
            #[inline(always)]
            fn not(self) -> Self {
                Self([$(!self.0[$i]),*])
            }
        }
        impl Mask for $mask {
            #[inline(always)]
            fn splat(value: bool) -> Self {
                Self([value; $lanes])
            }
            #[inline(always)]
            fn from_bits(bits: u32) -> Self {
                Self([$(bits & 1 << $i != 0),*])
            }
            #[inline(always)]
            fn bits(self) -> u32 {
                0 $(| u32::from(self.0[$i]) << $i)*
            }
        }

        plain_type!(@op $lane Add add + [$($i)*]);
        plain_type!(@op $lane Sub sub - [$($i)*]);
        plain_type!(@op $lane Mul mul * [$($i)*]);
        plain_type!(@op $lane Div div / [$($i)*]);
        assign_ops!($lane,);

        impl Neg for $lane {
            type Output = Self;
            #[inline(always)]
            fn neg(self) -> Self {
                Self([$(-self.0[$i]),*])
            }
        }

        impl Lane for $lane {
            type Mask = $mask;
            type Few = Self;
            type Number = $float;
            const LANES: usize = $lanes;
            const PRECISION: Precision = <$float as Float>::PRECISION;

            #[inline(always)]
            fn run<K: Kernel>(kernel: K, data: &mut K::Data) -> K::Output {
                kernel.run(data)
            }
            #[inline(always)]
            fn splat(value: f64) -> Self {
                Self([$float::nearest(value); $lanes])
            }
            #[inline(always)]
            fn lane(&self, lane: usize) -> f64 {
                self.0[lane].widened()
            }
            #[inline(always)]
            fn set_lane(&mut self, lane: usize, value: f64) {
                self.0[lane] = $float::nearest(value);
            }
            #[inline(always)]
            fn mul_add(self, a: Self, b: Self) -> Self {
                self * a + b
            }
            #[inline(always)]
            fn sqrt(self) -> Self {
                Self([$(self.0[$i].sqrt()),*])
            }
            #[inline(always)]
            fn abs(self) -> Self {
                Self([$(self.0[$i].abs()),*])
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
                Self([$(self.0[$i].round_ties_even()),*])
            }
            #[inline(always)]
            fn lt(self, o: Self) -> $mask {
                $mask([$(self.0[$i] < o.0[$i]),*])
            }
            #[inline(always)]
            fn le(self, o: Self) -> $mask {
                $mask([$(self.0[$i] <= o.0[$i]),*])
            }
            #[inline(always)]
            fn select(mask: $mask, yes: Self, no: Self) -> Self {
                Self([$(if mask.0[$i] { yes.0[$i] } else { no.0[$i] }),*])
            }
        }
    };
    (@op $lane:ident $op:ident $name:ident $symbol:tt [$($i:tt)*]) => {
        impl $op for $lane {
            type Output = Self;
            #[inline(always)]
            fn $name(self, o: Self) -> Self {
                Self([$(self.0[$i] $symbol o.0[$i]),*])
            }
        }
    };
}
plain_type!(Pair, PairMask, f64 x 2, [0 1]);
plain_type!(Quad, QuadMask, f32 x 4, [0 1 2 3]);
