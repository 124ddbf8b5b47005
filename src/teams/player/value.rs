//! What the ball is worth at a place.

use crate::disc::Vec2;
use crate::disc::pitch::{HALF_LENGTH, HALF_WIDTH};

/// From how far a goal begins to be near, m.
const NEAR_GOAL: f64 = 40.0;
/// What it costs to be near the own goal, for a metre.
const DANGER: f64 = 0.5;

/// The middle of the goal that is attacked, and of the own one.
pub(super) const GOAL: Vec2 = Vec2::new(HALF_LENGTH, 0.0);
pub(super) const OWN_GOAL: Vec2 = Vec2::new(-HALF_LENGTH, 0.0);

/// How good it is to have the ball at a place, in metres of way to the goal.
pub(super) fn of(point: Vec2) -> f64 {
    let near = (NEAR_GOAL - (GOAL - point).length()).max(0.0);
    let danger = (25.0 - (OWN_GOAL - point).length()).max(0.0);
    let corner = (point.x.abs() - 40.0).max(0.0) * (point.y.abs() / HALF_WIDTH).powi(2);
    point.x + near - DANGER * danger - 0.5 * corner
}

/// Whether a point is on the pitch with a margin, m.
pub(super) fn is_inside(point: Vec2, margin: f64) -> bool {
    point.x.abs() < HALF_LENGTH - margin && point.y.abs() < HALF_WIDTH - margin
}
