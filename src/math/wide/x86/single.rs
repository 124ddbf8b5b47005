//! Lanes of `f32`.

use super::mask::{Bits16, Mask32x8};
use super::{instructions, wide_type};
use crate::math::float::Float;
use crate::math::lane::{Kernel, Lane, assign_ops};
use crate::math::precision::Precision;
use core::arch::x86_64::*;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

wide_type!(
    F32x16,
    Bits16,
    __m512,
    f32 x 16,
    F32x8,
    "avx2,fma,avx512f,avx512dq,avx512vl",
    _mm512_add_ps,
    _mm512_sub_ps,
    _mm512_mul_ps,
    _mm512_div_ps,
    _mm512_fmadd_ps,
    _mm512_fnmadd_ps,
    _mm512_sqrt_ps,
    _mm512_min_ps,
    _mm512_max_ps,
    _mm512_set1_ps,
    {
        #[inline(always)]
        fn abs(self) -> Self {
            Self(instructions!(_mm512_abs_ps(self.0)))
        }
        #[inline(always)]
        fn round(self) -> Self {
            Self(instructions!(_mm512_roundscale_ps::<0>(self.0)))
        }
        #[inline(always)]
        fn lt(self, o: Self) -> Bits16 {
            Bits16(instructions!(_mm512_cmp_ps_mask::<_CMP_LT_OQ>(self.0, o.0)))
        }
        #[inline(always)]
        fn le(self, o: Self) -> Bits16 {
            Bits16(instructions!(_mm512_cmp_ps_mask::<_CMP_LE_OQ>(self.0, o.0)))
        }
        #[inline(always)]
        fn sum(self) -> f64 {
            let low = F32x8(instructions!(_mm512_castps512_ps256(self.0)));
            let high = F32x8(instructions!(_mm512_extractf32x8_ps::<1>(self.0)));
            (low + high).sum()
        }
        #[inline(always)]
        fn select(mask: Bits16, yes: Self, no: Self) -> Self {
            Self(instructions!(_mm512_mask_blend_ps(mask.0, no.0, yes.0)))
        }
        #[inline(always)]
        fn add_to(self, sums: &mut [f64]) -> Self {
            let (low, high) = sums[..16].split_at_mut(8);
            let low_half = instructions!(_mm512_cvtps_pd(_mm512_castps512_ps256(self.0)));
            let high_half = instructions!(_mm512_cvtps_pd(_mm512_extractf32x8_ps::<1>(self.0)));
            // SAFETY: each half holds eight numbers, and neither load nor store needs alignment;
            // the CPU has the instructions, as in `instructions`.
            unsafe {
                let low_sums = _mm512_add_pd(_mm512_loadu_pd(low.as_ptr()), low_half);
                let high_sums = _mm512_add_pd(_mm512_loadu_pd(high.as_ptr()), high_half);
                _mm512_storeu_pd(low.as_mut_ptr(), low_sums);
                _mm512_storeu_pd(high.as_mut_ptr(), high_sums);
                let rounded = _mm512_castps256_ps512(_mm512_cvtpd_ps(low_sums));
                Self(_mm512_insertf32x8::<1>(rounded, _mm512_cvtpd_ps(high_sums)))
            }
        }
    }
);

wide_type!(
    F32x8,
    Mask32x8,
    __m256,
    f32 x 8,
    F32x8,
    "avx2,fma",
    _mm256_add_ps,
    _mm256_sub_ps,
    _mm256_mul_ps,
    _mm256_div_ps,
    _mm256_fmadd_ps,
    _mm256_fnmadd_ps,
    _mm256_sqrt_ps,
    _mm256_min_ps,
    _mm256_max_ps,
    _mm256_set1_ps,
    {
        #[inline(always)]
        fn abs(self) -> Self {
            Self(instructions!(_mm256_andnot_ps(_mm256_set1_ps(-0.0), self.0)))
        }
        #[inline(always)]
        fn round(self) -> Self {
            Self(instructions!(
                _mm256_round_ps::<{ _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC }>(self.0)
            ))
        }
        #[inline(always)]
        fn lt(self, o: Self) -> Mask32x8 {
            Mask32x8(instructions!(_mm256_cmp_ps::<_CMP_LT_OQ>(self.0, o.0)))
        }
        #[inline(always)]
        fn le(self, o: Self) -> Mask32x8 {
            Mask32x8(instructions!(_mm256_cmp_ps::<_CMP_LE_OQ>(self.0, o.0)))
        }
        #[inline(always)]
        fn sum(self) -> f64 {
            let fours = instructions!(_mm_add_ps(
                _mm256_castps256_ps128(self.0),
                _mm256_extractf128_ps::<1>(self.0)
            ));
            let twos = instructions!(_mm_add_ps(fours, _mm_movehl_ps(fours, fours)));
            let one = instructions!(_mm_add_ss(twos, _mm_movehdup_ps(twos)));
            f64::from(instructions!(_mm_cvtss_f32(one)))
        }
        #[inline(always)]
        fn select(mask: Mask32x8, yes: Self, no: Self) -> Self {
            Self(instructions!(_mm256_blendv_ps(no.0, yes.0, mask.0)))
        }
        #[inline(always)]
        fn add_to(self, sums: &mut [f64]) -> Self {
            let (low, high) = sums[..8].split_at_mut(4);
            let low_half = instructions!(_mm256_cvtps_pd(_mm256_castps256_ps128(self.0)));
            let high_half = instructions!(_mm256_cvtps_pd(_mm256_extractf128_ps::<1>(self.0)));
            // SAFETY: each half holds four numbers, and neither load nor store needs alignment;
            // the CPU has the instructions, as in `instructions`.
            unsafe {
                let low_sums = _mm256_add_pd(_mm256_loadu_pd(low.as_ptr()), low_half);
                let high_sums = _mm256_add_pd(_mm256_loadu_pd(high.as_ptr()), high_half);
                _mm256_storeu_pd(low.as_mut_ptr(), low_sums);
                _mm256_storeu_pd(high.as_mut_ptr(), high_sums);
                Self(_mm256_set_m128(_mm256_cvtpd_ps(high_sums), _mm256_cvtpd_ps(low_sums)))
            }
        }
    }
);
