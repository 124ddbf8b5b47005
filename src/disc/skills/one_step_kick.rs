//! One kick.

use super::angle;
use super::hold_ball::{HoldBall, hold_ball};
use super::kick_rate::{fastest_along, kick_by, kick_rate, most_push};
use super::outcome::Outcome;
use super::stop_ball::stop_ball;
use super::world_model::WorldModel;
use crate::disc::Vec2;

/// Speed at which a kick is meant to stop the ball, m/cycle.
const STOPPED: f64 = 0.001;

/// How to kick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OneStepKick {
    /// The ball's speed after it, m/cycle.
    pub speed: f64,
    /// Kick as hard as possible where the speed cannot be reached.
    pub force: bool,
}

/// `Body_KickOneStep`: kicks the ball towards a point, at most as fast as one kick can;
/// holds it without success where it comes too fast to be turned there.
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
