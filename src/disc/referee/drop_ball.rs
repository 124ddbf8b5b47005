//! The drop ball, and what a person at a monitor decides.

use super::change_mode;
use super::placement::{on_pitch, out_of_penalty_area, players_back, put_ball, restart};
use crate::disc::{Message, PlayMode, Room, Side, Vec2};

/// Drops the ball, outside of the penalty areas: both teams are put off, and play goes on at once.
pub(super) fn award_outside(room: &mut Room, point: Vec2) {
    let point = out_of_penalty_area(Side::Left, on_pitch(point));
    award(room, out_of_penalty_area(Side::Right, point));
}

/// Drops the ball anywhere on the pitch, by decision of a person.
pub fn award(room: &mut Room, point: Vec2) {
    room.game.ball.holder = None;
    put_ball(room, None, on_pitch(point));
    if room.game.mode.is_shoot_out() {
        players_back(room);
        return;
    }
    change_mode(room, PlayMode::DropBall);
    players_back(room);
    change_mode(room, PlayMode::PlayOn);
}

/// A free kick for a side, by decision of a person: the other side has committed a foul.
pub fn call_foul(room: &mut Room, side: Side, point: Vec2) {
    if room.game.mode.is_shoot_out() {
        return;
    }
    room.say(Message::Foul(side.other()));
    room.game.ball.holder = None;
    restart(room, PlayMode::FreeKick(side), side, on_pitch(point));
    players_back(room);
}
