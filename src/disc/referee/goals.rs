//! Goals, and the pause after them.

use super::placement::{put_ball, restart};
use super::{change_mode, halves, kick_off};
use crate::disc::{Message, PlayMode, Side, Stadium, Vec2, pitch};

/// Cycles between a goal and the kick-off.
const PAUSE: u32 = 50;

/// Runs the pause after a goal, and then starts the other side's kick-off. Returns whether there is
/// such a pause.
pub(super) fn pause(stadium: &mut Stadium) -> bool {
    let PlayMode::Goal(side) = stadium.game.mode else { return false };
    let cycles = &mut stadium.game.referee.touches.goal_cycles;
    *cycles += 1;
    if *cycles > PAUSE {
        restart(stadium, PlayMode::KickOff(side.other()), side.other(), Vec2::ZERO);
        kick_off::into_own_halves(stadium);
    }
    true
}

/// Whether the ball has gone into a goal, which is then counted. It does not count if it came from
/// an indirect free kick or if the scorers' goalie held the ball.
pub(super) fn check(stadium: &mut Stadium) -> bool {
    if stadium.game.mode == PlayMode::TimeOver || stadium.game.referee.touches.indirect {
        return false;
    }
    let holder =
        stadium.game.ball.holder.map(|holder| stadium.game.players[usize::from(holder)].side);
    let previous = stadium.game.referee.touches.previous_ball;
    for side in Side::BOTH {
        if holder.is_none_or(|holder| holder == side) && crosses(stadium, side, previous) {
            score(stadium, side.other());
            return true;
        }
    }
    false
}

/// Counts a goal; the ball stays where it is.
fn score(stadium: &mut Stadium, side: Side) {
    if stadium.game.teams[side.index()] {
        stadium.game.score[side.index()].goals += 1;
    }
    stadium.say(Message::Goal(side, stadium.game.score[side.index()].goals));
    stadium.game.referee.touches.goal_cycles = 0;
    let ball = stadium.game.ball.position;
    put_ball(stadium, Some(side.other()), ball);
    let golden = halves::is_golden(stadium);
    change_mode(stadium, if golden { PlayMode::TimeOver } else { PlayMode::Goal(side) });
}

/// Whether the ball, coming from `previous`, has wholly crossed a side's goal line between the
/// posts.
pub(super) fn crosses(stadium: &Stadium, side: Side, previous: Vec2) -> bool {
    let server = &stadium.rules.server;
    let ball = stadium.game.ball.position;
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
