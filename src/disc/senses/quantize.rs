//! Steps in which senses tell numbers.

use crate::disc::EPS;
use std::sync::LazyLock;

/// From here on there are no numbers between whole ones.
pub(super) const WHOLE: f64 = (1u64 << 52) as f64;

/// The nearest whole number, ties to even: `round_ties_even` as additions, because it is a call
/// where processors are not known to have an instruction for it.
#[inline]
pub fn rounded(value: f64) -> f64 {
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
    power(rounded((distance + EPS).ln() / step), step)
}

/// The exponents whose powers are kept: from 0.02 m to 150 m in the finer of the usual steps.
const POWERS: std::ops::Range<i32> = -400..502;
/// The usual ratios of steps, of landmarks and of other things.
const USUAL: [f64; 2] = [0.01, 0.1];

/// e to a whole number of steps.
fn power(count: f64, step: f64) -> f64 {
    static KEPT: LazyLock<[Vec<f64>; 2]> = LazyLock::new(|| {
        USUAL.map(|step| POWERS.map(|count| (f64::from(count) * step).exp()).collect())
    });
    let kept = USUAL.iter().position(|usual| *usual == step);
    let index = count - f64::from(POWERS.start);
    let found = kept.filter(|_| index >= 0.0).and_then(|row| KEPT[row].get(index as usize));
    found.copied().unwrap_or_else(|| (count * step).exp())
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
    use super::{quantize, quantize_distance, rounded};

    #[test]
    fn powers_that_are_kept_are_those_that_are_worked_out() {
        for step in [0.01, 0.1, 0.02] {
            for index in 0..20_000 {
                let distance = f64::from(index) * 0.0067;
                let worked_out = quantize((distance + crate::disc::EPS).ln(), step).exp();
                let told = quantize_distance(distance, step);
                assert_eq!(told.to_bits(), worked_out.to_bits(), "{distance} in steps of {step}");
            }
        }
    }

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
