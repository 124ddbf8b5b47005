//! Steps in which senses tell numbers.

use crate::disc::EPS;

/// The nearest whole number, ties to even: `round_ties_even` as additions, because it is a call
/// where processors are not known to have an instruction for it.
#[inline]
pub fn rounded(value: f64) -> f64 {
    const WHOLE: f64 = (1u64 << 52) as f64;
    let size = value.abs();
    if size < WHOLE { ((size + WHOLE) - WHOLE).copysign(value) } else { value }
}

/// The nearest multiple of a step.
#[inline]
pub fn quantize(value: f64, step: f64) -> f64 {
    rounded(value / step) * step
}

/// A distance in steps of a constant ratio.
pub fn quantize_distance(distance: f64, step: f64) -> f64 {
    quantize((distance + EPS).ln(), step).exp()
}

/// Degrees of an angle, without what is behind the point.
pub fn truncated_degrees(angle: f64) -> i32 {
    angle.to_degrees() as i32
}

/// Degrees of an angle, to the nearest.
pub fn rounded_degrees(angle: f64) -> i32 {
    rounded(angle.to_degrees()) as i32
}

#[cfg(test)]
mod tests {
    use super::rounded;

    #[test]
    fn rounding_is_that_of_the_processor() {
        let whole = (1u64 << 52) as f64;
        let edges =
            [0.0, -0.0, 0.5, 1.5, -0.5, -2.5, 0.49999999999999994, f64::MAX, -1e300, 1e-320];
        let large = [whole, whole - 0.5, whole - 1.5, 1.0 - whole, f64::INFINITY];
        let many = (0..4000).map(|i| f64::from(i - 2000) * 0.125);
        for value in edges.into_iter().chain(large).chain(many) {
            assert_eq!(rounded(value).to_bits(), value.round_ties_even().to_bits(), "{value}");
        }
        assert!(rounded(f64::NAN).is_nan());
    }
}
