//! Kicks in several steps.

use super::hold_ball::{HoldBall, hold_ball};
use super::kick_plan::plan_kick;
use super::outcome::Outcome;
use super::stop_ball::stop_ball;
use super::world_model::{UNKNOWN, WorldModel};
use crate::disc::Vec2;

/// Requested speeds are raised to at least this, m/cycle.
const LEAST: f64 = 0.001;

/// How to kick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SmartKick {
    /// The ball's speed after the last kick, m/cycle.
    pub speed: f64,
    /// The speed that is enough.
    pub threshold: f64,
    /// The most kicks, 1 to 3.
    pub steps: u32,
}

/// `Body_SmartKick`: kicks the ball towards a point with a speed, in several steps if one does not
/// reach that speed or opponents are near. If that is impossible, holds the ball and does not
/// succeed.
pub fn smart_kick(world: &WorldModel, point: Vec2, how: SmartKick) -> Outcome {
    if world.me.is_frozen || !world.me.can_kick {
        return Outcome::NOTHING;
    }
    if world.ball.counts.velocity >= UNKNOWN {
        return stop_ball(world);
    }
    let how = SmartKick { speed: how.speed.max(LEAST), steps: how.steps.max(1), ..how };
    match plan_kick(world, point, how) {
        Some(plan) if plan.speed >= how.speed.min(how.threshold.max(0.0)) - 1e-10 => {
            Outcome::done(plan.command)
        }
        _ => {
            let hold = HoldBall { turn_to: None, kick_target: Some(point) };
            hold_ball(world, hold).failed()
        }
    }
}
