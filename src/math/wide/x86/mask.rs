//! Masks: AVX-512 has registers of bits for them, AVX2 sets all bits of a lane, or none.

use super::instructions;
use crate::math::lane::Mask;
use core::arch::x86_64::*;
use std::ops::{BitAnd, BitOr, Not};

macro_rules! bit_mask {
    ($mask:ident, $bits:ident) => {
        #[derive(Clone, Copy, Debug)]
        #[doc = concat!("A mask of ", stringify!($bits), "'s bits.")]
        pub(in crate::math::wide) struct $mask(pub(super) $bits);

        impl BitAnd for $mask {
            type Output = Self;
            #[inline(always)]
            fn bitand(self, o: Self) -> Self {
                Self(self.0 & o.0)
            }
        }
        impl BitOr for $mask {
            type Output = Self;
            #[inline(always)]
            fn bitor(self, o: Self) -> Self {
                Self(self.0 | o.0)
            }
        }
        impl Not for $mask {
            type Output = Self;
            #[inline(always)]
            fn not(self) -> Self {
                Self(!self.0)
            }
        }
        impl Mask for $mask {
            #[inline(always)]
            fn splat(value: bool) -> Self {
                Self(if value { $bits::MAX } else { 0 })
            }
            #[inline(always)]
            fn from_bits(bits: u32) -> Self {
                Self(bits as $bits)
            }
            #[inline(always)]
            fn bits(self) -> u32 {
                u32::from(self.0)
            }
        }
    };
}
bit_mask!(Bits8, u8);
bit_mask!(Bits16, u16);

macro_rules! register_mask {
    (
        $mask:ident, $register:ty, $lanes:literal, $and:ident, $or:ident, $xor:ident,
        $movemask:ident, |$bits:ident| $register_of:expr
    ) => {
        #[derive(Clone, Copy, Debug)]
        #[doc = concat!("A mask of ", stringify!($lanes), " lanes in a register.")]
        pub(in crate::math::wide) struct $mask(pub(super) $register);

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
                let $bits = bits as i32;
                Self(instructions!($register_of))
            }
            #[inline(always)]
            fn bits(self) -> u32 {
                instructions!($movemask(self.0) as u32)
            }
        }
    };
}
register_mask!(
    Mask64x4,
    __m256d,
    4,
    _mm256_and_pd,
    _mm256_or_pd,
    _mm256_xor_pd,
    _mm256_movemask_pd,
    |bits| {
        let own = _mm256_set_epi64x(8, 4, 2, 1);
        let set = _mm256_and_si256(_mm256_set1_epi64x(i64::from(bits)), own);
        _mm256_castsi256_pd(_mm256_cmpeq_epi64(set, own))
    }
);
register_mask!(
    Mask32x8,
    __m256,
    8,
    _mm256_and_ps,
    _mm256_or_ps,
    _mm256_xor_ps,
    _mm256_movemask_ps,
    |bits| {
        let own = _mm256_set_epi32(128, 64, 32, 16, 8, 4, 2, 1);
        let set = _mm256_and_si256(_mm256_set1_epi32(bits), own);
        _mm256_castsi256_ps(_mm256_cmpeq_epi32(set, own))
    }
);
