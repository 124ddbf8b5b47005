//! Angles in degrees.

use crate::disc::Vec2;

/// Returns the angle brought into -180 to 180 by whole turns.
pub(super) fn normalize(angle: f64) -> f64 {
    // The remainder is a function call. Angles within one turn do without it: they are their own
    // remainder.
    let angle = if angle.abs() < 360.0 { angle } else { angle % 360.0 };
    if angle > 180.0 {
        angle - 360.0
    } else if angle < -180.0 {
        angle + 360.0
    } else {
        angle
    }
}

/// By how much one direction is turned from another, -180 to 180.
pub(super) fn from_to(from: f64, to: f64) -> f64 {
    normalize(to - from)
}

/// The direction of a vector.
pub(super) fn of(vector: Vec2) -> f64 {
    vector.direction().to_degrees()
}

/// A vector of a length and a direction.
pub(super) fn polar(length: f64, direction: f64) -> Vec2 {
    Vec2::polar(length, direction.to_radians())
}

/// Returns the vector turned by an angle.
pub(super) fn turned(vector: Vec2, angle: f64) -> Vec2 {
    vector.rotated(angle.to_radians())
}
