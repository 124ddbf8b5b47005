//! The ball over a line: corner kick, goal kick, kick-in.

use super::placement::{on_pitch, restart};
use super::{drop_ball, goal_kick};
use crate::disc::{PlayMode, Side, Stadium, Vec2, pitch};

/// Decides who gets the ball after it has left the pitch, and where.
pub(super) fn check(stadium: &mut Stadium) {
    if stadium.game.mode == PlayMode::TimeOver {
        return;
    }
    let ball = stadium.game.ball.position;
    let size = stadium.rules.server.ball_size;
    let last = stadium.game.referee.touches.last;
    let toucher = last.map(|last| stadium.game.players[usize::from(last)].side);
    if ball.x.abs() > pitch::HALF_LENGTH + size {
        let line = if ball.x > 0.0 { Side::Right } else { Side::Left };
        if toucher == Some(line) {
            corner_kick(stadium, line.other(), ball);
        } else if stadium.game.ball.holder.is_none() {
            goal_kick::award(stadium, line, ball);
        }
    } else if ball.y.abs() > pitch::HALF_WIDTH + size {
        match toucher {
            Some(side) => kick_in(stadium, side.other(), ball),
            None => drop_ball::award_outside(stadium, ball),
        }
    }
}

/// The ball is put near the corner of the side where it went out.
fn corner_kick(stadium: &mut Stadium, side: Side, ball: Vec2) {
    let margin = stadium.rules.server.ckick_margin;
    let y = pitch::HALF_WIDTH - margin;
    let x = side.sign() * (pitch::HALF_LENGTH - margin);
    stadium.game.ball.holder = None;
    let corner = Vec2::new(x, if ball.y > 0.0 { y } else { -y });
    restart(stadium, PlayMode::CornerKick(side), side, corner);
}

/// The ball is put on the line.
fn kick_in(stadium: &mut Stadium, side: Side, ball: Vec2) {
    stadium.game.ball.holder = None;
    restart(stadium, PlayMode::KickIn(side), side, on_pitch(ball));
}
