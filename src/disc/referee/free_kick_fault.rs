//! The taker of a set play must not dash and then play the ball again before somebody else has
//! played it.

use super::interruption;
use super::placement::{on_pitch, out_of_penalty_area};
use crate::disc::{PlayMode, Stadium, flags};

/// Somebody plays the ball: calls a fault if they are the taker of a set play and must not play it
/// yet.
pub(super) fn played_again(stadium: &mut Stadium, player: usize) {
    let set_play = stadium.game.referee.set_play;
    if !set_play.taken {
        return;
    }
    if usize::from(set_play.taker) != player || !stadium.rules.server.free_kick_faults {
        stadium.game.referee.set_play.taken = false;
    } else if stadium.game.players[player].counts.dash > set_play.taker_dashes {
        call(stadium, player);
    }
}

/// The other side gets a free kick, outside of the offenders' penalty area.
pub(super) fn call(stadium: &mut Stadium, player: usize) {
    stadium.game.players[player].flags |= flags::FREE_KICK_FAULT;
    let side = stadium.game.players[player].side;
    let point = out_of_penalty_area(side, on_pitch(stadium.game.ball.position));
    interruption::begin(stadium, PlayMode::FreeKickFault(side), side, point);
}
