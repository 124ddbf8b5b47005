//! Catches: a free kick for the goalie, unless the ball is outside of the penalty area or came by a
//! back pass.

use super::interruption::{self, Kind};
use super::placement::{in_penalty_area, on_pitch, out_of_penalty_area, restart};
use super::{back_pass, side_of};
use crate::disc::{PlayMode, Room, Side};

/// A goalie has the ball.
pub(super) fn caught(room: &mut Room, goalie: usize) {
    if room.game.mode.is_shoot_out() || fault(room, goalie) {
        return;
    }
    let open = !matches!(room.game.mode, PlayMode::Goal(_) | PlayMode::TimeOver);
    if open && back_pass::call_caught(room, goalie) {
        return;
    }
    back_pass::forget(room);
    let side = side_of(room, goalie);
    let point = on_pitch(room.game.ball.position);
    let point = out_of_penalty_area(side.other(), point);
    restart(room, PlayMode::FreeKick(side), side, point);
}

/// A goalie has touched the ball with his hands.
pub(super) fn punched(room: &mut Room, goalie: usize) {
    if room.game.mode.is_shoot_out() || fault(room, goalie) {
        return;
    }
    let open = !matches!(room.game.mode, PlayMode::Goal(_) | PlayMode::TimeOver);
    if !(open && back_pass::call_punched(room, goalie)) {
        back_pass::forget(room);
    }
}

/// Interruptions, and goalies who carry the ball out of their penalty area.
pub(super) fn analyse(room: &mut Room) {
    back_pass::begin_cycle(room);
    if room.game.mode.is_shoot_out()
        || interruption::pass(room, Kind::BackPass)
        || interruption::pass(room, Kind::CatchFault)
    {
        return;
    }
    if let Some(holder) = room.game.ball.holder {
        fault(room, holder.into());
    }
}

/// Whether a goalie has the ball outside of his penalty area, which is then called.
fn fault(room: &mut Room, goalie: usize) -> bool {
    let side = side_of(room, goalie);
    let ball = room.game.ball.position;
    let closed = matches!(room.game.mode, PlayMode::Goal(_) | PlayMode::TimeOver);
    if closed || in_penalty_area(room, side, ball) {
        return false;
    }
    call_fault(room, side);
    true
}

/// The other side gets a free kick, outside of the goalie's penalty area.
fn call_fault(room: &mut Room, side: Side) {
    let point = out_of_penalty_area(side, on_pitch(room.game.ball.position));
    interruption::begin(room, PlayMode::CatchFault(side), side, point);
}
