//! The ball over a line: corner kick, goal kick, kick-in.

use super::placement::{on_pitch, restart};
use super::{drop_ball, goal_kick};
use crate::disc::{PlayMode, Room, Side, Vec2, pitch};

/// Who has the ball after it has left the pitch, and where.
pub(super) fn check(room: &mut Room) {
    if room.game.mode == PlayMode::TimeOver {
        return;
    }
    let ball = room.game.ball.position;
    let size = room.rules.server.ball_size;
    let last = room.game.referee.touches.last;
    let toucher = last.map(|last| room.game.players[usize::from(last)].side);
    if ball.x.abs() > pitch::HALF_LENGTH + size {
        let line = if ball.x > 0.0 { Side::Right } else { Side::Left };
        if toucher == Some(line) {
            corner_kick(room, line.other(), ball);
        } else if room.game.ball.holder.is_none() {
            goal_kick::award(room, line, ball);
        }
    } else if ball.y.abs() > pitch::HALF_WIDTH + size {
        match toucher {
            Some(side) => kick_in(room, side.other(), ball),
            None => drop_ball::award_outside(room, ball),
        }
    }
}

/// The ball is put near the corner of the side where it went out.
fn corner_kick(room: &mut Room, side: Side, ball: Vec2) {
    let margin = room.rules.server.ckick_margin;
    let y = pitch::HALF_WIDTH - margin;
    let x = side.sign() * (pitch::HALF_LENGTH - margin);
    room.game.ball.holder = None;
    let corner = Vec2::new(x, if ball.y > 0.0 { y } else { -y });
    restart(room, PlayMode::CornerKick(side), side, corner);
}

/// The ball is put on the line.
fn kick_in(room: &mut Room, side: Side, ball: Vec2) {
    room.game.ball.holder = None;
    restart(room, PlayMode::KickIn(side), side, on_pitch(ball));
}
