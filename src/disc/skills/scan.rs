//! Looking about with body and neck: for the ball, for what is not known.

use super::angle;
use super::neck::{Look, neck_body_to_point, neck_to_angle};
use super::outcome::Outcome;
use super::own_motion::turn_command;
use super::pose::Pose;
use super::world_model::{UNKNOWN, WorldModel};
use crate::disc::{Command, ViewWidth};

/// By how much a player turns if they do not know where they are, degrees.
const LOST: f64 = 60.0;
/// Cycles spent looking for the ball on one side.
const ONE_SIDE: u32 = 3;

/// `Bhv_ScanField`: looks for the ball where it was last seen and, in turns, on the other side; if
/// they know where it is, turns by the angle that they see, and waits until they have seen that.
/// Always with a wide view.
pub fn scan_field(world: &WorldModel) -> Look {
    let me = &world.me;
    let view = Some(ViewWidth::Wide);
    let straight = Some(Command::TurnNeck(0.0));
    if me.is_frozen {
        return Look { body: Outcome::NOTHING, neck: straight, view };
    }
    if me.position_count >= UNKNOWN {
        let body = Outcome::done(Command::Turn(turn_command(me, LOST)));
        return Look { body, neck: Some(neck_to_angle(world, 0.0)), view };
    }
    if world.ball.counts.position < UNKNOWN {
        if !world.has_seen {
            return Look { body: Outcome::done_waiting(), neck: straight, view: None };
        }
        let turn = 0.5 * (me.view_angle + Pose::next(world).view_angle);
        let body = Outcome::done(Command::Turn(turn_command(me, turn)));
        return Look { body, neck: straight, view };
    }
    // If its place is not known any longer, the model still holds the last known one.
    let here = world.me_after(1);
    // The count of a ball that was never seen stands still; then the clock takes its place.
    let lost = world.ball.lost_count;
    let cycles = if lost < UNKNOWN { u32::from(lost) } else { world.cycle };
    let is_other_side = (cycles / ONE_SIDE) % 2 == 1;
    let back = if is_other_side { 180.0 } else { 0.0 };
    let direction = angle::of(world.ball.position - here) + back;
    let look = neck_body_to_point(world, here + angle::polar(10.0, direction), 5.0);
    Look { body: Outcome { is_success: true, ..look.body }, view, ..look }
}
