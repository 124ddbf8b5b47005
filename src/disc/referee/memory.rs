//! What the referee remembers from cycle to cycle: plain numbers, a part of the game's state.

use super::back_pass::BackPass;
use super::ball_stuck::BallStuck;
use super::halves::Halves;
use super::illegal_defense::IllegalDefense;
use super::interruption::Interruptions;
use super::keepaway::Keepaway;
use super::kick_off::AutoMode;
use super::offside::Offside;
use super::set_play::SetPlay;
use super::shoot_out::ShootOut;
use super::touches::Touches;
use serde::{Deserialize, Serialize};

/// What the referee remembers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Memory {
    pub(super) halves: Halves,
    pub(super) auto_mode: AutoMode,
    pub(super) ball_stuck: BallStuck,
    pub(super) offside: Offside,
    pub(super) set_play: SetPlay,
    pub(super) touches: Touches,
    pub(super) back_pass: BackPass,
    pub(super) interruptions: Interruptions,
    pub(super) illegal_defense: IllegalDefense,
    pub(super) keepaway: Keepaway,
    pub(super) shoot_out: ShootOut,
}
