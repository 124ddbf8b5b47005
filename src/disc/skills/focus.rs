//! The focus of the eyes: objects near it are seen with less noise.

use super::angle;
use super::pose::Pose;
use super::world_model::WorldModel;
use crate::disc::{Command, Vec2};

/// Largest distance of the focus, m.
const FAR: f64 = 40.0;
/// Smaller changes are not worth a command: m, degrees.
const LEAST: [f64; 2] = [1e-3, 1e-3];

/// How far inside the view's edge the focus stays, degrees.
const INSIDE: f64 = 0.5;
/// A focus that is nearer than this has no direction, m.
const HERE: f64 = 1e-5;

/// `Focus_MoveToPoint`: moves the focus to a point of the pitch if it is in view after the commands
/// of body, view and neck, and otherwise to the nearest point of the view's edge. `neck`: the
/// neck's command. None if the focus is there already.
pub fn focus_on(world: &WorldModel, point: Vec2, neck: Option<Command>) -> Option<Command> {
    let (pose, server) = (Pose::next(world), &world.rules.server);
    let turned = if let Some(Command::TurnNeck(by)) = neck { by } else { 0.0 };
    let neck = (world.me.neck + turned).max(server.minneckang).min(server.maxneckang);
    let off = angle::normalize(pose.off_body(point) - neck);
    let half = (0.5 * pose.view_angle - INSIDE).max(0.0);
    let distance = pose.position.distance(point);
    if off.abs() <= half {
        return change(world, [distance.min(FAR), off]);
    }
    // The nearer edge, and the foot of the perpendicular on it, which may be at the player
    // themselves.
    let edge = half.copysign(off);
    let along = (distance * (off - edge).to_radians().cos()).clamp(0.0, FAR);
    change(world, [along, if along < HERE { 0.0 } else { edge }])
}

/// `Focus_Reset`: the focus at the player themselves, straight ahead.
pub fn reset_focus(world: &WorldModel) -> Option<Command> {
    change(world, [0.0, 0.0])
}

fn change(world: &WorldModel, to: [f64; 2]) -> Option<Command> {
    let [distance, direction] = world.me.focus;
    let (further, turned) = (to[0] - distance, angle::normalize(to[1] - direction));
    let matters = further.abs() > LEAST[0] || turned.abs() > LEAST[1];
    matters.then_some(Command::ChangeFocus(further, turned))
}
