//! Steps in which the senses report numbers, and how far they reach.

use crate::disc::EPS;
use std::array;
use std::sync::LazyLock;

/// Beyond this distance nobody sees anything, m.
pub const MAX_DISTANCE: f64 = 125.096;
/// Step of changes of distance divided by distance.
pub(super) const DISTANCE_CHANGE: f64 = 0.02;
/// Step of changes of direction, degrees.
pub(super) const DIRECTION_CHANGE: f64 = 0.1;
/// Angles this near to one at which a result changes are computed exactly. This is more than
/// enough, both in rad and in half degrees.
pub(super) const DECIDED: f64 = 1e-4;
/// Starting here, all floating-point numbers are whole.
pub(super) const WHOLE: f64 = (1u64 << 52) as f64;

/// The nearest whole number, ties to even: `round_ties_even` as additions, because it is a function
/// call where processors are not known to have an instruction for it.
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

/// Steps of a constant ratio, in which distances are reported.
#[derive(Clone, Copy)]
pub struct Steps {
    ratio: f64,
    /// The table for the ratio, if it is one of the usual ones.
    row: Option<&'static Row>,
}

impl Steps {
    /// The steps of a ratio, which is given less 1.
    pub fn of(ratio: f64) -> Self {
        static ROWS: LazyLock<[Row; 2]> = LazyLock::new(|| USUAL.map(Row::new));
        let row = USUAL.iter().position(|usual| *usual == ratio).map(|row| &ROWS[row]);
        Self { ratio, row }
    }

    /// The distance to which another one is rounded.
    #[inline]
    pub fn quantize(&self, distance: f64) -> f64 {
        let distance = distance + EPS;
        let kept = self.row.and_then(|row| row.look_up(distance));
        kept.map_or_else(|| self.worked_out(distance), |step| step.power)
    }

    /// The same, rounded to 0.1 m.
    #[inline]
    pub fn rounded_off(&self, distance: f64) -> f64 {
        let kept = self.row.and_then(|row| row.look_up(distance + EPS));
        kept.map_or_else(|| quantize(self.quantize(distance), TENTH), |step| step.rounded_off)
    }

    /// Computes the distance with logarithm and power.
    #[cold]
    fn worked_out(&self, distance: f64) -> f64 {
        let count = rounded(distance.ln() / self.ratio);
        let kept = self.row.and_then(|row| row.power(count));
        kept.unwrap_or_else(|| (count * self.ratio).exp())
    }
}

/// The step in which distances are finally reported, m.
const TENTH: f64 = 0.1;
/// The exponents whose powers are in the tables: from 0.02 m to 150 m in the finer of the usual
/// steps.
const POWERS: std::ops::Range<i32> = -400..502;
/// Number of these exponents.
const KEPT: usize = (POWERS.end - POWERS.start) as usize;
/// The usual ratios of steps, of landmarks and of other things.
const USUAL: [f64; 2] = [0.01, 0.1];
/// Number of low bits of a number that do not determine its bin. An octave has 128 bins, each of
/// which is narrower than a step, so that at most two steps meet in a bin.
const WITHIN: u32 = f64::MANTISSA_DIGITS - 1 - 7;
/// The range of distances for which there are bins, m.
const BINNED: [f64; 2] = [1.0 / 32.0, 128.0];
/// Number of bins.
const BINS: usize = bin(BINNED[1]) as usize;
/// Within this share of the distance from where two steps meet, the logarithm decides between them.
/// This is much more than logarithms and powers may be off.
const DOUBT: f64 = 1e-9;

/// A step.
#[derive(Clone, Copy)]
struct Step {
    /// The distance to which others are rounded, m: e to the power of a whole number of steps.
    power: f64,
    /// The same, rounded to 0.1 m.
    rounded_off: f64,
    /// Where it ends and the next one begins, m.
    end: f64,
}

/// The table for a ratio of steps, because logarithms and powers are slow.
struct Row {
    /// The steps for [`POWERS`].
    steps: [Step; KEPT],
    /// For each bin of distances with the same first bits, the first step in it.
    bins: [u16; BINS],
}

/// The bin of a distance.
#[inline]
const fn bin(distance: f64) -> u64 {
    (distance.to_bits() >> WITHIN).wrapping_sub(BINNED[0].to_bits() >> WITHIN)
}

impl Row {
    fn new(step: f64) -> Self {
        let first = BINNED[0].to_bits() >> WITHIN;
        let step_of = |index: usize| {
            // A little below the bin: logarithms have errors, too.
            let low = f64::from_bits((first + index as u64) << WITHIN) * (1.0 - 1e-6);
            (rounded(low.ln() / step) as i32 - POWERS.start).max(0) as u16
        };
        let power = |index: usize, more: f64| {
            ((f64::from(POWERS.start + index as i32) + more) * step).exp()
        };
        let step = |index| {
            let whole = power(index, 0.0);
            Step { power: whole, rounded_off: quantize(whole, TENTH), end: power(index, 0.5) }
        };
        Self { steps: array::from_fn(step), bins: array::from_fn(step_of) }
    }

    /// The step of a distance, if it is in the table and not too near to where two steps meet.
    #[inline]
    fn look_up(&self, distance: f64) -> Option<&Step> {
        let index = usize::from(*self.bins.get(usize::try_from(bin(distance)).ok()?)?);
        let beyond = distance - self.steps.get(index)?.end;
        let index = index + usize::from(beyond > 0.0);
        self.steps.get(index).filter(|_| beyond.abs() > DOUBT * distance)
    }

    /// e to the power of a whole number of steps, if it is in the table.
    fn power(&self, count: f64) -> Option<f64> {
        let index = count - f64::from(POWERS.start);
        let is_kept = index >= 0.0;
        is_kept.then(|| Some(self.steps.get(index as usize)?.power)).flatten()
    }
}

/// Degrees of an angle, truncated to a whole number.
pub fn truncated_degrees(angle: f64) -> i32 {
    angle.to_degrees() as i32
}

/// Degrees of an angle, rounded to the nearest whole number.
pub fn rounded_degrees(angle: f64) -> i32 {
    rounded(angle.to_degrees()) as i32
}

#[cfg(test)]
mod tests {
    use super::{BINNED, DOUBT, EPS, Steps, TENTH, WITHIN, bin, quantize, rounded};

    /// Checks that a distance is reported as logarithm and power give it.
    fn check(distance: f64, step: f64) {
        let worked_out = quantize((distance + EPS).ln(), step).exp();
        let steps = Steps::of(step);
        let rounded_off = [steps.quantize(distance), steps.rounded_off(distance)];
        let exact = [worked_out, quantize(worked_out, TENTH)];
        assert_eq!(rounded_off.map(f64::to_bits), exact.map(f64::to_bits), "{distance} by {step}");
    }

    #[test]
    fn powers_that_are_kept_are_those_that_are_worked_out() {
        for step in [0.01, 0.1, 0.02] {
            for index in 0..20_000 {
                check(f64::from(index) * 0.0067, step);
            }
        }
    }

    /// Checks a few bits to both sides of all distances where one step meets the next, of those
    /// where the tables begin to decide, and of the edges of all bins.
    #[test]
    fn distances_at_the_edges_of_steps_are_told_exactly() {
        let around = |edge: f64, step| {
            for off in -40..40 {
                check(f64::from_bits(edge.max(1e-300).to_bits().wrapping_add_signed(off)), step);
            }
        };
        for (step, counts) in [(0.01, -450..560), (0.1, -200..60)] {
            for count in counts {
                let edge = ((f64::from(count) + 0.5) * step).exp();
                for doubt in [0.0, 0.5, 1.0, 1.5, -0.5, -1.0, -1.5] {
                    around(edge * (1.0 + doubt * DOUBT) - EPS, step);
                }
            }
            for index in 0..=bin(BINNED[1]) {
                let first = BINNED[0].to_bits() >> WITHIN;
                around(f64::from_bits((first + index) << WITHIN) - EPS, step);
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
