//! The referee: one file per rule, with what that rule remembers. Commands, collisions and the
//! cycle call the functions in this file, which notify the rules in rcssserver's order.

mod back_pass;
mod ball_stuck;
mod catch;
mod clearing;
mod drop_ball;
mod fouls;
mod free_kick_fault;
mod goal_kick;
mod goals;
mod halves;
mod illegal_defense;
mod interruption;
pub(crate) mod keepaway;
mod kick_off;
mod memory;
mod offside;
mod onside;
mod out_of_play;
mod placement;
mod set_play;
mod shoot_out;
mod taking;
mod touches;

pub use drop_ball::{award as drop_ball, call_foul};
pub use fouls::{caution, send_off};
pub use kick_off::{auto_mode, start};
pub use memory::Memory;

use super::{Message, PlayMode, Side, Stadium};

/// Begins a mode, by decision of the referee or a trainer. The mode is announced even if it is
/// already the current one, except for goals.
pub fn change_mode(stadium: &mut Stadium, mode: PlayMode) {
    stadium.game.mode = mode;
    if !is_off(stadium) {
        notify_rules(stadium, mode);
    }
    match mode {
        PlayMode::DropBall => stadium.game.kick_off_side = None,
        PlayMode::GoalKick(side) => stadium.game.kick_off_side = Some(side),
        PlayMode::IllegalDefense(side) => stadium.game.kick_off_side = Some(side.other()),
        _ => {
            if let Some(side) = mode.set_play() {
                stadium.game.kick_off_side = Some(side);
            }
        }
    }
    if mode == PlayMode::PlayOn {
        stadium.game.last_play_on = stadium.game.cycle;
    }
    if !matches!(mode, PlayMode::Goal(_)) {
        stadium.say(Message::Mode(mode));
    }
}

/// Notifies each rule of a new mode.
fn notify_rules(stadium: &mut Stadium, mode: PlayMode) {
    offside::mode_changed(stadium, mode);
    set_play::mode_changed(stadium, mode);
    touches::mode_changed(stadium, mode);
    back_pass::mode_changed(stadium, mode);
    interruption::mode_changed(stadium, mode);
    keepaway::mode_changed(stadium, mode);
    shoot_out::mode_changed(stadium, mode);
}

/// A player has kicked. `acceleration`: the length of what they added to the ball's acceleration.
pub fn kicked(stadium: &mut Stadium, player: usize, acceleration: f64) {
    if is_off(stadium) {
        return;
    }
    played(stadium, player, acceleration);
    shoot_out::kicked(stadium, player);
}

/// A player has tackled with success; `foul`: whether as a deliberate foul.
pub fn tackled(stadium: &mut Stadium, player: usize, acceleration: f64, foul: bool) {
    if is_off(stadium) {
        return;
    }
    offside::played(stadium, player, acceleration);
    set_play::played(stadium, player);
    touches::played(stadium, player, acceleration);
    back_pass::played(stadium, player);
    fouls::tackled(stadium, player, foul);
    illegal_defense::played(stadium, player);
    shoot_out::tackled(stadium, player, foul);
}

/// Notifies the rules of a kick, except for the shoot-out.
fn played(stadium: &mut Stadium, player: usize, acceleration: f64) {
    offside::played(stadium, player, acceleration);
    set_play::played(stadium, player);
    touches::played(stadium, player, acceleration);
    back_pass::played(stadium, player);
    illegal_defense::played(stadium, player);
}

/// A player has tried to kick a ball that is out of their reach.
pub fn kick_failed(stadium: &mut Stadium, player: usize) {
    if is_off(stadium) {
        return;
    }
    offside::failed(stadium, player);
}

/// A player has tackled in vain.
pub fn tackle_failed(stadium: &mut Stadium, player: usize, _foul: bool) {
    if is_off(stadium) {
        return;
    }
    offside::failed(stadium, player);
}

/// A player and the ball have collided.
pub fn touched(stadium: &mut Stadium, player: usize) {
    if is_off(stadium) {
        return;
    }
    offside::played(stadium, player, 0.0);
    set_play::touched(stadium, player);
    touches::played(stadium, player, 0.0);
    back_pass::touched(stadium, player);
}

/// A goalie has caught the ball, which also counts as a touch. They hold the ball if the catch
/// gives them a free kick.
pub fn caught(stadium: &mut Stadium, player: usize) {
    let side = side_of(stadium, player);
    if !stadium.game.mode.is_shoot_out() {
        stadium.say(Message::GoalieCatchBall(side));
    }
    stadium.collide();
    if is_off(stadium) {
        return;
    }
    touched(stadium, player);
    catch::caught(stadium, player);
    shoot_out::caught(stadium, player);
    if matches!(stadium.game.mode, PlayMode::FreeKick(_)) {
        stadium.game.ball.holder = Some(player as u8);
    }
}

/// A goalie has tried to catch, and has punched the ball instead.
pub fn punched(stadium: &mut Stadium, player: usize) {
    if is_off(stadium) {
        return;
    }
    catch::punched(stadium, player);
    shoot_out::caught(stadium, player);
}

/// Runs all rules in their order, in every cycle after the clock has advanced.
pub fn analyse(stadium: &mut Stadium) {
    if is_off(stadium) {
        return;
    }
    halves::analyse(stadium);
    ball_stuck::analyse(stadium);
    offside::analyse(stadium);
    set_play::analyse(stadium);
    touches::analyse(stadium);
    catch::analyse(stadium);
    fouls::analyse(stadium);
    illegal_defense::analyse(stadium);
    keepaway::analyse(stadium);
    shoot_out::analyse(stadium);
}

/// Whether there is no referee, as on a server for a trainer (`coach`) unless it asks for one
/// (`coach_w_referee`).
fn is_off(stadium: &Stadium) -> bool {
    let server = &stadium.rules.server;
    server.coach && !server.coach_w_referee
}

/// The side of a player.
fn side_of(stadium: &Stadium, player: usize) -> Side {
    stadium.game.players[player].side
}
