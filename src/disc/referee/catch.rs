//! Catches: a free kick for the goalie, unless the ball is outside of the penalty area or came by a
//! back pass.

use super::interruption::{self, Kind};
use super::placement::{in_penalty_area, on_pitch, out_of_penalty_area, restart};
use super::{back_pass, side_of};
use crate::disc::{PlayMode, Side, Stadium};

/// A goalie has the ball.
pub(super) fn caught(stadium: &mut Stadium, goalie: usize) {
    if stadium.game.mode.is_shoot_out() || fault(stadium, goalie) {
        return;
    }
    let open = !matches!(stadium.game.mode, PlayMode::Goal(_) | PlayMode::TimeOver);
    if open && back_pass::call_caught(stadium, goalie) {
        return;
    }
    back_pass::forget(stadium);
    let side = side_of(stadium, goalie);
    let point = on_pitch(stadium.game.ball.position);
    let point = out_of_penalty_area(side.other(), point);
    restart(stadium, PlayMode::FreeKick(side), side, point);
}

/// A goalie has touched the ball with their hands.
pub(super) fn punched(stadium: &mut Stadium, goalie: usize) {
    if stadium.game.mode.is_shoot_out() || fault(stadium, goalie) {
        return;
    }
    let open = !matches!(stadium.game.mode, PlayMode::Goal(_) | PlayMode::TimeOver);
    if !(open && back_pass::call_punched(stadium, goalie)) {
        back_pass::forget(stadium);
    }
}

/// Runs interruptions, and checks for goalies who carry the ball out of their penalty area.
pub(super) fn analyse(stadium: &mut Stadium) {
    back_pass::begin_cycle(stadium);
    if stadium.game.mode.is_shoot_out()
        || interruption::pass(stadium, Kind::BackPass)
        || interruption::pass(stadium, Kind::CatchFault)
    {
        return;
    }
    if let Some(holder) = stadium.game.ball.holder {
        fault(stadium, holder.into());
    }
}

/// Whether a goalie has the ball outside of their penalty area. If so, the fault is called.
fn fault(stadium: &mut Stadium, goalie: usize) -> bool {
    let side = side_of(stadium, goalie);
    let ball = stadium.game.ball.position;
    let closed = matches!(stadium.game.mode, PlayMode::Goal(_) | PlayMode::TimeOver);
    if closed || in_penalty_area(stadium, side, ball) {
        return false;
    }
    call_fault(stadium, side);
    true
}

/// The other side gets a free kick, outside of the goalie's penalty area.
fn call_fault(stadium: &mut Stadium, side: Side) {
    let point = out_of_penalty_area(side, on_pitch(stadium.game.ball.position));
    interruption::begin(stadium, PlayMode::CatchFault(side), side, point);
}
