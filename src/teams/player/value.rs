//! What the ball is worth at a place.

use crate::disc::Vec2;
use crate::disc::pitch::{HALF_LENGTH, HALF_WIDTH};

/// Distance from the goal at which nearness begins to count, m.
const NEAR_GOAL: f64 = 40.0;
/// The worth of each metre nearer than that.
const NEAR: f64 = 1.2;
/// The factor by which metres to the side count more.
const ASIDE: f64 = 1.6;
/// The cost of being near our goal, for a metre.
const DANGER: f64 = 0.5;

/// The middle of the goal that is attacked.
pub(super) const GOAL: Vec2 = Vec2::new(HALF_LENGTH, 0.0);
/// The middle of ours.
pub(super) const OWN_GOAL: Vec2 = Vec2::new(-HALF_LENGTH, 0.0);

/// How good it is to have the ball at a place, in metres of way to the goal.
pub(super) fn of(point: Vec2) -> f64 {
    let gap = GOAL - point;
    let near = NEAR * (NEAR_GOAL - gap.x.hypot(ASIDE * gap.y)).max(0.0);
    let danger = (25.0 - (OWN_GOAL - point).length()).max(0.0);
    let corner = (point.x.abs() - 40.0).max(0.0) * (point.y.abs() / HALF_WIDTH).powi(2);
    point.x + near - DANGER * danger - 0.5 * corner
}

/// Whether a point is on the pitch with a margin, m.
pub(super) fn is_inside(point: Vec2, margin: f64) -> bool {
    point.x.abs() < HALF_LENGTH - margin && point.y.abs() < HALF_WIDTH - margin
}

/// The cost of losing the ball at our goal line, and at the other one, in metres.
const LOST: [f64; 2] = [45.0, 6.0];

/// The value of an action that leads from a place to a value with this probability, and otherwise
/// loses the ball.
pub(super) fn risked(from: Vec2, value: f64, chance: f64) -> f64 {
    let share = ((from.x + HALF_LENGTH) / (2.0 * HALF_LENGTH)).clamp(0.0, 1.0);
    let cost = LOST[0] + (LOST[1] - LOST[0]) * share;
    chance * value + (1.0 - chance) * (of(from) - cost)
}
