//! Turns of the body.

use super::angle;
use super::outcome::Outcome;
use super::own_motion::turn_command;
use super::world_model::WorldModel;
use crate::disc::{Command, Vec2};

/// Turns that are not worth a command, degrees.
const LEAST: f64 = 1.0;

/// `Body_TurnToAngle`: turns to a direction on the pitch, degrees.
pub fn turn_to_angle(world: &WorldModel, direction: f64) -> Outcome {
    if world.me.is_frozen {
        return Outcome::NOTHING;
    }
    let turn = angle::from_to(world.me.body, direction);
    if turn.abs() < LEAST {
        return Outcome::WAIT;
    }
    Outcome::done(Command::Turn(turn_command(&world.me, turn)))
}

/// `Body_TurnToPoint`: turns to a point, as seen from where he will be after some cycles.
pub fn turn_to_point(world: &WorldModel, point: Vec2, cycles: u32) -> Outcome {
    turn_to_angle(world, angle::of(point - world.me_after(cycles)))
}

/// `Body_TurnToBall`: turns to where the ball will be after some cycles.
pub fn turn_to_ball(world: &WorldModel, cycles: u32) -> Outcome {
    turn_to_point(world, world.ball_after(cycles), cycles)
}
