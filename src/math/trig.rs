//! Sine and cosine of all lanes at once.
//!
//! Reduction by multiples of pi/2 in three parts (Cody and Waite, "Software Manual for the
//! Elementary Functions", 1980), then Taylor series on [-pi/4, pi/4]. The error stays below 1 ulp
//! or so up to `largest`; beyond that a lane calls the standard library.

use super::lane::{Lane, Mask};
use super::precision::Precision;

/// Largest magnitude for which the three-part reduction is used.
const fn largest(precision: Precision) -> f64 {
    precision.choose(1.0e6, 1.0e4)
}

/// pi/2 in three parts, all but the last with enough trailing zeros for exact products with the
/// turns up to [`largest`].
const fn parts_of_half_pi(precision: Precision) -> [f64; 3] {
    match precision {
        Precision::F64 => {
            [1.570_796_326_734_125_6, 6.077_100_506_303_966e-11, 2.022_266_248_795_950_6e-21]
        }
        Precision::F32 => [1.570_312_5, 4.837_512_969_970_703e-4, 7.549_789_948_768_648e-8],
    }
}

// Taylor series to the 17th and 16th power; |r| <= pi/4, the next terms are below 1e-17.
const SIN_TAIL: [f64; 8] = [
    2.811_457_254_345_521e-15,
    -7.647_163_731_819_816e-13,
    1.605_904_383_682_161_5e-10,
    -2.505_210_838_544_172e-8,
    2.755_731_922_398_589_3e-6,
    -1.984_126_984_126_984e-4,
    8.333_333_333_333_333e-3,
    -1.666_666_666_666_666_6e-1,
];
const COS_TAIL: [f64; 7] = [
    4.779_477_332_387_385e-14,
    -1.147_074_559_772_972_5e-11,
    2.087_675_698_786_81e-9,
    -2.755_731_922_398_589e-7,
    2.480_158_730_158_73e-5,
    -1.388_888_888_888_889e-3,
    4.166_666_666_666_666_4e-2,
];

/// Number of the highest terms of both series that are lost in rounding.
const fn hidden(precision: Precision) -> [usize; 2] {
    match precision {
        Precision::F64 => [0, 0],
        Precision::F32 => [4, 3],
    }
}

/// Sine and cosine, in this order.
#[inline(always)]
pub fn sin_cos<L: Lane>(x: L) -> (L, L) {
    let large = x.abs().gt(L::splat(largest(L::PRECISION)));
    if large.any() {
        return sin_cos_of_each_lane(x);
    }
    reduced_sin_cos(x)
}

#[inline(always)]
fn reduced_sin_cos<L: Lane>(x: L) -> (L, L) {
    use std::f64::consts::FRAC_2_PI;
    let turns = (x * L::splat(FRAC_2_PI)).round();
    let [high, middle, low] = const { parts_of_half_pi(L::PRECISION) };
    let r = turns.neg_mul_add(L::splat(high), x);
    let r = turns.neg_mul_add(L::splat(middle), r);
    let r = turns.neg_mul_add(L::splat(low), r);
    let z = r * r;

    let [sin_from, cos_from] = const { hidden(L::PRECISION) };
    let sin_tail = polynomial(z, &SIN_TAIL[sin_from..]);
    let cos_tail = polynomial(z, &COS_TAIL[cos_from..]);
    let sin = (r * z).mul_add(sin_tail, r);
    let half = L::splat(0.5) * z;
    let w = L::one() - half;
    let cos = w + (z * z).mul_add(cos_tail, (L::one() - w) - half);

    // quadrant = turns mod 4, from exact arithmetic on integers held in floating point
    let quadrant = turns - L::splat(4.0) * (turns * L::splat(0.25) - L::splat(0.375)).round();
    let odd = is_near(quadrant, 1.0) | is_near(quadrant, 3.0);
    let sin_negative = is_near(quadrant, 2.0) | is_near(quadrant, 3.0);
    let cos_negative = is_near(quadrant, 1.0) | is_near(quadrant, 2.0);
    let (s, c) = (L::select(odd, cos, sin), L::select(odd, sin, cos));
    (L::select(sin_negative, -s, s), L::select(cos_negative, -c, c))
}

/// Horner's rule, highest power first.
#[inline(always)]
fn polynomial<L: Lane>(x: L, coefficients: &[f64]) -> L {
    let mut value = L::zero();
    for &coefficient in coefficients {
        value = value.mul_add(x, L::splat(coefficient));
    }
    value
}

#[inline(always)]
fn is_near<L: Lane>(value: L, integer: f64) -> L::Mask {
    (value - L::splat(integer)).abs().lt(L::splat(0.5))
}

#[cold]
fn sin_cos_of_each_lane<L: Lane>(x: L) -> (L, L) {
    let (mut sin, mut cos) = (L::zero(), L::zero());
    for lane in 0..L::LANES {
        let value = x.lane(lane);
        let (s, c) = if value.abs() > largest(L::PRECISION) {
            value.sin_cos()
        } else {
            let (s, c) = reduced_sin_cos(L::splat(value));
            (s.lane(lane), c.lane(lane))
        };
        sin.set_lane(lane, s);
        cos.set_lane(lane, c);
    }
    (sin, cos)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::lane::Single;

    #[test]
    fn agrees_with_the_standard_library() {
        let mut worst: f64 = 0.0;
        for i in -200_000..200_000 {
            let x = f64::from(i) * 0.001_37 + f64::from(i % 7) * 1e-5;
            let (s, c) = sin_cos(Single::<true>(x));
            worst = worst.max((s.0 - x.sin()).abs()).max((c.0 - x.cos()).abs());
        }
        assert!(worst < 2.5e-16, "worst error {worst:e}");
        for x in [1e6, -1e6, 999_999.9, 1e9, -1e300, 0.0, -0.0] {
            let (s, c) = sin_cos(Single::<true>(x));
            assert!((s.0 - x.sin()).abs() < 1e-15 && (c.0 - x.cos()).abs() < 1e-15, "{x}");
        }
    }

    #[test]
    fn agrees_in_single_precision() {
        let error = |x: f32| {
            let (s, c) = sin_cos(Single::<true, f32>(x));
            let x = f64::from(x);
            (f64::from(s.0) - x.sin()).abs().max((f64::from(c.0) - x.cos()).abs())
        };
        let near = (-200_000..200_000).map(|i| error(i as f32 * 0.000_137));
        let worst = near.fold(0.0, f64::max);
        assert!(worst < 9e-8, "worst error {worst:e}");
        let worst = (-10_000..10_000).map(|i| error(i as f32)).fold(0.0, f64::max);
        assert!(worst < 9e-8, "worst error {worst:e} of whole numbers");
        for x in [1.5e4, -1e7, 1e30, 1e-30, 0.0, -0.0] {
            assert!(error(x) < 6e-8, "{x}");
        }
    }
}
