//! Play modes: what the referee has decided and who may do what now.

use super::player::Side;
use crate::error::{Error, Result};
use serde::{Deserialize, Serialize};

/// A play mode. Left and right name the team whose turn it is, or that has scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it, twice over")]
pub enum PlayMode {
    BeforeKickOff,
    KickOffLeft,
    KickOffRight,
    PlayOn,
    ThrowInLeft,
    ThrowInRight,
    CornerKickLeft,
    CornerKickRight,
    GoalKickLeft,
    GoalKickRight,
    OffsideLeft,
    OffsideRight,
    GameOver,
    GoalLeft,
    GoalRight,
    FreeKickLeft,
    FreeKickRight,
    DirectFreeKickLeft,
    DirectFreeKickRight,
    PenaltyKickLeft,
    PenaltyKickRight,
    PenaltyShootLeft,
    PenaltyShootRight,
}

/// Number of play modes.
pub const PLAY_MODES: usize = 23;

/// Names of the modes for agents and monitors, in the order of the modes.
const NAMES: [&str; PLAY_MODES] = [
    "BeforeKickOff",
    "KickOff_Left",
    "KickOff_Right",
    "PlayOn",
    "KickIn_Left",
    "KickIn_Right",
    "corner_kick_left",
    "corner_kick_right",
    "goal_kick_left",
    "goal_kick_right",
    "offside_left",
    "offside_right",
    "GameOver",
    "Goal_Left",
    "Goal_Right",
    "free_kick_left",
    "free_kick_right",
    "direct_free_kick_left",
    "direct_free_kick_right",
    "penalty_kick_left",
    "penalty_kick_right",
    "penalty_shoot_left",
    "penalty_shoot_right",
];

impl PlayMode {
    /// All modes, in rcsssmj's order.
    pub const ALL: [Self; PLAY_MODES] = [
        Self::BeforeKickOff,
        Self::KickOffLeft,
        Self::KickOffRight,
        Self::PlayOn,
        Self::ThrowInLeft,
        Self::ThrowInRight,
        Self::CornerKickLeft,
        Self::CornerKickRight,
        Self::GoalKickLeft,
        Self::GoalKickRight,
        Self::OffsideLeft,
        Self::OffsideRight,
        Self::GameOver,
        Self::GoalLeft,
        Self::GoalRight,
        Self::FreeKickLeft,
        Self::FreeKickRight,
        Self::DirectFreeKickLeft,
        Self::DirectFreeKickRight,
        Self::PenaltyKickLeft,
        Self::PenaltyKickRight,
        Self::PenaltyShootLeft,
        Self::PenaltyShootRight,
    ];

    /// Index in [`ALL`](Self::ALL), which is sent to monitors.
    pub fn index(self) -> usize {
        self as usize
    }

    /// The mode with that index.
    pub fn from_index(index: usize) -> Option<Self> {
        Self::ALL.get(index).copied()
    }

    /// The name that is sent to agents, e.g. `KickOff_Left`.
    pub fn name(self) -> &'static str {
        NAMES[self.index()]
    }

    /// The mode of that name.
    ///
    /// # Errors
    /// [`Error::Argument`] if no mode has that name.
    pub fn from_name(name: &str) -> Result<Self> {
        let index = NAMES.iter().position(|known| *known == name);
        index.and_then(Self::from_index).ok_or_else(|| {
            Error::argument("play_mode", format!("unknown play mode '{name}', e.g. 'PlayOn'"))
        })
    }

    /// The same mode for the other team: left and right change places.
    pub fn swapped(self) -> Self {
        let index = match self.name().rsplit('_').next() {
            Some("Left" | "left") => self.index() + 1,
            Some("Right" | "right") => self.index() - 1,
            _ => self.index(),
        };
        Self::from_index(index).unwrap_or(self)
    }

    /// Whether robots may place themselves.
    pub fn allows_beaming(self) -> bool {
        matches!(self, Self::BeforeKickOff | Self::GoalLeft | Self::GoalRight)
    }

    /// `side` kicks off.
    pub fn kick_off(side: Side) -> Self {
        pick(side, Self::KickOffLeft, Self::KickOffRight)
    }

    /// `side` throws the ball in.
    pub fn throw_in(side: Side) -> Self {
        pick(side, Self::ThrowInLeft, Self::ThrowInRight)
    }

    /// `side` takes a corner kick.
    pub fn corner_kick(side: Side) -> Self {
        pick(side, Self::CornerKickLeft, Self::CornerKickRight)
    }

    /// `side` takes a goal kick.
    pub fn goal_kick(side: Side) -> Self {
        pick(side, Self::GoalKickLeft, Self::GoalKickRight)
    }

    /// The opponent of `side` was offside.
    pub fn offside(side: Side) -> Self {
        pick(side, Self::OffsideLeft, Self::OffsideRight)
    }

    /// `side` has scored.
    pub fn goal(side: Side) -> Self {
        pick(side, Self::GoalLeft, Self::GoalRight)
    }

    /// `side` takes an indirect free kick.
    pub fn free_kick(side: Side) -> Self {
        pick(side, Self::FreeKickLeft, Self::FreeKickRight)
    }

    /// `side` takes a direct free kick.
    pub fn direct_free_kick(side: Side) -> Self {
        pick(side, Self::DirectFreeKickLeft, Self::DirectFreeKickRight)
    }

    /// `side` takes a penalty kick.
    pub fn penalty_kick(side: Side) -> Self {
        pick(side, Self::PenaltyKickLeft, Self::PenaltyKickRight)
    }

    /// `side` shoots in the penalty shoot-out.
    pub fn penalty_shoot(side: Side) -> Self {
        pick(side, Self::PenaltyShootLeft, Self::PenaltyShootRight)
    }
}

fn pick(side: Side, left: PlayMode, right: PlayMode) -> PlayMode {
    match side {
        Side::Left => left,
        Side::Right => right,
    }
}
