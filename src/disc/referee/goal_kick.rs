//! Goal kicks: opponents stay out of the penalty area until the ball has left it.

use super::placement::{in_penalty_area, on_pitch, out_of_penalty_area, players_back, restart};
use super::taking::{count_down, take};
use super::{change_mode, free_kick_fault};
use crate::disc::pitch::{self, Rectangle};
use crate::disc::{PlayMode, Side, Stadium, Vec2};

/// The ball is put on the goal area's front corner, on its side of the pitch.
pub(super) fn award(stadium: &mut Stadium, side: Side, point: Vec2) {
    let y = pitch::GOAL_AREA_HALF_WIDTH;
    let corner = Vec2::new(
        -side.sign() * (pitch::HALF_LENGTH - pitch::GOAL_AREA_LENGTH),
        if point.y > 0.0 { y } else { -y },
    );
    stadium.game.ball.holder = None;
    restart(stadium, PlayMode::GoalKick(side), side, corner);
}

/// An opponent has touched the ball inside the area: the goal kick is taken again.
pub(super) fn repeat_untouched(stadium: &mut Stadium, side: Side) {
    award(stadium, side, stadium.game.ball.position);
    stadium.game.referee.set_play.goal_kicks = -1;
    stadium.game.referee.set_play.taken = false;
}

/// Somebody kicks or tackles while the ball is in the area.
pub(super) fn played(stadium: &mut Stadium, side: Side, player: usize) {
    if stadium.game.players[player].side != side {
        return repeat_untouched(stadium, side);
    }
    let server = &stadium.rules.server;
    let (proper, faults) = (server.proper_goal_kicks, server.free_kick_faults);
    let last = stadium.game.referee.set_play;
    if last.taken {
        let same = usize::from(last.taker) == player;
        let dashed = stadium.game.players[player].counts.dash != last.taker_dashes;
        if same && dashed && faults {
            free_kick_fault::call(stadium, player);
        } else if proper && (!same || dashed) {
            award(stadium, side, stadium.game.ball.position);
        }
    }
    take(stadium, player);
}

/// Moves opponents out of the area. The ball comes into play when it leaves the area.
pub(super) fn analyse(stadium: &mut Stadium, side: Side) {
    clear_area(stadium, side);
    players_back(stadium);
    let ball = stadium.game.ball.position;
    if !Side::BOTH.into_iter().any(|side| in_penalty_area(stadium, side, ball)) {
        change_mode(stadium, PlayMode::PlayOn);
    } else if stadium.game.referee.set_play.taken && stadium.rules.server.proper_goal_kicks {
        repeat_stopped(stadium);
    } else {
        count_down(stadium);
    }
}

/// A kick that does not leave the area is taken again. After too many such kicks the other side
/// gets a free kick.
fn repeat_stopped(stadium: &mut Stadium) {
    let server = &stadium.rules.server;
    let ball = stadium.game.ball;
    if ball.velocity.length() >= server.stopped_ball_vel {
        return;
    }
    let set_play = stadium.game.referee.set_play;
    let side = stadium.game.players[usize::from(set_play.taker)].side;
    if set_play.goal_kicks >= server.max_goal_kicks {
        let other = side.other();
        let point = out_of_penalty_area(side, on_pitch(ball.position));
        restart(stadium, PlayMode::FreeKick(other), other, point);
    } else {
        award(stadium, side, ball.position);
    }
}

/// Moves opponents to the area's nearest edge, but never behind the goal line.
fn clear_area(stadium: &mut Stadium, side: Side) {
    for player in stadium.team(side.other()) {
        let size = stadium.type_of(player).player_size;
        let area = Rectangle::penalty_area(side).grown(size);
        let position = &mut stadium.game.players[player].position;
        if !area.contains(*position) {
            continue;
        }
        let mut spot = area.nearest_edge(*position);
        if -spot.x * side.sign() >= pitch::HALF_LENGTH {
            let front = pitch::HALF_LENGTH - pitch::PENALTY_AREA_LENGTH - size;
            spot.x = -side.sign() * front;
        }
        *position = spot;
    }
}
