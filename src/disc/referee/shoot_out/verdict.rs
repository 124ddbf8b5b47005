//! What a penalty was worth, and when a team has won.

use super::draw_side;
use crate::disc::referee::change_mode;
use crate::disc::{Lot, Message, PlayMode, Room, Side};

/// A penalty has gone in.
pub(super) fn score(room: &mut Room, side: Side) {
    change_mode(room, PlayMode::PenaltyScore(side));
    if room.game.teams[side.index()] {
        room.game.score[side.index()].penalties_scored += 1;
    }
    room.game.referee.shoot_out.kicks += 1;
    decide(room);
}

/// A penalty has not gone in.
pub(super) fn miss(room: &mut Room, side: Side) {
    change_mode(room, PlayMode::PenaltyMiss(side));
    if room.game.teams[side.index()] {
        room.game.score[side.index()].penalties_missed += 1;
    }
    room.game.referee.shoot_out.kicks += 1;
    decide(room);
}

/// A side has broken the rules: a miss if it is its turn, a score of the others if not.
pub(super) fn foul(room: &mut Room, side: Side) {
    room.say(Message::PenaltyFoul(side));
    if room.game.referee.shoot_out.taking == Some(side) {
        miss(room, side);
    } else {
        score(room, side.other());
    }
}

/// Ends the shoot-out when a team has won, or when both have kicked often enough.
fn decide(room: &mut Room) {
    let server = &room.rules.server;
    let (regular, extra) = (server.pen_nr_kicks, server.pen_max_extra_kicks);
    let kicks = room.game.referee.shoot_out.kicks;
    if kicks > 2 * (regular + extra) {
        give_up(room);
    } else if kicks > 2 * regular {
        decide_pair(room, kicks);
    } else {
        decide_regular(room, regular, kicks);
    }
}

/// How many penalties each team has scored.
fn scored(room: &Room) -> [i32; 2] {
    room.game.score.map(|score| score.penalties_scored as i32)
}

/// Too many extra kicks: nobody wins, or a lot decides.
fn give_up(room: &mut Room) {
    let message = if room.rules.server.pen_random_winner {
        Message::PenaltyWinner(draw_side(room, Lot::PenaltyWinner))
    } else {
        Message::PenaltyDraw
    };
    room.say(message);
    room.game.referee.shoot_out.decided = true;
}

/// Among the extra kicks, a pair that is not level decides.
fn decide_pair(room: &mut Room, kicks: i32) {
    let [left, right] = scored(room);
    if kicks % 2 == 0 && left != right {
        room.say(Message::PenaltyWinner(if left > right { Side::Left } else { Side::Right }));
        room.game.referee.shoot_out.decided = true;
    }
}

/// Among the regular kicks, a team that the other cannot reach any more has won. If that is the
/// right one, rcssserver ends the game at once and not in the next cycle.
fn decide_regular(room: &mut Room, regular: i32, kicks: i32) {
    let scored = scored(room);
    let left = regular - kicks / 2;
    let mut most = scored.map(|scored| scored + left);
    if let (1, Some(side)) = (kicks % 2, room.game.referee.shoot_out.taking) {
        most[side.index()] -= 1;
    }
    if most[0] < scored[1] {
        room.say(Message::PenaltyWinner(Side::Right));
        change_mode(room, PlayMode::TimeOver);
    } else if most[1] < scored[0] {
        room.say(Message::PenaltyWinner(Side::Left));
        room.game.referee.shoot_out.decided = true;
    }
}
