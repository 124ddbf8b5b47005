//! One kick.

use super::angle;
use super::hold_ball::{HoldBall, hold_ball};
use super::kick_rate::{fastest_along, kick_by, kick_rate, most_push};
use super::outcome::Outcome;
use super::stop_ball::stop_ball;
use super::world_model::WorldModel;
use crate::disc::Vec2;

/// A kick with less speed than this is meant to stop the ball, m/cycle.
const STOPPED: f64 = 0.001;

/// How to kick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OneStepKick {
    /// The ball's speed after the kick, m/cycle.
    pub speed: f64,
    /// Whether to kick all the same, as hard as possible, if the ball cannot be turned to the
    /// point.
    pub force: bool,
}

/// `Body_KickOneStep`: kicks the ball towards a point, at most as fast as one kick can. If the ball
/// comes too fast to be turned there, holds it and does not succeed.
pub fn one_step_kick(world: &WorldModel, point: Vec2, how: OneStepKick) -> Outcome {
    let me = &world.me;
    if me.is_frozen || !me.can_kick {
        return Outcome::NOTHING;
    }
    if how.speed < STOPPED {
        return stop_ball(world);
    }
    let rate = kick_rate(world);
    let most = most_push(world, rate);
    let direction = angle::of(point - world.ball.position);
    match fastest_along(world, world.ball.velocity, direction, most) {
        Some(fastest) => {
            let speed = fastest.length().min(how.speed);
            let push = angle::polar(speed, direction) - world.ball.velocity;
            Outcome::done(kick_by(world, push, rate))
        }
        None if how.force => {
            let push = angle::polar(how.speed, direction) - world.ball.velocity;
            Outcome::done(kick_by(world, push, rate))
        }
        None => hold_ball(world, HoldBall { turn_to: None, kick_target: Some(point) }).failed(),
    }
}
