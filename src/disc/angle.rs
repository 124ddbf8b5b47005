//! Angles.

use std::f64::consts::PI;

/// Degrees in radians.
pub(super) fn radians(degrees: f64) -> f64 {
    degrees * PI / 180.0
}

/// An angle brought to -pi to pi by whole turns. Angles here are at most some turns off; what is
/// further is brought near first.
pub(super) fn normalize(angle: f64) -> f64 {
    let mut angle = if angle.abs() > 100.0 { angle % (2.0 * PI) } else { angle };
    while angle > PI {
        angle -= 2.0 * PI;
    }
    while angle < -PI {
        angle += 2.0 * PI;
    }
    angle
}
