//! Turns of the body.

use super::angle;
use super::outcome::Outcome;
use super::own_motion::turn_command;
use super::world_model::{UNKNOWN, WorldModel};
use crate::disc::{Command, Vec2};

/// A turn to a point that is smaller than this achieves nothing, degrees.
const LEAST: f64 = 1.0;
/// By how much a player turns to a point if they do not know where they are, degrees.
const LOST: f64 = 60.0;

/// `Body_TurnToAngle`: turns to a direction on the pitch, degrees. Always succeeds unless they are
/// frozen, however small the turn is.
pub fn turn_to_angle(world: &WorldModel, direction: f64) -> Outcome {
    turn_by(world, angle::from_to(world.me.body, direction))
}

fn turn_by(world: &WorldModel, turn: f64) -> Outcome {
    if world.me.is_frozen {
        return Outcome::NOTHING;
    }
    Outcome::done(Command::Turn(turn_command(&world.me, turn)))
}

/// `Body_TurnToPoint`: turns to a point, as seen from where they will be after some cycles. If they
/// face it already, the rest of the turn is commanded, but other actions are still tried.
pub fn turn_to_point(world: &WorldModel, point: Vec2, cycles: u32) -> Outcome {
    if world.me.position_count >= UNKNOWN {
        return turn_by(world, LOST);
    }
    let turn = angle::from_to(world.me.body, angle::of(point - world.me_after(cycles)));
    let outcome = turn_by(world, turn);
    if turn.abs() < LEAST { outcome.failed() } else { outcome }
}

/// `Body_TurnToBall`: turns to where the ball will be after some cycles.
pub fn turn_to_ball(world: &WorldModel, cycles: u32) -> Outcome {
    if world.ball.counts.position >= UNKNOWN {
        return Outcome::NOTHING;
    }
    turn_to_point(world, world.ball_after(cycles), cycles)
}
