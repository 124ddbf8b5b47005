//! Where a goalie stands.

use super::super::world_model::WorldModel;
use crate::disc::{Vec2, pitch};

/// Where he stands before the line, m, and from how far behind it the line to the ball comes.
const BEFORE: f64 = 2.7;
const FROM_BEHIND: f64 = 7.0;
/// How far to the side he goes at most, m.
const ASIDE: f64 = 6.5;
/// At wide angles he stands at the near post: how near to the line the ball is then, m, how far he
/// is from the line, and from the post.
const WIDE: f64 = 4.0;
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
