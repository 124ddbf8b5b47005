//! The exponential function of all lanes at once, in double precision.
//!
//! `exp(x) = 2^n exp(r)` with `n` the nearest integer to `x / ln 2`; `n ln 2` is subtracted from
//! `x` in two parts (Cody and Waite, 1980), and `exp(r)` is its Taylor series. The error stays
//! below 1 ulp or so. Results that would be below the smallest normal number are 0.

use super::lane::Lane;
use std::f64::consts::LOG2_E;

/// ln 2 in two parts, the first with enough trailing zeros for exact products with `n`.
const LN_2: [f64; 2] = [6.931_471_803_691_238e-1, 1.908_214_929_270_587_7e-10];
/// From this to [`MOST`] the result is a normal number.
const LEAST: f64 = -708.0;
/// See [`LEAST`].
const MOST: f64 = 709.0;
/// Adding an integer to this number leaves the integer in the last bits of the sum.
const HOLDER: f64 = 6_755_399_441_055_744.0;
/// Bias with which exponents are stored.
const BIAS: u64 = 1023;
/// 1/13!, 1/12!, ..., 1/0!; |r| <= ln 2 / 2, the next term is below 1e-17.
const SERIES: [f64; 14] = [
    1.605_904_383_682_161_5e-10,
    2.087_675_698_786_81e-9,
    2.505_210_838_544_172e-8,
    2.755_731_922_398_589e-7,
    2.755_731_922_398_589_3e-6,
    2.480_158_730_158_73e-5,
    1.984_126_984_126_984e-4,
    1.388_888_888_888_889e-3,
    8.333_333_333_333_333e-3,
    4.166_666_666_666_666_4e-2,
    1.666_666_666_666_666_6e-1,
    0.5,
    1.0,
    1.0,
];

/// `e` to the power of each lane.
#[inline(always)]
pub fn exp<L: Lane>(x: L) -> L {
    let turns = (x * L::splat(LOG2_E)).round();
    let r = turns.neg_mul_add(L::splat(LN_2[0]), x);
    let r = turns.neg_mul_add(L::splat(LN_2[1]), r);
    let mut value = L::zero();
    for coefficient in SERIES {
        value = value.mul_add(r, L::splat(coefficient));
    }
    let (held, mut power) = (turns + L::splat(HOLDER), L::zero());
    for lane in 0..L::LANES {
        let exponent = held.lane(lane).to_bits().wrapping_add(BIAS);
        power.set_lane(lane, f64::from_bits(exponent << 52));
    }
    let value = L::select(x.lt(L::splat(LEAST)), L::zero(), value * power);
    L::select(x.gt(L::splat(MOST)), L::splat(f64::INFINITY), value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::lane::Single;

    #[test]
    fn agrees_with_the_standard_library() {
        let mut worst: f64 = 0.0;
        for i in -100_000..100_000 {
            let x = f64::from(i) * 0.007 + f64::from(i % 7) * 1e-5;
            let wanted = x.exp();
            for found in [exp(Single::<true>(x)).0, exp(Single::<false>(x)).0] {
                worst = worst.max((found / wanted - 1.0).abs());
            }
        }
        assert!(worst < 4.5e-16, "worst error {worst:e}");
    }

    #[test]
    fn ends_where_numbers_end() {
        let exp = |x: f64| exp(Single::<true>(x)).0;
        assert_eq!([exp(0.0), exp(-0.0)], [1.0, 1.0]);
        assert_eq!([exp(-1e3), exp(-1e300), exp(f64::NEG_INFINITY)], [0.0; 3]);
        assert_eq!([exp(1e3), exp(1e300), exp(f64::INFINITY)], [f64::INFINITY; 3]);
        assert!(exp(f64::NAN).is_nan());
        assert!((exp(-708.0) / (-708f64).exp() - 1.0).abs() < 1e-15);
    }
}
