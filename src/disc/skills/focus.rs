//! The focus of the eyes: objects near it are seen with less noise.

use super::angle;
use super::pose::Pose;
use super::world_model::WorldModel;
use crate::disc::{Command, Vec2};

/// Largest distance of the focus, m.
const FAR: f64 = 40.0;
/// Smaller changes are not worth a command: m, degrees.
const LEAST: [f64; 2] = [1e-3, 1e-3];

/// `Focus_MoveToPoint`: moves the focus to a point of the pitch, or as near to its direction as the
/// view allows after the commands of body, view and neck. `neck`: the neck's command. None if the
/// focus is there already.
pub fn focus_on(world: &WorldModel, point: Vec2, neck: Option<Command>) -> Option<Command> {
    let pose = Pose::next(world);
    let turned = if let Some(Command::TurnNeck(by)) = neck { by } else { 0.0 };
    let half = 0.5 * pose.view_angle;
    let direction = angle::normalize(pose.off_body(point) - world.me.neck - turned);
    let distance = pose.position.distance(point).min(FAR);
    change(world, [distance, direction.clamp(-half, half)])
}

/// `Focus_Reset`: the focus at the player himself, straight ahead.
pub fn reset_focus(world: &WorldModel) -> Option<Command> {
    change(world, [0.0, 0.0])
}

fn change(world: &WorldModel, to: [f64; 2]) -> Option<Command> {
    let [distance, direction] = world.me.focus;
    let (further, turned) = (to[0] - distance, angle::normalize(to[1] - direction));
    let matters = further.abs() > LEAST[0] || turned.abs() > LEAST[1];
    matters.then_some(Command::ChangeFocus(further, turned))
}
