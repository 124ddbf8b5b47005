//! NEON, which every 64-bit ARM has.
//!
//! Its multiply-add takes the addend first. Minimum and maximum are chosen by comparison, as on
//! x86, since NEON's own instructions treat zeros and NaN differently.

use crate::math::float::Float;
use crate::math::lane::{Kernel, Lane, Mask, assign_ops};
use crate::math::precision::Precision;
use core::arch::aarch64::*;
use std::ops::{Add, AddAssign, BitAnd, BitOr, Div, Mul, Neg, Not, Sub, SubAssign};

/// Instructions that take values in registers and nothing else.
macro_rules! instructions {
    ($($work:tt)*) => {
        // SAFETY: they need nothing but NEON, which is part of the architecture.
        unsafe { $($work)* }
    };
}

macro_rules! wide_type {
    (
        $lane:ident, $mask:ident, $register:ty, $bits:ty, $float:ident x $lanes:literal,
        $few:ident,
        $own:expr, $load_bits:ident, $splat_bits:ident, $test:ident, $sum:ident,
        $and:ident, $or:ident, $xor:ident,
        $add:ident, $sub:ident, $mul:ident, $div:ident, $fma:ident, $fms:ident,
        $neg:ident, $sqrt:ident, $abs:ident, $round:ident, $splat:ident, $lt:ident, $le:ident,
        $select:ident
    ) => {
        /// All bits of a lane set, or none.
        #[derive(Clone, Copy, Debug)]
        pub struct $mask($bits);

        impl $mask {
            /// Bit `i` in lane `i`.
            #[inline(always)]
            fn own() -> $bits {
                // SAFETY: the array has as many numbers as the register has lanes.
                unsafe { $load_bits($own.as_ptr()) }
            }
        }
        impl BitAnd for $mask {
            type Output = Self;
            #[inline(always)]
            fn bitand(self, o: Self) -> Self {
                Self(instructions!($and(self.0, o.0)))
            }
        }
        impl BitOr for $mask {
            type Output = Self;
            #[inline(always)]
            fn bitor(self, o: Self) -> Self {
                Self(instructions!($or(self.0, o.0)))
            }
        }
        impl Not for $mask {
            type Output = Self;
            #[inline(always)]
            fn not(self) -> Self {
                Self(instructions!($xor(self.0, Self::splat(true).0)))
            }
        }
        impl Mask for $mask {
            #[inline(always)]
            fn splat(value: bool) -> Self {
                Self::from_bits(if value { (1 << $lanes) - 1 } else { 0 })
            }
            #[inline(always)]
            fn from_bits(bits: u32) -> Self {
                Self(instructions!($test($splat_bits(bits.into()), Self::own())))
            }
            #[inline(always)]
            fn bits(self) -> u32 {
                instructions!($sum($and(self.0, Self::own())) as u32)
            }
        }

        #[doc = concat!(
                                                    stringify!($lanes), " `", stringify!($float),
                                                    "` in one register, with fused multiply-add."
                                                )]
        #[derive(Clone, Copy, Debug)]
        #[repr(transparent)]
        pub struct $lane($register);

        impl Add for $lane {
            type Output = Self;
            #[inline(always)]
            fn add(self, o: Self) -> Self {
                Self(instructions!($add(self.0, o.0)))
            }
        }
        impl Sub for $lane {
            type Output = Self;
            #[inline(always)]
            fn sub(self, o: Self) -> Self {
                Self(instructions!($sub(self.0, o.0)))
            }
        }
        impl Mul for $lane {
            type Output = Self;
            #[inline(always)]
            fn mul(self, o: Self) -> Self {
                Self(instructions!($mul(self.0, o.0)))
            }
        }
        impl Div for $lane {
            type Output = Self;
            #[inline(always)]
            fn div(self, o: Self) -> Self {
                Self(instructions!($div(self.0, o.0)))
            }
        }
        impl Neg for $lane {
            type Output = Self;
            #[inline(always)]
            fn neg(self) -> Self {
                Self(instructions!($neg(self.0)))
            }
        }
        assign_ops!($lane,);

        impl Lane for $lane {
            type Mask = $mask;
            type Few = $few;
            type Number = $float;
            const LANES: usize = $lanes;
            const PRECISION: Precision = <$float as Float>::PRECISION;

            #[inline(always)]
            fn run<K: Kernel>(kernel: K, data: &mut K::Data) -> K::Output {
                kernel.run(data)
            }
            #[inline(always)]
            fn splat(value: f64) -> Self {
                Self(instructions!($splat($float::nearest(value))))
            }
            #[inline(always)]
            fn lane(&self, lane: usize) -> f64 {
                assert!(lane < $lanes);
                // SAFETY: a register is laid out as an array of its lanes, and the index is within
                // it.
                unsafe { *(&raw const self.0).cast::<$float>().add(lane) }.widened()
            }
            #[inline(always)]
            fn set_lane(&mut self, lane: usize, value: f64) {
                assert!(lane < $lanes);
                // SAFETY: as in `lane`, and the borrow is unique.
                unsafe { *(&raw mut self.0).cast::<$float>().add(lane) = $float::nearest(value) }
            }
            #[inline(always)]
            fn mul_add(self, a: Self, b: Self) -> Self {
                Self(instructions!($fma(b.0, self.0, a.0)))
            }
            #[inline(always)]
            fn neg_mul_add(self, a: Self, c: Self) -> Self {
                Self(instructions!($fms(c.0, self.0, a.0)))
            }
            #[inline(always)]
            fn sqrt(self) -> Self {
                Self(instructions!($sqrt(self.0)))
            }
            #[inline(always)]
            fn abs(self) -> Self {
                Self(instructions!($abs(self.0)))
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
                Self(instructions!($round(self.0)))
            }
            #[inline(always)]
            fn lt(self, o: Self) -> $mask {
                $mask(instructions!($lt(self.0, o.0)))
            }
            #[inline(always)]
            fn le(self, o: Self) -> $mask {
                $mask(instructions!($le(self.0, o.0)))
            }
            #[inline(always)]
            fn select(mask: $mask, yes: Self, no: Self) -> Self {
                Self(instructions!($select(mask.0, yes.0, no.0)))
            }
        }
    };
}

wide_type!(
    F64x2, Mask64x2, float64x2_t, uint64x2_t, f64 x 2, F64x2,
    [1_u64, 2], vld1q_u64, vdupq_n_u64, vtstq_u64, vaddvq_u64,
    vandq_u64, vorrq_u64, veorq_u64,
    vaddq_f64, vsubq_f64, vmulq_f64, vdivq_f64, vfmaq_f64, vfmsq_f64,
    vnegq_f64, vsqrtq_f64, vabsq_f64, vrndnq_f64, vdupq_n_f64, vcltq_f64, vcleq_f64,
    vbslq_f64
);
wide_type!(
    F32x4, Mask32x4, float32x4_t, uint32x4_t, f32 x 4, F32x4,
    [1_u32, 2, 4, 8], vld1q_u32, vdupq_n_u32, vtstq_u32, vaddvq_u32,
    vandq_u32, vorrq_u32, veorq_u32,
    vaddq_f32, vsubq_f32, vmulq_f32, vdivq_f32, vfmaq_f32, vfmsq_f32,
    vnegq_f32, vsqrtq_f32, vabsq_f32, vrndnq_f32, vdupq_n_f32, vcltq_f32, vcleq_f32,
    vbslq_f32
);
