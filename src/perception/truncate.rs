//! How rcsssmj truncates numbers before agents get them: towards zero, keeping the zero's sign.

use std::f64::consts::PI;

/// Truncates to two decimal digits.
#[inline]
pub fn two_digits(x: f64) -> f64 {
    (x * 100.0).trunc() / 100.0
}

/// Truncates to three decimal digits.
#[inline]
pub fn three_digits(x: f64) -> f64 {
    (x * 1000.0).trunc() / 1000.0
}

/// Degrees of an angle in radians, rounded as numpy does.
#[inline]
pub fn degrees(angle: f64) -> f64 {
    angle * (180.0 / PI)
}

/// The simulated time as agents read it, s: two digits, no negative zero.
pub fn time(time: f64) -> f64 {
    (time * 100.0) as i64 as f64 / 100.0
}
