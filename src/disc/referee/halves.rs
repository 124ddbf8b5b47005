//! Time: halves, extra time, the end.

use super::placement::put_ball;
use super::{change_mode, kick_off};
use crate::disc::{Message, PlayMode, Room, Side, Vec2};
use serde::{Deserialize, Serialize};

/// How many halves are over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Halves {
    over: i32,
}

/// How long the game lasts, in cycles.
struct Lengths {
    half: i64,
    extra_half: i64,
    normal_time: i64,
    end: i64,
}

impl Lengths {
    fn of(room: &Room) -> Self {
        let server = &room.rules.server;
        let half = i64::from(server.half_time) * 10;
        let extra_half = i64::from(server.extra_half_time) * 10;
        let normal_time = half * i64::from(server.nr_normal_halfs);
        let end = normal_time + extra_half * i64::from(server.nr_extra_halfs);
        Self { half, extra_half, normal_time, end }
    }
}

/// The end of a half or of the game, while the clock runs.
pub(super) fn analyse(room: &mut Room) {
    let lengths = Lengths::of(room);
    if room.game.mode.stops_clock() || lengths.half <= 0 {
        return;
    }
    let time = i64::from(room.game.cycle);
    if time >= lengths.end {
        if !(room.rules.server.penalty_shoot_outs && level(room)) {
            end(room, Message::TimeUp);
        }
    } else if time >= lengths.normal_time {
        extra_time(room, &lengths, time);
    } else if time >= lengths.half * i64::from(room.game.referee.halves.over + 1) {
        end_half(room, &lengths, Message::HalfTime);
    }
}

/// Between normal time and the end: extra halves, if they are needed.
fn extra_time(room: &mut Room, lengths: &Lengths, time: i64) {
    let halves =
        i64::from(room.game.referee.halves.over + 1) - i64::from(room.rules.server.nr_normal_halfs);
    if room.game.teams != [true; 2] {
        end(room, Message::TimeUpWithoutATeam);
    } else if room.rules.server.golden_goal && !level(room) {
        end(room, Message::TimeUp);
    } else if time >= lengths.normal_time + lengths.extra_half * halves {
        if halves == 0 && !level(room) {
            end(room, Message::TimeUp);
        } else {
            end_half(room, lengths, Message::TimeExtended);
        }
    }
}

/// Whether both teams have as many goals.
pub(super) fn level(room: &Room) -> bool {
    room.game.score[0].goals == room.game.score[1].goals
}

/// Whether a goal ends the game.
pub(super) fn is_golden(room: &Room) -> bool {
    let lengths = Lengths::of(room);
    let time = i64::from(room.game.cycle);
    lengths.half >= 0 && room.rules.server.golden_goal && time >= lengths.normal_time
}

/// Whether a shoot-out decides now, if the teams are level.
pub(super) fn calls_for_shoot_out(room: &Room) -> bool {
    let lengths = Lengths::of(room);
    if lengths.half < 0 {
        return room.rules.server.nr_normal_halfs + room.rules.server.nr_extra_halfs == 0;
    }
    i64::from(room.game.cycle) >= lengths.end
}

/// The game is over.
fn end(room: &mut Room, message: Message) {
    room.say(message);
    change_mode(room, PlayMode::TimeOver);
}

/// The teams line up for the next half: left kicks off the even ones.
fn end_half(room: &mut Room, lengths: &Lengths, message: Message) {
    room.game.referee.halves.over += 1;
    let over = i64::from(room.game.referee.halves.over);
    room.say(message);
    let side = if over % 2 == 0 { Side::Left } else { Side::Right };
    room.game.ball.holder = None;
    put_ball(room, Some(side), Vec2::ZERO);
    change_mode(room, PlayMode::BeforeKickOff);
    let extra = over - i64::from(room.rules.server.nr_normal_halfs);
    let time = if extra < 0 {
        lengths.half * over
    } else {
        lengths.normal_time + lengths.extra_half * extra
    };
    room.game.cycle = u32::try_from(time).unwrap_or(0);
    if extra == 0 {
        room.recover_capacity();
    }
    room.reverse_wind();
    kick_off::into_own_halves(room);
}
