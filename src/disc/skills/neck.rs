//! Where players look: turns of the neck, and of body and neck together.

use super::angle;
use super::outcome::Outcome;
use super::own_motion::{turn_command, turn_per_cycle};
use super::pose::{Pose, Queued};
use super::world_model::{Me, WorldModel};
use crate::disc::{Command, Vec2, ViewWidth};

/// How far the neck turns from the body at most, degrees.
const MOST: f64 = 90.0;

/// Commands for body and neck.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// The body's command.
    pub body: Outcome,
    /// The neck's command.
    pub neck: Option<Command>,
    /// How wide to look from now on.
    pub view: Option<ViewWidth>,
}

/// `Neck_TurnToRelative`: turns the head to an angle from the body, degrees.
pub fn neck_to_angle(world: &WorldModel, angle: f64) -> Command {
    Command::TurnNeck(angle::normalize(angle).clamp(-MOST, MOST) - world.me.neck)
}

/// `Neck_TurnToPoint`: turns the head to a point, as far as it can; `None` if it is too far behind
/// to be seen then.
pub fn neck_to_point(world: &WorldModel, point: Vec2) -> Option<Command> {
    let pose = Pose::next(world);
    let angle = pose.off_body(point);
    let half_view = 0.5 * pose.view_angle;
    (angle.abs() < MOST + half_view - EDGE).then(|| neck_to_angle(world, angle))
}

/// A point nearer than this to the edge of the view does not count as seen, degrees.
const EDGE: f64 = 5.0;

/// `Bhv_BodyNeckToPoint`: turns the body to a point as far as it can, and the neck for the rest.
/// Both start from their own motion, as the turn replaces what the body was to do before.
pub fn body_neck_to_point(world: &WorldModel, point: Vec2) -> Look {
    let angle = off_body(world, point);
    let rest = angle::normalize(angle - turned_by(&world.me, angle));
    if world.me.is_frozen {
        let neck = Some(neck_to_angle(world, angle));
        return Look { body: Outcome::NOTHING, neck, view: None };
    }
    let body = Outcome::done(Command::Turn(turn_command(&world.me, angle)));
    Look { body, neck: Some(neck_to_angle(world, rest)), view: None }
}

/// `Bhv_NeckBodyToPoint`: turns only the neck to a point if it can turn that far with `spare`
/// degrees to spare; otherwise turns the body as well. Succeeds either way unless they are frozen.
pub fn neck_body_to_point(world: &WorldModel, point: Vec2, spare: f64) -> Look {
    let angle = off_body(world, point);
    if angle.abs() >= MOST - spare.clamp(0.0, 180.0) {
        return body_neck_to_point(world, point);
    }
    let body = if world.me.is_frozen { Outcome::NOTHING } else { Outcome::done_waiting() };
    Look { body, neck: Some(neck_to_angle(world, angle)), view: None }
}

/// The direction of a point from the body in the next cycle if they do nothing, degrees.
fn off_body(world: &WorldModel, point: Vec2) -> f64 {
    Pose::after(world, Queued::default()).off_body(point)
}

/// By how much the body turns in one cycle when it is to turn by an angle, degrees.
fn turned_by(me: &Me, angle: f64) -> f64 {
    let most = turn_per_cycle(me.own, me.velocity.length());
    angle::normalize(angle).clamp(-most, most)
}
