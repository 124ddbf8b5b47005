//! Play modes, with rcssserver's numbers and names.

use super::Side;
use serde::{Deserialize, Serialize};

/// A play mode. The side is the one in the mode's name: the side that kicks or that scored, or for
/// offside and fouls the side to blame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it, twice over")]
pub enum PlayMode {
    BeforeKickOff,
    TimeOver,
    PlayOn,
    KickOff(Side),
    KickIn(Side),
    FreeKick(Side),
    CornerKick(Side),
    GoalKick(Side),
    Goal(Side),
    DropBall,
    Offside(Side),
    PenaltyKick(Side),
    FirstHalfOver,
    Pause,
    HumanJudge,
    FoulCharge(Side),
    FoulPush(Side),
    FoulMultipleAttack(Side),
    FoulBallout(Side),
    BackPass(Side),
    FreeKickFault(Side),
    CatchFault(Side),
    IndirectFreeKick(Side),
    PenaltySetup(Side),
    PenaltyReady(Side),
    PenaltyTaken(Side),
    PenaltyMiss(Side),
    PenaltyScore(Side),
    IllegalDefense(Side),
}

/// Number of play modes.
pub const PLAY_MODES: usize = 51;

/// Every mode with its name, in the order of their numbers, which begin at 1.
const MODES: [(PlayMode, &str); PLAY_MODES] = [
    (PlayMode::BeforeKickOff, "before_kick_off"),
    (PlayMode::TimeOver, "time_over"),
    (PlayMode::PlayOn, "play_on"),
    (PlayMode::KickOff(Side::Left), "kick_off_l"),
    (PlayMode::KickOff(Side::Right), "kick_off_r"),
    (PlayMode::KickIn(Side::Left), "kick_in_l"),
    (PlayMode::KickIn(Side::Right), "kick_in_r"),
    (PlayMode::FreeKick(Side::Left), "free_kick_l"),
    (PlayMode::FreeKick(Side::Right), "free_kick_r"),
    (PlayMode::CornerKick(Side::Left), "corner_kick_l"),
    (PlayMode::CornerKick(Side::Right), "corner_kick_r"),
    (PlayMode::GoalKick(Side::Left), "goal_kick_l"),
    (PlayMode::GoalKick(Side::Right), "goal_kick_r"),
    (PlayMode::Goal(Side::Left), "goal_l"),
    (PlayMode::Goal(Side::Right), "goal_r"),
    (PlayMode::DropBall, "drop_ball"),
    (PlayMode::Offside(Side::Left), "offside_l"),
    (PlayMode::Offside(Side::Right), "offside_r"),
    (PlayMode::PenaltyKick(Side::Left), "penalty_kick_l"),
    (PlayMode::PenaltyKick(Side::Right), "penalty_kick_r"),
    (PlayMode::FirstHalfOver, "first_half_over"),
    (PlayMode::Pause, "pause"),
    (PlayMode::HumanJudge, "human_judge"),
    (PlayMode::FoulCharge(Side::Left), "foul_charge_l"),
    (PlayMode::FoulCharge(Side::Right), "foul_charge_r"),
    (PlayMode::FoulPush(Side::Left), "foul_push_l"),
    (PlayMode::FoulPush(Side::Right), "foul_push_r"),
    (PlayMode::FoulMultipleAttack(Side::Left), "foul_multiple_attack_l"),
    (PlayMode::FoulMultipleAttack(Side::Right), "foul_multiple_attack_r"),
    (PlayMode::FoulBallout(Side::Left), "foul_ballout_l"),
    (PlayMode::FoulBallout(Side::Right), "foul_ballout_r"),
    (PlayMode::BackPass(Side::Left), "back_pass_l"),
    (PlayMode::BackPass(Side::Right), "back_pass_r"),
    (PlayMode::FreeKickFault(Side::Left), "free_kick_fault_l"),
    (PlayMode::FreeKickFault(Side::Right), "free_kick_fault_r"),
    (PlayMode::CatchFault(Side::Left), "catch_fault_l"),
    (PlayMode::CatchFault(Side::Right), "catch_fault_r"),
    (PlayMode::IndirectFreeKick(Side::Left), "indirect_free_kick_l"),
    (PlayMode::IndirectFreeKick(Side::Right), "indirect_free_kick_r"),
    (PlayMode::PenaltySetup(Side::Left), "penalty_setup_l"),
    (PlayMode::PenaltySetup(Side::Right), "penalty_setup_r"),
    (PlayMode::PenaltyReady(Side::Left), "penalty_ready_l"),
    (PlayMode::PenaltyReady(Side::Right), "penalty_ready_r"),
    (PlayMode::PenaltyTaken(Side::Left), "penalty_taken_l"),
    (PlayMode::PenaltyTaken(Side::Right), "penalty_taken_r"),
    (PlayMode::PenaltyMiss(Side::Left), "penalty_miss_l"),
    (PlayMode::PenaltyMiss(Side::Right), "penalty_miss_r"),
    (PlayMode::PenaltyScore(Side::Left), "penalty_score_l"),
    (PlayMode::PenaltyScore(Side::Right), "penalty_score_r"),
    (PlayMode::IllegalDefense(Side::Left), "illegal_defense_l"),
    (PlayMode::IllegalDefense(Side::Right), "illegal_defense_r"),
];

impl PlayMode {
    /// All modes in the order of their numbers.
    pub fn all() -> impl Iterator<Item = Self> {
        MODES.iter().map(|&(mode, _)| mode)
    }

    /// The mode of this name.
    pub fn named(name: &str) -> Option<Self> {
        MODES.iter().find(|(_, own)| *own == name).map(|&(mode, _)| mode)
    }

    /// The mode of rcssserver's number, 1 to 51.
    pub fn numbered(number: u8) -> Option<Self> {
        MODES.get(usize::from(number).checked_sub(1)?).map(|&(mode, _)| mode)
    }

    /// rcssserver's number, 1 to 51.
    pub fn number(self) -> u8 {
        1 + MODES.iter().position(|&(mode, _)| mode == self).unwrap_or(0) as u8
    }

    /// The name that the referee says and monitors show, such as `kick_off_l`.
    pub fn name(self) -> &'static str {
        MODES[usize::from(self.number()) - 1].1
    }

    /// The side in the mode's name.
    pub fn side(self) -> Option<Side> {
        let number = self.number();
        Side::BOTH.into_iter().find(|side| {
            let name = MODES[usize::from(number) - 1].1.as_bytes();
            matches!(name, [.., b'_', last] if char::from(*last) == side.letter())
        })
    }

    /// The same mode for the other side.
    #[must_use]
    pub fn mirrored(self) -> Self {
        use PlayMode as M;
        match self {
            M::KickOff(side) => M::KickOff(side.other()),
            M::KickIn(side) => M::KickIn(side.other()),
            M::FreeKick(side) => M::FreeKick(side.other()),
            M::CornerKick(side) => M::CornerKick(side.other()),
            M::GoalKick(side) => M::GoalKick(side.other()),
            M::Goal(side) => M::Goal(side.other()),
            M::Offside(side) => M::Offside(side.other()),
            M::PenaltyKick(side) => M::PenaltyKick(side.other()),
            M::FoulCharge(side) => M::FoulCharge(side.other()),
            M::FoulPush(side) => M::FoulPush(side.other()),
            M::FoulMultipleAttack(side) => M::FoulMultipleAttack(side.other()),
            M::FoulBallout(side) => M::FoulBallout(side.other()),
            M::BackPass(side) => M::BackPass(side.other()),
            M::FreeKickFault(side) => M::FreeKickFault(side.other()),
            M::CatchFault(side) => M::CatchFault(side.other()),
            M::IndirectFreeKick(side) => M::IndirectFreeKick(side.other()),
            M::PenaltySetup(side) => M::PenaltySetup(side.other()),
            M::PenaltyReady(side) => M::PenaltyReady(side.other()),
            M::PenaltyTaken(side) => M::PenaltyTaken(side.other()),
            M::PenaltyMiss(side) => M::PenaltyMiss(side.other()),
            M::PenaltyScore(side) => M::PenaltyScore(side.other()),
            M::IllegalDefense(side) => M::IllegalDefense(side.other()),
            mode => mode,
        }
    }

    /// Whether the clock is stopped after a fault or a goal: only `stopped` counts cycles, and the
    /// clock runs again when the mode ends. The clock is also stopped before the kick-off and when
    /// time is over, but nobody moves then.
    pub fn is_interruption(self) -> bool {
        use PlayMode as M;
        matches!(
            self,
            M::Goal(_)
                | M::Offside(_)
                | M::IllegalDefense(_)
                | M::FoulCharge(_)
                | M::FoulPush(_)
                | M::BackPass(_)
                | M::FreeKickFault(_)
                | M::CatchFault(_)
        )
    }

    /// Whether the clock is stopped while this mode lasts, so that only `stopped` counts cycles.
    pub fn stops_clock(self) -> bool {
        matches!(self, Self::BeforeKickOff | Self::TimeOver) || self.is_interruption()
    }

    /// Whether kicks have no effect.
    pub fn forbids_kicks(self) -> bool {
        self.stops_clock()
    }

    /// Whether tackles have no effect. After a catch fault they do play the ball, as in rcssserver.
    pub fn forbids_tackles(self) -> bool {
        self.stops_clock() && !matches!(self, Self::CatchFault(_))
    }

    /// Whether this is a mode of the shoot-out after a drawn game.
    pub fn is_shoot_out(self) -> bool {
        use PlayMode as M;
        matches!(self, M::PenaltySetup(_) | M::PenaltyReady(_) | M::PenaltyTaken(_))
            || self.is_penalty_result()
    }

    /// Whether this mode announces that a penalty of a shoot-out has gone in or has missed.
    pub fn is_penalty_result(self) -> bool {
        matches!(self, Self::PenaltyMiss(_) | Self::PenaltyScore(_))
    }

    /// The team that may bring the ball into play at a kick-off, kick-in, free kick, corner kick or
    /// indirect free kick. Goal kicks have rules of their own.
    pub fn set_play(self) -> Option<Side> {
        use PlayMode as M;
        match self {
            M::KickOff(side)
            | M::KickIn(side)
            | M::FreeKick(side)
            | M::CornerKick(side)
            | M::IndirectFreeKick(side) => Some(side),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mirrored_modes_are_those_of_the_other_side() {
        for mode in PlayMode::all() {
            assert_eq!(mode.mirrored().mirrored(), mode);
            assert_eq!(mode.mirrored().side(), mode.side().map(Side::other), "{}", mode.name());
        }
    }
}
