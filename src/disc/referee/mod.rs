//! The referee: one file a rule, with what it remembers. Commands, collisions and the cycle call
//! the functions of this file, which tell the rules in rcssserver's order.

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
mod keepaway;
mod kick_off;
mod memory;
mod offside;
mod out_of_play;
mod placement;
mod set_play;
mod shoot_out;
mod touches;

pub use drop_ball::{award as drop_ball, call_foul};
pub use kick_off::{auto_mode, start};
pub use memory::Memory;

use super::{Message, PlayMode, Room, Side};

/// A mode begins, by decision of the referee or a trainer. It is announced, also when it is the one
/// that lasts already, but for goals.
pub fn change_mode(room: &mut Room, mode: PlayMode) {
    room.game.mode = mode;
    offside::mode_changed(room, mode);
    set_play::mode_changed(room, mode);
    touches::mode_changed(room, mode);
    back_pass::mode_changed(room, mode);
    interruption::mode_changed(room, mode);
    keepaway::mode_changed(room, mode);
    shoot_out::mode_changed(room, mode);
    match mode {
        PlayMode::DropBall => room.game.kick_off_side = None,
        PlayMode::GoalKick(side) => room.game.kick_off_side = Some(side),
        PlayMode::IllegalDefense(side) => room.game.kick_off_side = Some(side.other()),
        _ => {
            if let Some(side) = mode.set_play() {
                room.game.kick_off_side = Some(side);
            }
        }
    }
    if mode == PlayMode::PlayOn {
        room.game.last_play_on = room.game.cycle;
    }
    if !matches!(mode, PlayMode::Goal(_)) {
        room.say(Message::Mode(mode));
    }
}

/// A player has kicked: what he added to the ball's acceleration, as a length.
pub fn kicked(room: &mut Room, player: usize, acceleration: f64) {
    played(room, player, acceleration);
    shoot_out::kicked(room, player);
}

/// A player has tackled with success; `foul`: on purpose.
pub fn tackled(room: &mut Room, player: usize, acceleration: f64, foul: bool) {
    offside::played(room, player, acceleration);
    set_play::played(room, player);
    touches::played(room, player, acceleration);
    back_pass::played(room, player);
    fouls::tackled(room, player, foul);
    illegal_defense::played(room, player);
    shoot_out::tackled(room, player, foul);
}

/// What kicks mean to the rules of the game, the shoot-out left out.
fn played(room: &mut Room, player: usize, acceleration: f64) {
    offside::played(room, player, acceleration);
    set_play::played(room, player);
    touches::played(room, player, acceleration);
    back_pass::played(room, player);
    illegal_defense::played(room, player);
}

/// A player has kicked out of reach.
pub fn kick_failed(room: &mut Room, player: usize) {
    offside::failed(room, player);
}

/// A player has tackled in vain.
pub fn tackle_failed(room: &mut Room, player: usize, _foul: bool) {
    offside::failed(room, player);
}

/// A player and the ball have collided.
pub fn touched(room: &mut Room, player: usize) {
    offside::played(room, player, 0.0);
    set_play::touched(room, player);
    touches::played(room, player, 0.0);
    back_pass::touched(room, player);
}

/// A goalie has caught the ball, and touches it; he holds it if that gives him a free kick.
pub fn caught(room: &mut Room, player: usize) {
    let side = side_of(room, player);
    if !room.game.mode.is_shoot_out() {
        room.say(Message::GoalieCatchBall(side));
    }
    room.collide();
    touched(room, player);
    catch::caught(room, player);
    shoot_out::caught(room, player);
    if matches!(room.game.mode, PlayMode::FreeKick(_)) {
        room.game.ball.holder = Some(player as u8);
    }
}

/// A goalie has tried to catch, and has punched the ball instead.
pub fn punched(room: &mut Room, player: usize) {
    catch::punched(room, player);
    shoot_out::caught(room, player);
}

/// All rules in their order, in every cycle after the clock.
pub fn analyse(room: &mut Room) {
    halves::analyse(room);
    ball_stuck::analyse(room);
    offside::analyse(room);
    set_play::analyse(room);
    touches::analyse(room);
    catch::analyse(room);
    fouls::analyse(room);
    illegal_defense::analyse(room);
    keepaway::analyse(room);
    shoot_out::analyse(room);
}

/// The side of a player.
fn side_of(room: &Room, player: usize) -> Side {
    room.game.players[player].side
}
