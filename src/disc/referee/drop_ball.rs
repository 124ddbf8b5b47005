//! The drop ball, and what a person at a monitor decides.

use super::change_mode;
use super::placement::{on_pitch, out_of_penalty_area, players_back, put_ball, restart};
use crate::disc::{Message, PlayMode, Side, Stadium, Vec2};

/// Drops the ball outside of the penalty areas. Both teams are moved away from it, and play goes on
/// at once.
pub(super) fn award_outside(stadium: &mut Stadium, point: Vec2) {
    let point = out_of_penalty_area(Side::Left, on_pitch(point));
    award(stadium, out_of_penalty_area(Side::Right, point));
}

/// Drops the ball anywhere on the pitch, by decision of a person.
pub fn award(stadium: &mut Stadium, point: Vec2) {
    stadium.game.ball.holder = None;
    put_ball(stadium, None, on_pitch(point));
    if stadium.game.mode.is_shoot_out() {
        players_back(stadium);
        return;
    }
    change_mode(stadium, PlayMode::DropBall);
    players_back(stadium);
    change_mode(stadium, PlayMode::PlayOn);
}

/// Awards a free kick to a side, by decision of a person, for a foul of the other side.
pub fn call_foul(stadium: &mut Stadium, side: Side, point: Vec2) {
    if stadium.game.mode.is_shoot_out() {
        return;
    }
    stadium.say(Message::Foul(side.other()));
    stadium.game.ball.holder = None;
    restart(stadium, PlayMode::FreeKick(side), side, on_pitch(point));
    players_back(stadium);
}
