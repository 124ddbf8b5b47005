//! What the referee remembers from cycle to cycle: plain numbers, a part of the game's state.

use super::back_pass::BackPass;
use super::ball_stuck::BallStuck;
use super::halves::Halves;
use super::illegal_defense::IllegalDefense;
use super::interruption::Interruptions;
use super::keepaway::Keepaway;
use super::kick_off::AutoMode;
use super::offside::Offside;
use super::shoot_out::ShootOut;
use super::taking::SetPlay;
use super::touches::Touches;
use crate::disc::{PLAYERS, PlayMode};
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

impl Memory {
    /// The place of the player who last touched the ball since play began.
    pub fn last_touch(&self) -> Option<usize> {
        self.touches.last.map(usize::from)
    }

    /// The place of the player who has brought the ball into play, while nobody else has played it.
    pub fn taker(&self) -> Option<usize> {
        self.set_play.taken.then_some(usize::from(self.set_play.taker))
    }

    /// Cycles until the referee ends a set play or a step of a penalty; `None` in other modes.
    pub fn cycles_left(&self, mode: PlayMode) -> Option<u32> {
        let timer = match mode {
            _ if mode.is_shoot_out() => self.shoot_out.timer,
            PlayMode::GoalKick(_) => self.set_play.timer,
            _ if mode.set_play().is_some() => self.set_play.timer,
            _ => return None,
        };
        u32::try_from(timer).ok()
    }

    /// Whether every player that is remembered has a place in a game. This is so in a snapshot that
    /// nobody has tampered with.
    pub fn is_possible(&self) -> bool {
        let players = [
            Some(self.set_play.taker),
            self.touches.last,
            self.touches.indirect_kicker,
            self.back_pass.last,
            self.back_pass.before,
            self.shoot_out.taker,
        ];
        players.into_iter().flatten().all(|player| usize::from(player) < PLAYERS)
            && self.offside.candidates >> PLAYERS == 0
    }
}
