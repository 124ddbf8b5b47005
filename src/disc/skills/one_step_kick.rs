//! One kick.

use super::angle;
use super::hold_ball::{HoldBall, hold_ball};
use super::kick_rate::{fastest_along, kick_by, kick_rate, most_push};
use super::outcome::Outcome;
use super::stop_ball::stop_ball;
use super::world_model::{UNKNOWN, WorldModel};
use crate::disc::Vec2;

/// A kick with less speed than this is meant to stop the ball, m/cycle.
const STOPPED: f64 = 0.001;
/// By how much the power may seem to exceed the most, as it is rounded.
const ROUNDED: f64 = 0.01;

/// How to kick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OneStepKick {
    /// The ball's speed after the kick, m/cycle.
    pub speed: f64,
    /// Whether to kick all the same, as hard as possible, if the ball cannot be slowed down to the
    /// speed.
    pub force: bool,
}

/// `Body_KickOneStep`: kicks the ball towards a point, at most as fast as one kick can. A ball that
/// comes too fast to be turned there is stopped; one that cannot be slowed down to the speed is
/// held.
pub fn one_step_kick(world: &WorldModel, point: Vec2, how: OneStepKick) -> Outcome {
    let (me, server) = (&world.me, &world.rules.server);
    if me.is_frozen || !me.can_kick {
        return Outcome::NOTHING;
    }
    if world.ball.counts.velocity >= UNKNOWN && !how.force {
        return stop_ball(world);
    }
    let rate = kick_rate(world);
    let direction = angle::of(point - world.ball.position);
    let fastest = fastest_along(world, world.ball.velocity, direction, most_push(world, rate));
    let fastest = fastest.map_or(0.0, Vec2::length);
    let speed = fastest.min(how.speed).min(server.ball_speed_max).max(0.0);
    let push = angle::polar(speed, direction) - world.ball.velocity;
    if push.length() > (server.maxpower + ROUNDED) * rate {
        if speed < STOPPED {
            return stop_ball(world);
        }
        if !how.force {
            let (turn_to, kick_target) = (Some(point), Some(point));
            return hold_ball(world, HoldBall { turn_to, kick_target });
        }
    }
    Outcome::done(kick_by(world, push, rate))
}
