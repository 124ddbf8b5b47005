//! Time: halves, extra time, the end.

use super::placement::put_ball;
use super::{change_mode, kick_off};
use crate::disc::{Message, PlayMode, Side, Stadium, Vec2};
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
    fn of(stadium: &Stadium) -> Self {
        let server = &stadium.rules.server;
        let half = i64::from(server.half_time) * 10;
        let extra_half = i64::from(server.extra_half_time) * 10;
        Self { half, extra_half, normal_time: server.normal_time(), end: server.whole_time() }
    }
}

/// Ends a half or the game when it is time, while the clock runs.
pub(super) fn analyse(stadium: &mut Stadium) {
    let lengths = Lengths::of(stadium);
    if stadium.game.mode.stops_clock() || lengths.half <= 0 {
        return;
    }
    let time = i64::from(stadium.game.cycle);
    if time >= lengths.end {
        if !(stadium.rules.server.penalty_shoot_outs && level(stadium)) {
            end(stadium, Message::TimeUp);
        }
    } else if time >= lengths.normal_time {
        extra_time(stadium, &lengths, time);
    } else if time >= lengths.half * i64::from(stadium.game.referee.halves.over + 1) {
        end_half(stadium, &lengths, Message::HalfTime);
    }
}

/// Between normal time and the end: extra halves, if they are needed.
fn extra_time(stadium: &mut Stadium, lengths: &Lengths, time: i64) {
    let halves = i64::from(stadium.game.referee.halves.over + 1)
        - i64::from(stadium.rules.server.nr_normal_halfs);
    if stadium.game.teams != [true; 2] {
        end(stadium, Message::TimeUpWithoutATeam);
    } else if stadium.rules.server.golden_goal && !level(stadium) {
        end(stadium, Message::TimeUp);
    } else if time >= lengths.extra_half.saturating_mul(halves).saturating_add(lengths.normal_time)
    {
        if halves == 0 && !level(stadium) {
            end(stadium, Message::TimeUp);
        } else {
            end_half(stadium, lengths, Message::TimeExtended);
        }
    }
}

/// Whether both teams have equally many goals.
pub(super) fn level(stadium: &Stadium) -> bool {
    stadium.game.score[0].goals == stadium.game.score[1].goals
}

/// Whether a goal ends the game.
pub(super) fn is_golden(stadium: &Stadium) -> bool {
    let lengths = Lengths::of(stadium);
    let time = i64::from(stadium.game.cycle);
    lengths.half >= 0 && stadium.rules.server.golden_goal && time >= lengths.normal_time
}

/// Whether it is time for a shoot-out, if the teams are level.
pub(super) fn calls_for_shoot_out(stadium: &Stadium) -> bool {
    let lengths = Lengths::of(stadium);
    if lengths.half < 0 {
        let server = &stadium.rules.server;
        return server.nr_normal_halfs.checked_add(server.nr_extra_halfs) == Some(0);
    }
    i64::from(stadium.game.cycle) >= lengths.end
}

/// Ends the game.
fn end(stadium: &mut Stadium, message: Message) {
    stadium.say(message);
    change_mode(stadium, PlayMode::TimeOver);
}

/// Lines the teams up for the next half. Left kicks off the halves with even numbers, counted from
/// 0.
fn end_half(stadium: &mut Stadium, lengths: &Lengths, message: Message) {
    stadium.game.referee.halves.over += 1;
    let over = i64::from(stadium.game.referee.halves.over);
    stadium.say(message);
    let side = if over % 2 == 0 { Side::Left } else { Side::Right };
    stadium.game.ball.holder = None;
    put_ball(stadium, Some(side), Vec2::ZERO);
    change_mode(stadium, PlayMode::BeforeKickOff);
    let extra = over - i64::from(stadium.rules.server.nr_normal_halfs);
    let time = if extra < 0 {
        lengths.half * over
    } else {
        lengths.extra_half.saturating_mul(extra).saturating_add(lengths.normal_time)
    };
    stadium.game.cycle = u32::try_from(time).unwrap_or(0);
    if extra == 0 {
        stadium.recover_capacity();
    }
    stadium.reverse_wind();
    kick_off::into_own_halves(stadium);
}
