//! Angles.

use std::f64::consts::PI;

/// An angle brought to -pi to pi by whole turns.
pub fn normalize(angle: f64) -> f64 {
    const TURN: f64 = 2.0 * PI;
    let mut angle = if angle.abs() > TURN { angle % TURN } else { angle };
    if angle < -PI {
        angle += TURN;
    }
    if angle > PI {
        angle -= TURN;
    }
    angle
}
