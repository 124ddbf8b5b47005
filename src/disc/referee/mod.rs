//! The referee: all rules, the changes of play modes, the clock. Commands and the cycle call the
//! functions of this file.

use super::{Message, PlayMode, Room};
use serde::{Deserialize, Serialize};

/// What the referee remembers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Memory {}

/// A mode begins, by decision of the referee or a trainer.
pub fn change_mode(room: &mut Room, mode: PlayMode) {
    room.game.mode = mode;
    if !matches!(mode, PlayMode::Goal(_)) {
        room.say(Message::Mode(mode));
    }
}

/// A player has kicked: what he added to the ball's acceleration, as a length.
pub fn kicked(_room: &mut Room, _player: usize, _acceleration: f64) {}

/// A player has tackled with success; `foul`: on purpose.
pub fn tackled(_room: &mut Room, _player: usize, _acceleration: f64, _foul: bool) {}

/// A player has kicked out of reach.
pub fn kick_failed(_room: &mut Room, _player: usize) {}

/// A player has tackled in vain.
pub fn tackle_failed(_room: &mut Room, _player: usize, _foul: bool) {}

/// A player and the ball have collided.
pub fn touched(_room: &mut Room, _player: usize) {}

/// A goalie has caught the ball.
pub fn caught(_room: &mut Room, _player: usize) {}

/// A goalie has tried to catch, and has punched the ball instead.
pub fn punched(_room: &mut Room, _player: usize) {}

/// All referees in their order, in every cycle after the clock; not in `time_over`.
pub fn analyse(_room: &mut Room) {}

/// The kick-off, by `(start)` or by itself.
pub fn start(_room: &mut Room) {}

/// What the server does by itself where `auto_mode` is on: at the end of every step.
pub fn auto_mode(_room: &mut Room) {}
