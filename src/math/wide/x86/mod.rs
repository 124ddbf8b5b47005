//! AVX-512 and AVX2.
//!
//! The operations are `#[inline(always)]` wrappers of intrinsics: they are fast only inside a
//! [`Kernel`](crate::math::lane::Kernel), where the CPU's features are switched on.

mod double;
mod mask;
mod single;

pub(super) use double::{F64x4, F64x8};
pub(super) use single::{F32x8, F32x16};

/// Instructions that take values in registers and nothing else.
macro_rules! instructions {
    ($($work:tt)*) => {
        // SAFETY: they need nothing but a CPU that has them. Only `wide` can name the types of this
        // module, and `with_lanes` there is the only function that does: it passes a type on only
        // where `SimdLevel::of_cpu` has found all of its features. So code that calls a method of
        // such a type, or holds a value of it, runs on a CPU that has them.
        unsafe { $($work)* }
    };
}
use instructions;

/// The lane type of a register; `$specific` holds the methods that differ between widths.
macro_rules! wide_type {
    (
        $lane:ident, $mask:ident, $register:ty, $float:ident x $lanes:literal, $few:ident,
        $features:literal,
        $add:ident, $sub:ident, $mul:ident, $div:ident, $fmadd:ident, $fnmadd:ident,
        $sqrt:ident, $min:ident, $max:ident, $splat:ident,
        { $($specific:tt)* }
    ) => {
        #[derive(Clone, Copy)]
        #[repr(transparent)]
        #[doc = concat!(
            stringify!($lanes), " `", stringify!($float),
            "` in one register, with fused multiply-add."
        )]
        pub(in crate::math::wide) struct $lane($register);

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
            type Few = $few;
            type Number = $float;
            const LANES: usize = $lanes;
            const PRECISION: Precision = <$float as Float>::PRECISION;

            #[inline(always)]
            fn run<K: Kernel>(kernel: K, data: &mut K::Data) -> K::Output {
                #[target_feature(enable = $features)]
                fn enabled<K: Kernel>(kernel: K, data: &mut K::Data) -> K::Output {
                    kernel.run(data)
                }
                instructions!(enabled(kernel, data))
            }
            #[inline(always)]
            fn splat(value: f64) -> Self { Self(instructions!($splat($float::nearest(value)))) }
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
                // Writes only this lane's place in memory, which is much faster than a round trip
                // through the register.
                // SAFETY: as in `lane`, and the borrow is unique.
                unsafe { *(&raw mut self.0).cast::<$float>().add(lane) = $float::nearest(value) }
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
            #[inline(always)]
            fn signs(numbers: &[f32; 8]) -> u32 {
                // SAFETY: eight numbers are read, which need not be aligned; and all features of
                // wide types include AVX, see `instructions`.
                unsafe { _mm256_movemask_ps(_mm256_loadu_ps(numbers.as_ptr())) }.cast_unsigned()
            }
            $($specific)*
        }
    };
}
use wide_type;
