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
    static ROWS: LazyLock<[Row; 2]> = LazyLock::new(|| USUAL.map(Row::new));
    let distance = distance + EPS;
    let row = USUAL.iter().position(|usual| *usual == step).map(|row| &ROWS[row]);
    row.and_then(|row| row.look_up(distance)).unwrap_or_else(|| {
        let count = rounded(distance.ln() / step);
        row.and_then(|row| row.power(count)).unwrap_or_else(|| (count * step).exp())
    })
}

/// The exponents whose powers are kept: from 0.02 m to 150 m in the finer of the usual steps.
const POWERS: std::ops::Range<i32> = -400..502;
/// The usual ratios of steps, of landmarks and of other things.
const USUAL: [f64; 2] = [0.01, 0.1];
/// Bits of a number behind those that tell a bin: an octave has 512 bins.
const WITHIN: u32 = f64::MANTISSA_DIGITS - 1 - 9;
/// The distances that there are bins for, m.
const BINNED: [f64; 2] = [1.0 / 64.0, 256.0];
/// What a bin has in which two steps meet.
const EITHER: u16 = u16::MAX;

/// What is kept for a ratio of steps, because logarithms and powers are slow.
struct Row {
    /// e to a whole number of steps.
    powers: Vec<f64>,
    /// For distances whose first bits are the same, which of these they are told as.
    bins: Vec<u16>,
}

/// The bin of a distance.
#[inline]
fn bin(distance: f64) -> u64 {
    (distance.to_bits() >> WITHIN).wrapping_sub(BINNED[0].to_bits() >> WITHIN)
}

impl Row {
    fn new(step: f64) -> Self {
        let count = |distance: f64| rounded(distance.ln() / step) as i32;
        let first = BINNED[0].to_bits() >> WITHIN;
        let told = |index: u64| {
            // A little more than the bin: logarithms have errors, too.
            let [low, high] = [0, 1].map(|more| f64::from_bits((first + index + more) << WITHIN));
            let [low, high] = [count(low * (1.0 - 1e-9)), count(high * (1.0 + 1e-9))];
            let is_one = low == high && POWERS.contains(&low);
            if is_one { (low - POWERS.start) as u16 } else { EITHER }
        };
        Self {
            powers: POWERS.map(|count| (f64::from(count) * step).exp()).collect(),
            bins: (0..bin(BINNED[1])).map(told).collect(),
        }
    }

    /// What a distance is told as, where its first bits decide that.
    #[inline]
    fn look_up(&self, distance: f64) -> Option<f64> {
        let index = self.bins.get(usize::try_from(bin(distance)).ok()?)?;
        // Behind all powers where two steps meet.
        self.powers.get(usize::from(*index)).copied()
    }

    /// e to a whole number of steps, if it is kept.
    fn power(&self, count: f64) -> Option<f64> {
        let index = count - f64::from(POWERS.start);
        let is_kept = index >= 0.0;
        is_kept.then(|| self.powers.get(index as usize).copied()).flatten()
    }
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

    /// A few bits to both sides of all distances where one step meets the next.
    #[test]
    fn distances_at_the_edges_of_steps_are_told_exactly() {
        for (step, counts) in [(0.01, -450..560), (0.1, -200..60)] {
            for count in counts {
                let edge = ((f64::from(count) + 0.5) * step).exp() - crate::disc::EPS;
                for off in -40..40 {
                    let bits = edge.max(1e-300).to_bits().wrapping_add_signed(off);
                    let distance = f64::from_bits(bits);
                    let worked_out = quantize((distance + crate::disc::EPS).ln(), step).exp();
                    let told = quantize_distance(distance, step);
                    assert_eq!(told.to_bits(), worked_out.to_bits(), "{distance} by {step}");
                }
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
