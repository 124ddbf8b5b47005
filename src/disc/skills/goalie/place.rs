//! Where a goalie stands.

use super::super::world_model::WorldModel;
use crate::disc::{Vec2, pitch};

/// How far in front of the goal line they stand, m.
const BEFORE: f64 = 2.7;
/// How far behind it the line to the ball starts, m.
const FROM_BEHIND: f64 = 7.0;
/// How far to the side they go at most, m.
const ASIDE: f64 = 6.5;
/// For a ball this near to the goal line, at a wide angle, they stand at the near post, m.
const WIDE: f64 = 4.0;
/// They then stand this far from the line, m.
const AT_POST: f64 = 1.0;

/// The place of a goalie: on the line to the ball from behind the goal, at the near post if the
/// ball comes from the side.
pub fn goalie_place(world: &WorldModel) -> Vec2 {
    let reach = world.reach();
    let soonest = reach.me.min(reach.mate).min(reach.opponent);
    let ball = world.ball_after(if soonest < 100 { soonest } else { 0 });
    let line = -pitch::HALF_LENGTH;
    let half = 0.5 * world.rules.server.goal_width;
    if ball.x < line + WIDE && ball.y.abs() > half + 3.0 {
        return Vec2::new(line + AT_POST, half.copysign(ball.y));
    }
    let x = line + BEFORE;
    let from = line - FROM_BEHIND;
    let share = ((x - from) / (ball.x - from).max(x - from)).clamp(0.0, 1.0);
    Vec2::new(x, (ball.y * share).clamp(-ASIDE, ASIDE))
}
