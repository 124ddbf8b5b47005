//! Lanes of `f64`.

use super::mask::{Bits8, Mask64x4};
use super::{instructions, wide_type};
use crate::math::float::Float;
use crate::math::lane::{Kernel, Lane, assign_ops};
use crate::math::precision::Precision;
use core::arch::x86_64::*;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

wide_type!(
    F64x8,
    Bits8,
    __m512d,
    f64 x 8,
    F64x8,
    "avx2,fma,avx512f,avx512dq,avx512vl",
    _mm512_add_pd,
    _mm512_sub_pd,
    _mm512_mul_pd,
    _mm512_div_pd,
    _mm512_fmadd_pd,
    _mm512_fnmadd_pd,
    _mm512_sqrt_pd,
    _mm512_min_pd,
    _mm512_max_pd,
    _mm512_set1_pd,
    {
        #[inline(always)]
        fn abs(self) -> Self {
            Self(instructions!(_mm512_abs_pd(self.0)))
        }
        #[inline(always)]
        fn round(self) -> Self {
            Self(instructions!(_mm512_roundscale_pd::<0>(self.0)))
        }
        #[inline(always)]
        fn lt(self, o: Self) -> Bits8 {
            Bits8(instructions!(_mm512_cmp_pd_mask::<_CMP_LT_OQ>(self.0, o.0)))
        }
        #[inline(always)]
        fn le(self, o: Self) -> Bits8 {
            Bits8(instructions!(_mm512_cmp_pd_mask::<_CMP_LE_OQ>(self.0, o.0)))
        }
        #[inline(always)]
        fn sum(self) -> f64 {
            let fours = instructions!(_mm256_add_pd(
                _mm512_castpd512_pd256(self.0),
                _mm512_extractf64x4_pd::<1>(self.0)
            ));
            F64x4(fours).sum()
        }
        #[inline(always)]
        fn select(mask: Bits8, yes: Self, no: Self) -> Self {
            Self(instructions!(_mm512_mask_blend_pd(mask.0, no.0, yes.0)))
        }
    }
);

wide_type!(
    F64x4,
    Mask64x4,
    __m256d,
    f64 x 4,
    F64x4,
    "avx2,fma",
    _mm256_add_pd,
    _mm256_sub_pd,
    _mm256_mul_pd,
    _mm256_div_pd,
    _mm256_fmadd_pd,
    _mm256_fnmadd_pd,
    _mm256_sqrt_pd,
    _mm256_min_pd,
    _mm256_max_pd,
    _mm256_set1_pd,
    {
        #[inline(always)]
        fn abs(self) -> Self {
            Self(instructions!(_mm256_andnot_pd(_mm256_set1_pd(-0.0), self.0)))
        }
        #[inline(always)]
        fn round(self) -> Self {
            Self(instructions!(
                _mm256_round_pd::<{ _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC }>(self.0)
            ))
        }
        #[inline(always)]
        fn lt(self, o: Self) -> Mask64x4 {
            Mask64x4(instructions!(_mm256_cmp_pd::<_CMP_LT_OQ>(self.0, o.0)))
        }
        #[inline(always)]
        fn le(self, o: Self) -> Mask64x4 {
            Mask64x4(instructions!(_mm256_cmp_pd::<_CMP_LE_OQ>(self.0, o.0)))
        }
        #[inline(always)]
        fn sum(self) -> f64 {
            let twos = instructions!(_mm_add_pd(
                _mm256_castpd256_pd128(self.0),
                _mm256_extractf128_pd::<1>(self.0)
            ));
            instructions!(_mm_cvtsd_f64(_mm_add_sd(twos, _mm_unpackhi_pd(twos, twos))))
        }
        #[inline(always)]
        fn select(mask: Mask64x4, yes: Self, no: Self) -> Self {
            Self(instructions!(_mm256_blendv_pd(no.0, yes.0, mask.0)))
        }
    }
);
