//! What generic lane types need of `f64` and `f32`.

use super::precision::Precision;
use std::fmt::Debug;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// `f64` or `f32`.
pub trait Float:
    Copy
    + Debug
    + Default
    + PartialOrd
    + Send
    + Sync
    + 'static
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// Which of the two.
    const PRECISION: Precision;

    /// The nearest number of this type.
    fn nearest(value: f64) -> Self;
    /// The same number as an `f64`.
    fn widened(self) -> f64;
    /// `self * a + b`, rounded once.
    fn mul_add(self, a: Self, b: Self) -> Self;
    /// Square root.
    fn sqrt(self) -> Self;
    /// Magnitude.
    fn abs(self) -> Self;
    /// Nearest integer, ties to even.
    fn round_ties_even(self) -> Self;
}

macro_rules! float {
    ($float:ident, $precision:ident) => {
        impl Float for $float {
            const PRECISION: Precision = Precision::$precision;

            #[inline(always)]
            fn nearest(value: f64) -> Self {
                value as Self
            }
            #[inline(always)]
            fn widened(self) -> f64 {
                f64::from(self)
            }
            #[inline(always)]
            fn mul_add(self, a: Self, b: Self) -> Self {
                $float::mul_add(self, a, b)
            }
            #[inline(always)]
            fn sqrt(self) -> Self {
                $float::sqrt(self)
            }
            #[inline(always)]
            fn abs(self) -> Self {
                $float::abs(self)
            }
            #[inline(always)]
            fn round_ties_even(self) -> Self {
                $float::round_ties_even(self)
            }
        }
    };
}
float!(f64, F64);
float!(f32, F32);
