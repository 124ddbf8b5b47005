//! Back passes: goalies must not take a teammate's kick with their hands.

use super::interruption;
use super::placement::{on_pitch, out_of_goal_area};
use crate::disc::{PlayMode, Side, Stadium, flags};
use serde::{Deserialize, Serialize};

/// The last two players who kicked the ball, and the teams that touched it in this cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct BackPass {
    pub(super) last: Option<u8>,
    pub(super) before: Option<u8>,
    /// The cycle in which the last one kicked.
    cycle: u32,
    touched: [bool; 2],
}

/// Somebody has kicked or tackled.
pub(super) fn played(stadium: &mut Stadium, player: usize) {
    touched(stadium, player);
    let cycle = stadium.game.cycle;
    let back_pass = &mut stadium.game.referee.back_pass;
    if back_pass.touched == [true; 2] {
        return;
    }
    let player = Some(player as u8);
    if back_pass.last != player {
        back_pass.before = back_pass.last;
        back_pass.last = player;
    }
    back_pass.cycle = cycle;
}

/// Somebody has touched the ball. If both teams touch it in one cycle, nothing counts as a back
/// pass.
pub(super) fn touched(stadium: &mut Stadium, player: usize) {
    let side = stadium.game.players[player].side;
    let back_pass = &mut stadium.game.referee.back_pass;
    back_pass.touched[side.index()] = true;
    if back_pass.touched == [true; 2] {
        forget(stadium);
    }
}

/// Forgets the kicks, so that none counts any more.
pub(super) fn forget(stadium: &mut Stadium) {
    let back_pass = &mut stadium.game.referee.back_pass;
    back_pass.last = None;
    back_pass.before = None;
}

/// A new cycle: nobody has touched the ball.
pub(super) fn begin_cycle(stadium: &mut Stadium) {
    stadium.game.referee.back_pass.touched = [false; 2];
}

/// Kicks are forgotten when play stops.
pub(super) fn mode_changed(stadium: &mut Stadium, mode: PlayMode) {
    if mode != PlayMode::PlayOn {
        forget(stadium);
    }
}

/// The player who passed back to this goalie: a teammate, or the goalie themselves unless an
/// opponent kicked before them. Callers check whether the kick was in the current cycle.
fn passer(stadium: &Stadium, goalie: usize) -> Option<usize> {
    let back_pass = &stadium.game.referee.back_pass;
    let side_of = |place: u8| stadium.game.players[usize::from(place)].side;
    let goalie_side = stadium.game.players[goalie].side;
    let last = back_pass.last?;
    if !stadium.rules.server.back_passes || side_of(last) != goalie_side {
        return None;
    }
    let from_opponent = back_pass.before.is_some_and(|before| side_of(before) != goalie_side);
    (usize::from(last) != goalie || !from_opponent).then_some(last.into())
}

/// Whether the goalie has caught a back pass. If so, it is called. A kick in the very cycle of the
/// catch is no back pass, unless the kick before it was by the same team as well.
pub(super) fn call_caught(stadium: &mut Stadium, goalie: usize) -> bool {
    let Some(passer) = passer(stadium, goalie) else { return false };
    let back_pass = &stadium.game.referee.back_pass;
    let goalie_side = stadium.game.players[goalie].side;
    let mate_before = back_pass
        .before
        .is_some_and(|before| stadium.game.players[usize::from(before)].side == goalie_side);
    if back_pass.cycle == stadium.game.cycle && !mate_before {
        return false;
    }
    call(stadium, passer, goalie_side);
    true
}

/// Whether the goalie seems to have punched a back pass. If it is one, it is called. A kick in the
/// very cycle of the punch is no back pass.
pub(super) fn call_punched(stadium: &mut Stadium, goalie: usize) -> bool {
    let back_pass = stadium.game.referee.back_pass;
    let side = stadium.game.players[goalie].side;
    let Some(last) = back_pass.last else { return false };
    let own = stadium.game.players[usize::from(last)].side == side;
    if !stadium.rules.server.back_passes || !own || back_pass.cycle == stadium.game.cycle {
        return false;
    }
    if let Some(passer) = passer(stadium, goalie) {
        call(stadium, passer, side);
    }
    true
}

/// The other side gets an indirect free kick, outside of the goal area.
fn call(stadium: &mut Stadium, passer: usize, side: Side) {
    // A passer who has left since is shown without anything.
    if stadium.game.players[passer].connected {
        stadium.game.players[passer].flags |= flags::BACK_PASS;
    }
    let point = out_of_goal_area(side, on_pitch(stadium.game.ball.position));
    interruption::begin(stadium, PlayMode::BackPass(side), side, point);
}
