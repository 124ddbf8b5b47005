//! When a goalie goes for the ball, and how.

use super::super::go_to_point::{GoToPoint, go_to_point};
use super::super::intercept_ball::{Intercept, intercept_ball};
use super::super::necks::Neck;
use super::super::outcome::Outcome;
use super::super::play::Play;
use super::super::world_model::WorldModel;
use super::{across, is_in_our_area};
use crate::disc::{PlayMode, Vec2, pitch};

/// A ball this near to their goal line may be theirs, m.
const NEAR_LINE: f64 = 8.0;
/// It is theirs only this little off the middle of the line, m.
const ASIDE: f64 = 10.0;
/// It is not theirs if an opponent is sooner by more than this many cycles.
const SOONER: u32 = 3;
/// For a ball inside their area, an opponent may be sooner by fewer than this many cycles.
const LATER: u32 = 2;
/// How far beside the goal a ball still counts as a shot, m.
const BESIDE: f64 = 1.0;

/// Whether they are to go for the ball.
pub(super) fn is_due(world: &WorldModel) -> bool {
    if world.mode != PlayMode::PlayOn {
        return false;
    }
    let (reach, next) = (world.reach(), world.ball_after(1));
    let is_near = next.x < -pitch::HALF_LENGTH + NEAR_LINE && next.y.abs() < ASIDE;
    if is_near && !world.mate_can_kick() && reach.opponent + SOONER >= reach.me {
        return true;
    }
    let is_first = reach.me <= reach.opponent && reach.me <= reach.mate;
    if shot_at_goal(world).is_some() && is_first {
        return true;
    }
    let meets = world.ball_after(reach.me);
    is_in_our_area(meets, 0.0) && reach.opponent + LATER > reach.me && reach.me <= reach.mate
}

/// The y at which a ball that rolls into our goal crosses the goal line.
fn shot_at_goal(world: &WorldModel) -> Option<f64> {
    let (ball, velocity) = (world.ball.position, world.ball.velocity);
    let end = world.ball_after(100);
    let line = -pitch::HALF_LENGTH;
    if velocity.x >= 0.0 || end.x > line || ball.x > -20.0 {
        return None;
    }
    let y = ball.y + (line - ball.x) / velocity.x * velocity.y;
    (y.abs() < 0.5 * world.rules.server.goal_width + BESIDE).then_some(y)
}

/// Goes for the ball: to the meeting point if that is inside their area, otherwise to the point of
/// the ball's path that is level with them.
pub(super) fn ball(world: &WorldModel) -> Play {
    let meets = world.ball_after(world.reach().me);
    let body = if is_in_our_area(meets, 0.5) && world.reach().me <= 100 {
        intercept_ball(world, Intercept { save_recovery: false, face: None })
    } else {
        to_its_way(world)
    };
    Play::body(Outcome { is_success: true, ..body }).looking(Neck::Ball)
}

fn to_its_way(world: &WorldModel) -> Outcome {
    let (here, ball, velocity) = (world.me.position, world.ball.position, world.ball.velocity);
    let y = if velocity.x < -0.1 {
        ball.y + (here.x - ball.x) / velocity.x * velocity.y
    } else {
        world.ball_after(1).y
    };
    let half = 0.5 * world.rules.server.goal_width + BESIDE;
    let point = Vec2::new(here.x.max(-pitch::HALF_LENGTH + 0.5), y.clamp(-half, half));
    let power = world.rules.server.max_dash_power;
    let way = go_to_point(world, point, GoToPoint { threshold: 0.2, power, save_recovery: false });
    if way.is_success { way } else { across(world) }
}
