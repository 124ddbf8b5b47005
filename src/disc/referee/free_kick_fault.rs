//! Who has taken a set play must not play the ball again, after a dash, before somebody else has.

use super::interruption;
use super::placement::{on_pitch, out_of_penalty_area};
use crate::disc::{PlayMode, Room, flags};

/// Somebody plays the ball while the set play's taker must not.
pub(super) fn played_again(room: &mut Room, player: usize) {
    let set_play = room.game.referee.set_play;
    if !set_play.taken {
        return;
    }
    if usize::from(set_play.taker) != player || !room.rules.server.free_kick_faults {
        room.game.referee.set_play.taken = false;
    } else if room.game.players[player].counts.dash > set_play.taker_dashes {
        call(room, player);
    }
}

/// The other side gets a free kick, outside of the offenders' penalty area.
pub(super) fn call(room: &mut Room, player: usize) {
    room.game.players[player].flags |= flags::FREE_KICK_FAULT;
    let side = room.game.players[player].side;
    let point = out_of_penalty_area(side, on_pitch(room.game.ball.position));
    interruption::begin(room, PlayMode::FreeKickFault(side), side, point);
}
