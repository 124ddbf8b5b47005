//! Set plays: who keeps away, what brings the ball into play, and how long it may take.

use super::interruption::{self, Kind};
use super::placement::players_back;
use super::taking::{count_down, take};
use super::{change_mode, clearing, free_kick_fault, goal_kick};
use crate::disc::{PlayMode, Stadium};

/// A kick or tackle ends the set play.
pub(super) fn played(stadium: &mut Stadium, player: usize) {
    match stadium.game.mode {
        mode if mode.is_shoot_out() => {}
        PlayMode::GoalKick(side) => goal_kick::played(stadium, side, player),
        PlayMode::Offside(_) => {}
        PlayMode::PlayOn => free_kick_fault::played_again(stadium, player),
        _ => {
            take(stadium, player);
            change_mode(stadium, PlayMode::PlayOn);
        }
    }
}

/// A player and the ball have collided.
pub(super) fn touched(stadium: &mut Stadium, player: usize) {
    if let PlayMode::GoalKick(side) = stadium.game.mode
        && stadium.game.players[player].side != side
    {
        goal_kick::repeat_untouched(stadium, side);
        return;
    }
    free_kick_fault::played_again(stadium, player);
}

/// Enforces distances, begins play when the ball moves, and enforces the time limit.
pub(super) fn analyse(stadium: &mut Stadium) {
    let mode = stadium.game.mode;
    if mode.is_shoot_out() || interruption::pass(stadium, Kind::FreeKickFault) {
        return;
    }
    match mode {
        // The rule for catches handles these.
        PlayMode::BackPass(_) | PlayMode::CatchFault(_) => return,
        PlayMode::GoalKick(side) => return goal_kick::analyse(stadium, side),
        _ => {}
    }
    let ball_moves = stadium.game.ball.velocity.x != 0.0 || stadium.game.ball.velocity.y != 0.0;
    if mode != PlayMode::PlayOn && !mode.stops_clock() && ball_moves {
        change_mode(stadium, PlayMode::PlayOn);
    }
    players_back(stadium);
    if keeps_distance(mode) {
        let others = stadium.game.kick_off_side.map(|side| side.other());
        clearing::clear(stadium, others);
    }
    if mode.set_play().is_some() {
        count_down(stadium);
    }
}

/// Whether players keep away from the ball in every cycle of a mode.
fn keeps_distance(mode: PlayMode) -> bool {
    match mode {
        PlayMode::PlayOn | PlayMode::TimeOver => false,
        PlayMode::Goal(_) => true,
        _ => !mode.is_interruption(),
    }
}

/// When a set play begins, moves the others away from the ball and starts the time limit.
pub(super) fn mode_changed(stadium: &mut Stadium, mode: PlayMode) {
    if mode != PlayMode::PlayOn {
        stadium.game.referee.set_play.taken = false;
    }
    let goal_kick = matches!(mode, PlayMode::GoalKick(_));
    let taking = if let PlayMode::GoalKick(side) = mode { Some(side) } else { mode.set_play() };
    if let Some(side) = taking {
        clearing::clear(stadium, Some(side.other()));
    } else if mode == PlayMode::DropBall {
        clearing::clear(stadium, None);
    }
    let limit = stadium.rules.server.drop_ball_time;
    let set_play = &mut stadium.game.referee.set_play;
    set_play.goal_kicks = if goal_kick { set_play.goal_kicks + 1 } else { 0 };
    set_play.timer = if taking.is_some() { limit } else { -1 };
}
