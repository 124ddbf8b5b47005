//! Wide lane types: AVX-512, AVX2 and a plain pair for every other CPU.
//!
//! The operations are `#[inline(always)]` wrappers of intrinsics. They are fast only inside a
//! function that enables the CPU feature; `world::engine` holds those entry points and is
//! reached only after [`SimdLevel`](super::simd::SimdLevel) has asked the CPU. That is the safety
//! argument of every `unsafe` block here.

use super::lane::{Lane, Mask, assign_ops};
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

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::*;
    use core::arch::x86_64::*;

    macro_rules! wide_type {
        (
            $lane:ident, $mask:ident, $register:ty, $lanes:literal, $align:literal,
            $add:ident, $sub:ident, $mul:ident, $div:ident, $fmadd:ident, $fnmadd:ident,
            $sqrt:ident, $min:ident, $max:ident, $splat:ident, $loadu:ident, $storeu:ident,
            { $($specific:tt)* }
        ) => {
            #[derive(Clone, Copy)]
            #[repr(transparent)]
            #[doc = concat!(stringify!($lanes), " `f64` in one register, with fused multiply-add.")]
            pub struct $lane($register);

            impl Add for $lane {
                type Output = Self;
                #[inline(always)]
                fn add(self, o: Self) -> Self { Self(unsafe { $add(self.0, o.0) }) }
            }
            impl Sub for $lane {
                type Output = Self;
                #[inline(always)]
                fn sub(self, o: Self) -> Self { Self(unsafe { $sub(self.0, o.0) }) }
            }
            impl Mul for $lane {
                type Output = Self;
                #[inline(always)]
                fn mul(self, o: Self) -> Self { Self(unsafe { $mul(self.0, o.0) }) }
            }
            impl Div for $lane {
                type Output = Self;
                #[inline(always)]
                fn div(self, o: Self) -> Self { Self(unsafe { $div(self.0, o.0) }) }
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
                fn splat(value: f64) -> Self { Self(unsafe { $splat(value) }) }
                #[inline(always)]
                fn load(values: &[f64]) -> Self {
                    let values = &values[..$lanes];
                    // SAFETY: the slice holds the lanes; the load needs no alignment.
                    Self(unsafe { $loadu(values.as_ptr()) })
                }
                #[inline(always)]
                fn store(self, values: &mut [f64]) {
                    let values = &mut values[..$lanes];
                    // SAFETY: the slice holds the lanes; the store needs no alignment.
                    unsafe { $storeu(values.as_mut_ptr(), self.0) }
                }
                #[inline(always)]
                fn lane(&self, lane: usize) -> f64 {
                    assert!(lane < $lanes);
                    // SAFETY: a register of f64 is laid out as an array of as many f64.
                    unsafe { *(&raw const self.0).cast::<f64>().add(lane) }
                }
                #[inline(always)]
                fn set_lane(&mut self, lane: usize, value: f64) {
                    assert!(lane < $lanes);
                    // SAFETY: as in `lane`. Writes this lane's place in memory alone, which is
                    // much faster than a round trip through the register.
                    unsafe { *(&raw mut self.0).cast::<f64>().add(lane) = value }
                }
                #[inline(always)]
                fn mul_add(self, a: Self, b: Self) -> Self {
                    Self(unsafe { $fmadd(self.0, a.0, b.0) })
                }
                #[inline(always)]
                fn neg_mul_add(self, a: Self, c: Self) -> Self {
                    Self(unsafe { $fnmadd(self.0, a.0, c.0) })
                }
                #[inline(always)]
                fn sqrt(self) -> Self { Self(unsafe { $sqrt(self.0) }) }
                #[inline(always)]
                fn min(self, o: Self) -> Self { Self(unsafe { $min(self.0, o.0) }) }
                #[inline(always)]
                fn max(self, o: Self) -> Self { Self(unsafe { $max(self.0, o.0) }) }
                $($specific)*
            }
        };
    }

    /// Mask of [`Avx512`].
    #[derive(Clone, Copy, Debug)]
    pub struct Avx512Mask(u8);

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
        64,
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
                Self(unsafe { _mm512_abs_pd(self.0) })
            }
            #[inline(always)]
            fn round(self) -> Self {
                Self(unsafe { _mm512_roundscale_pd::<0>(self.0) })
            }
            #[inline(always)]
            fn lt(self, o: Self) -> Avx512Mask {
                Avx512Mask(unsafe { _mm512_cmp_pd_mask::<_CMP_LT_OQ>(self.0, o.0) })
            }
            #[inline(always)]
            fn le(self, o: Self) -> Avx512Mask {
                Avx512Mask(unsafe { _mm512_cmp_pd_mask::<_CMP_LE_OQ>(self.0, o.0) })
            }
            #[inline(always)]
            fn select(mask: Avx512Mask, yes: Self, no: Self) -> Self {
                Self(unsafe { _mm512_mask_blend_pd(mask.0, no.0, yes.0) })
            }
        }
    );

    /// Mask of [`Avx2`]: all bits of a lane set, or none.
    #[derive(Clone, Copy, Debug)]
    pub struct Avx2Mask(__m256d);

    impl BitAnd for Avx2Mask {
        type Output = Self;
        #[inline(always)]
        fn bitand(self, o: Self) -> Self {
            Self(unsafe { _mm256_and_pd(self.0, o.0) })
        }
    }
    impl BitOr for Avx2Mask {
        type Output = Self;
        #[inline(always)]
        fn bitor(self, o: Self) -> Self {
            Self(unsafe { _mm256_or_pd(self.0, o.0) })
        }
    }
    impl Not for Avx2Mask {
        type Output = Self;
        #[inline(always)]
        fn not(self) -> Self {
            Self(unsafe { _mm256_xor_pd(self.0, Self::splat(true).0) })
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
            Self(unsafe {
                _mm256_castsi256_pd(_mm256_set_epi64x(lane(3), lane(2), lane(1), lane(0)))
            })
        }
        #[inline(always)]
        fn bits(self) -> u32 {
            unsafe { _mm256_movemask_pd(self.0) as u32 }
        }
    }

    wide_type!(
        Avx2,
        Avx2Mask,
        __m256d,
        4,
        32,
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
                Self(unsafe { _mm256_andnot_pd(_mm256_set1_pd(-0.0), self.0) })
            }
            #[inline(always)]
            fn round(self) -> Self {
                Self(unsafe {
                    _mm256_round_pd::<{ _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC }>(self.0)
                })
            }
            #[inline(always)]
            fn lt(self, o: Self) -> Avx2Mask {
                Avx2Mask(unsafe { _mm256_cmp_pd::<_CMP_LT_OQ>(self.0, o.0) })
            }
            #[inline(always)]
            fn le(self, o: Self) -> Avx2Mask {
                Avx2Mask(unsafe { _mm256_cmp_pd::<_CMP_LE_OQ>(self.0, o.0) })
            }
            #[inline(always)]
            fn select(mask: Avx2Mask, yes: Self, no: Self) -> Self {
                Self(unsafe { _mm256_blendv_pd(no.0, yes.0, mask.0) })
            }
        }
    );
}

#[cfg(target_arch = "x86_64")]
pub use x86::{Avx2, Avx512};
