//! Goals, and the pause after them.

use super::placement::{put_ball, restart};
use super::{change_mode, halves, kick_off};
use crate::disc::{Message, PlayMode, Room, Side, Vec2, pitch};

/// Cycles between a goal and the kick-off.
const PAUSE: u32 = 50;

/// The pause after a goal, and the kick-off of the other side; whether there is one.
pub(super) fn pause(room: &mut Room) -> bool {
    let PlayMode::Goal(side) = room.game.mode else { return false };
    let cycles = &mut room.game.referee.touches.goal_cycles;
    *cycles += 1;
    if *cycles > PAUSE {
        restart(room, PlayMode::KickOff(side.other()), side.other(), Vec2::ZERO);
        kick_off::into_own_halves(room);
    }
    true
}

/// Whether the ball has gone into a goal, which counts unless it came from an indirect free kick or
/// a goalie of the scorers held it.
pub(super) fn check(room: &mut Room) -> bool {
    if room.game.mode == PlayMode::TimeOver || room.game.referee.touches.indirect {
        return false;
    }
    let holder = room.game.ball.holder.map(|holder| room.game.players[usize::from(holder)].side);
    let previous = room.game.referee.touches.previous_ball;
    for side in Side::BOTH {
        if holder.is_none_or(|holder| holder == side) && crosses(room, side, previous) {
            score(room, side.other());
            return true;
        }
    }
    false
}

/// Counts a goal; the ball stays where it is.
fn score(room: &mut Room, side: Side) {
    if room.game.teams[side.index()] {
        room.game.score[side.index()].goals += 1;
    }
    room.say(Message::Goal(side, room.game.score[side.index()].goals));
    room.game.referee.touches.goal_cycles = 0;
    let ball = room.game.ball.position;
    put_ball(room, Some(side.other()), ball);
    let golden = halves::is_golden(room);
    change_mode(room, if golden { PlayMode::TimeOver } else { PlayMode::Goal(side) });
}

/// Whether the ball, coming from `previous`, has wholly crossed a side's goal line between the
/// posts.
pub(super) fn crosses(room: &Room, side: Side, previous: Vec2) -> bool {
    let server = &room.rules.server;
    let ball = room.game.ball.position;
    let over = pitch::HALF_LENGTH + server.ball_size;
    let width = 0.5 * server.goal_width + pitch::POST_RADIUS;
    let was_beside = previous.y.abs() > width && previous.x.abs() > pitch::HALF_LENGTH;
    if ball.x.abs() <= over
        || previous.x.abs() > over
        || ball.x * side.sign() >= 0.0
        || ball.x == previous.x
        || was_beside
    {
        return false;
    }
    let slope = (ball.y - previous.y) / (ball.x - previous.x);
    let y = previous.y + slope * (-over * side.sign() - previous.x);
    y.abs() <= width
}
