//! Goal kicks: opponents stay out of the penalty area until the ball has left it.

use super::placement::{in_penalty_area, on_pitch, out_of_penalty_area, players_back, restart};
use super::{change_mode, free_kick_fault, set_play};
use crate::disc::pitch::{self, Rectangle};
use crate::disc::{PlayMode, Room, Side, Vec2};

/// The ball is put on the goal area's front corner, on its side of the pitch.
pub(super) fn award(room: &mut Room, side: Side, point: Vec2) {
    let y = pitch::GOAL_AREA_HALF_WIDTH;
    let corner = Vec2::new(
        -side.sign() * (pitch::HALF_LENGTH - pitch::GOAL_AREA_LENGTH),
        if point.y > 0.0 { y } else { -y },
    );
    room.game.ball.holder = None;
    restart(room, PlayMode::GoalKick(side), side, corner);
}

/// An opponent has touched the ball inside the area: the goal kick is taken again.
pub(super) fn repeat_untouched(room: &mut Room, side: Side) {
    award(room, side, room.game.ball.position);
    room.game.referee.set_play.goal_kicks = -1;
    room.game.referee.set_play.taken = false;
}

/// Somebody kicks or tackles while the ball is in the area.
pub(super) fn played(room: &mut Room, side: Side, player: usize) {
    if room.game.players[player].side != side {
        return repeat_untouched(room, side);
    }
    let server = &room.rules.server;
    let (proper, faults) = (server.proper_goal_kicks, server.free_kick_faults);
    let last = room.game.referee.set_play;
    if last.taken {
        let same = usize::from(last.taker) == player;
        let dashed = room.game.players[player].counts.dash != last.taker_dashes;
        if same && dashed && faults {
            free_kick_fault::call(room, player);
        } else if proper && (!same || dashed) {
            award(room, side, room.game.ball.position);
        }
    }
    set_play::take(room, player);
}

/// Opponents leave the area; the ball comes into play where it leaves it.
pub(super) fn analyse(room: &mut Room, side: Side) {
    clear_area(room, side);
    players_back(room);
    let ball = room.game.ball.position;
    if !Side::BOTH.into_iter().any(|side| in_penalty_area(room, side, ball)) {
        change_mode(room, PlayMode::PlayOn);
    } else if room.game.referee.set_play.taken && room.rules.server.proper_goal_kicks {
        repeat_stopped(room);
    } else {
        set_play::count_down(room);
    }
}

/// A kick that does not leave the area is taken again, and after too many the other side has a free
/// kick.
fn repeat_stopped(room: &mut Room) {
    let server = &room.rules.server;
    let ball = room.game.ball;
    if ball.velocity.length() >= server.stopped_ball_vel {
        return;
    }
    let set_play = room.game.referee.set_play;
    let side = room.game.players[usize::from(set_play.taker)].side;
    if set_play.goal_kicks >= server.max_goal_kicks {
        let other = side.other();
        let point = out_of_penalty_area(side, on_pitch(ball.position));
        restart(room, PlayMode::FreeKick(other), other, point);
    } else {
        award(room, side, ball.position);
    }
}

/// Opponents go to the area's nearest edge, but never behind the goal line.
fn clear_area(room: &mut Room, side: Side) {
    for player in room.team(side.other()) {
        let size = room.type_of(player).player_size;
        let area = Rectangle::penalty_area(side).grown(size);
        let position = &mut room.game.players[player].position;
        if !area.contains(*position) {
            continue;
        }
        let mut place = area.nearest_edge(*position);
        if -place.x * side.sign() >= pitch::HALF_LENGTH {
            let front = pitch::HALF_LENGTH - pitch::PENALTY_AREA_LENGTH - size;
            place.x = -side.sign() * front;
        }
        *position = place;
    }
}
