//! Angles.

use std::f64::consts::PI;

/// Degrees in radians.
pub(super) fn radians(degrees: f64) -> f64 {
    degrees * (PI / 180.0)
}

/// An angle brought to -pi to pi by whole turns.
pub(super) fn normalize(angle: f64) -> f64 {
    let turn = 2.0 * PI;
    let mut angle = if angle.abs() > turn { angle % turn } else { angle };
    if angle < -PI {
        angle += turn;
    }
    if angle > PI {
        angle -= turn;
    }
    angle
}
