//! AVX-512 and AVX2.
//!
//! The operations are `#[inline(always)]` wrappers of intrinsics: they are fast only inside a
//! [`Kernel`], where the CPU's features are switched on.

use crate::math::lane::{Kernel, Lane, Mask, assign_ops};
use core::arch::x86_64::*;
use std::ops::{Add, AddAssign, BitAnd, BitOr, Div, Mul, Neg, Not, Sub, SubAssign};

/// Instructions that take values in registers and nothing else.
macro_rules! instructions {
    ($($work:tt)*) => {
        // SAFETY: they need nothing but a CPU that has them. Only the parent module can name the
        // types of this one, and `with_lanes` there is the only function that does: it hands a
        // type on where `SimdLevel::of_cpu` has found all of its features. So whoever calls a
        // method of such a type, or holds a value of it, is on a CPU that has them.
        unsafe { $($work)* }
    };
}

macro_rules! wide_type {
    (
        $lane:ident, $mask:ident, $register:ty, $lanes:literal, $features:literal,
        $add:ident, $sub:ident, $mul:ident, $div:ident, $fmadd:ident, $fnmadd:ident,
        $sqrt:ident, $min:ident, $max:ident, $splat:ident, $loadu:ident, $storeu:ident,
        { $($specific:tt)* }
    ) => {
        #[derive(Clone, Copy)]
        #[repr(transparent)]
        #[doc = concat!(stringify!($lanes), " `f64` in one register, with fused multiply-add.")]
        pub(super) struct $lane($register);

        impl Add for $lane {
            type Output = Self;
            #[inline(always)]
            fn add(self, o: Self) -> Self { Self(instructions!($add(self.0, o.0))) }
        }
        impl Sub for $lane {
            type Output = Self;
            #[inline(always)]
            fn sub(self, o: Self) -> Self { Self(instructions!($sub(self.0, o.0))) }
        }
        impl Mul for $lane {
            type Output = Self;
            #[inline(always)]
            fn mul(self, o: Self) -> Self { Self(instructions!($mul(self.0, o.0))) }
        }
        impl Div for $lane {
            type Output = Self;
            #[inline(always)]
            fn div(self, o: Self) -> Self { Self(instructions!($div(self.0, o.0))) }
        }
        impl Neg for $lane {
            type Output = Self;
            #[inline(always)]
            fn neg(self) -> Self { Self::splat(-0.0) - self }
        }
        assign_ops!($lane,);

        impl Lane for $lane {
            type Mask = $mask;
            const LANES: usize = $lanes;

            #[inline(always)]
            fn run<K: Kernel>(kernel: K, data: &mut K::Data) -> K::Output {
                #[target_feature(enable = $features)]
                fn enabled<K: Kernel>(kernel: K, data: &mut K::Data) -> K::Output {
                    kernel.run(data)
                }
                instructions!(enabled(kernel, data))
            }
            #[inline(always)]
            fn splat(value: f64) -> Self { Self(instructions!($splat(value))) }
            #[inline(always)]
            fn load(values: &[f64]) -> Self {
                let values = &values[..$lanes];
                // SAFETY: the slice holds the lanes, and the load needs no alignment; the CPU has
                // the instruction, as in `instructions`.
                Self(unsafe { $loadu(values.as_ptr()) })
            }
            #[inline(always)]
            fn store(self, values: &mut [f64]) {
                let values = &mut values[..$lanes];
                // SAFETY: the slice holds the lanes, and the store needs no alignment; the CPU has
                // the instruction, as in `instructions`.
                unsafe { $storeu(values.as_mut_ptr(), self.0) }
            }
            #[inline(always)]
            fn lane(&self, lane: usize) -> f64 {
                assert!(lane < $lanes);
                // SAFETY: a register is laid out as an array of its lanes, and the index is within
                // it.
                unsafe { *(&raw const self.0).cast::<f64>().add(lane) }
            }
            #[inline(always)]
            fn set_lane(&mut self, lane: usize, value: f64) {
                assert!(lane < $lanes);
                // Writes this lane's place in memory alone, which is much faster than a round
                // trip through the register.
                // SAFETY: as in `lane`, and the borrow is unique.
                unsafe { *(&raw mut self.0).cast::<f64>().add(lane) = value }
            }
            #[inline(always)]
            fn mul_add(self, a: Self, b: Self) -> Self {
                Self(instructions!($fmadd(self.0, a.0, b.0)))
            }
            #[inline(always)]
            fn neg_mul_add(self, a: Self, c: Self) -> Self {
                Self(instructions!($fnmadd(self.0, a.0, c.0)))
            }
            #[inline(always)]
            fn sqrt(self) -> Self { Self(instructions!($sqrt(self.0))) }
            #[inline(always)]
            fn min(self, o: Self) -> Self { Self(instructions!($min(self.0, o.0))) }
            #[inline(always)]
            fn max(self, o: Self) -> Self { Self(instructions!($max(self.0, o.0))) }
            $($specific)*
        }
    };
}

/// Mask of [`Avx512`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx512Mask(u8);

impl BitAnd for Avx512Mask {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, o: Self) -> Self {
        Self(self.0 & o.0)
    }
}
impl BitOr for Avx512Mask {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, o: Self) -> Self {
        Self(self.0 | o.0)
    }
}
impl Not for Avx512Mask {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}
impl Mask for Avx512Mask {
    #[inline(always)]
    fn splat(value: bool) -> Self {
        Self(if value { 0xff } else { 0 })
    }
    #[inline(always)]
    fn from_bits(bits: u32) -> Self {
        Self(bits as u8)
    }
    #[inline(always)]
    fn bits(self) -> u32 {
        u32::from(self.0)
    }
}

wide_type!(
    Avx512,
    Avx512Mask,
    __m512d,
    8,
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
    _mm512_loadu_pd,
    _mm512_storeu_pd,
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
        fn lt(self, o: Self) -> Avx512Mask {
            Avx512Mask(instructions!(_mm512_cmp_pd_mask::<_CMP_LT_OQ>(self.0, o.0)))
        }
        #[inline(always)]
        fn le(self, o: Self) -> Avx512Mask {
            Avx512Mask(instructions!(_mm512_cmp_pd_mask::<_CMP_LE_OQ>(self.0, o.0)))
        }
        #[inline(always)]
        fn select(mask: Avx512Mask, yes: Self, no: Self) -> Self {
            Self(instructions!(_mm512_mask_blend_pd(mask.0, no.0, yes.0)))
        }
    }
);

/// Mask of [`Avx2`]: all bits of a lane set, or none.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx2Mask(__m256d);

impl BitAnd for Avx2Mask {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, o: Self) -> Self {
        Self(instructions!(_mm256_and_pd(self.0, o.0)))
    }
}
impl BitOr for Avx2Mask {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, o: Self) -> Self {
        Self(instructions!(_mm256_or_pd(self.0, o.0)))
    }
}
impl Not for Avx2Mask {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(instructions!(_mm256_xor_pd(self.0, Self::splat(true).0)))
    }
}
impl Mask for Avx2Mask {
    #[inline(always)]
    fn splat(value: bool) -> Self {
        Self::from_bits(if value { 15 } else { 0 })
    }
    #[inline(always)]
    fn from_bits(bits: u32) -> Self {
        let lane = |i: u32| -i64::from(bits >> i & 1);
        Self(instructions!(_mm256_castsi256_pd(_mm256_set_epi64x(
            lane(3),
            lane(2),
            lane(1),
            lane(0)
        ))))
    }
    #[inline(always)]
    fn bits(self) -> u32 {
        instructions!(_mm256_movemask_pd(self.0) as u32)
    }
}

wide_type!(
    Avx2,
    Avx2Mask,
    __m256d,
    4,
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
    _mm256_loadu_pd,
    _mm256_storeu_pd,
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
        fn lt(self, o: Self) -> Avx2Mask {
            Avx2Mask(instructions!(_mm256_cmp_pd::<_CMP_LT_OQ>(self.0, o.0)))
        }
        #[inline(always)]
        fn le(self, o: Self) -> Avx2Mask {
            Avx2Mask(instructions!(_mm256_cmp_pd::<_CMP_LE_OQ>(self.0, o.0)))
        }
        #[inline(always)]
        fn select(mask: Avx2Mask, yes: Self, no: Self) -> Self {
            Self(instructions!(_mm256_blendv_pd(no.0, yes.0, mask.0)))
        }
    }
);
