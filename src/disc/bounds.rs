//! Clamping of numbers, with the semantics of C++'s `std::min` and `std::max`.
//!
//! `f64::max` and `f64::min` also check for NaN, which takes five instructions instead of one.
//! Nothing here is NaN: inputs are checked, and parameters are finite.

/// The greatest size of a parameter, of a number that is set, and of a speed to which wind drives
/// something: products of far greater ones are not finite, and players beside each other have the
/// same coordinates.
pub const LARGEST: f64 = 1e9;

/// The greatest size of a coordinate, distance or speed that commands give: squares of greater ones
/// would not be finite.
pub const FARTHEST: f64 = 1e100;

/// The greater one; the first if they are equal.
#[inline(always)]
pub(super) fn at_least(number: f64, least: f64) -> f64 {
    if number < least { least } else { number }
}

/// The smaller one; the first if they are equal.
#[inline(always)]
pub(super) fn at_most(number: f64, most: f64) -> f64 {
    if number > most { most } else { number }
}

/// Not below `least`, then not above `most`.
#[inline(always)]
pub(super) fn clipped(number: f64, least: f64, most: f64) -> f64 {
    at_most(at_least(number, least), most)
}
