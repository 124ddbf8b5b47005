//! Steps in which senses tell numbers.

use crate::disc::EPS;

/// The nearest multiple of a step.
pub fn quantize(value: f64, step: f64) -> f64 {
    (value / step).round_ties_even() * step
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
    angle.to_degrees().round_ties_even() as i32
}
