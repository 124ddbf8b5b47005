//! Play modes as the interface names them.

use super::protos::{self, GameModeType as G};
use crate::disc::{PlayMode, Side};

impl From<Side> for protos::Side {
    fn from(side: Side) -> Self {
        match side {
            Side::Left => Self::Left,
            Side::Right => Self::Right,
        }
    }
}

impl protos::Side {
    /// The side; `None` if it is not known.
    pub fn known(self) -> Option<Side> {
        match self {
            Self::Unknown => None,
            Self::Left => Some(Side::Left),
            Self::Right => Some(Side::Right),
        }
    }
}

/// The kind of a play mode; its side is [`PlayMode::side`].
pub fn game_mode(mode: PlayMode) -> G {
    use PlayMode as M;
    match mode {
        M::BeforeKickOff => G::BeforeKickOff,
        M::TimeOver => G::TimeOver,
        M::PlayOn | M::DropBall => G::PlayOn,
        M::KickOff(_) => G::KickOff,
        M::KickIn(_) => G::KickIn,
        M::FreeKick(_) => G::FreeKick,
        M::CornerKick(_) => G::CornerKick,
        M::GoalKick(_) => G::GoalKick,
        M::Goal(_) => G::AfterGoal,
        M::Offside(_) => G::OffSide,
        M::PenaltyKick(_) => G::PenaltyKick,
        M::FirstHalfOver => G::FirstHalfOver,
        M::Pause => G::Pause,
        M::HumanJudge => G::Human,
        M::FoulCharge(_) => G::FoulCharge,
        M::FoulPush(_) => G::FoulPush,
        M::FoulMultipleAttack(_) => G::FoulMultipleAttacker,
        M::FoulBallout(_) => G::FoulBallOut,
        M::BackPass(_) => G::BackPass,
        M::FreeKickFault(_) => G::FreeKickFault,
        M::CatchFault(_) => G::CatchFault,
        M::IndirectFreeKick(_) => G::IndFreeKick,
        M::PenaltySetup(_) => G::PenaltySetup,
        M::PenaltyReady(_) => G::PenaltyReady,
        M::PenaltyTaken(_) => G::PenaltyTaken,
        M::PenaltyMiss(_) => G::PenaltyMiss,
        M::PenaltyScore(_) => G::PenaltyScore,
        M::IllegalDefense(_) => G::IllegalDefense,
    }
}

/// The play mode of a kind and a side; `None` where rcssserver has no such mode.
pub fn play_mode(kind: G, side: Option<Side>) -> Option<PlayMode> {
    use PlayMode as M;
    let of = |mode: fn(Side) -> M| side.map(mode);
    match kind {
        G::BeforeKickOff => Some(M::BeforeKickOff),
        G::TimeOver => Some(M::TimeOver),
        G::PlayOn => Some(M::PlayOn),
        G::KickOff => of(M::KickOff),
        G::KickIn => of(M::KickIn),
        G::FreeKick => of(M::FreeKick),
        G::CornerKick => of(M::CornerKick),
        G::GoalKick => of(M::GoalKick),
        G::AfterGoal => of(M::Goal),
        G::OffSide => of(M::Offside),
        G::PenaltyKick => of(M::PenaltyKick),
        G::FirstHalfOver => Some(M::FirstHalfOver),
        G::Pause => Some(M::Pause),
        G::Human => Some(M::HumanJudge),
        G::FoulCharge => of(M::FoulCharge),
        G::FoulPush => of(M::FoulPush),
        G::FoulMultipleAttacker => of(M::FoulMultipleAttack),
        G::FoulBallOut => of(M::FoulBallout),
        G::BackPass => of(M::BackPass),
        G::FreeKickFault => of(M::FreeKickFault),
        G::CatchFault => of(M::CatchFault),
        G::IndFreeKick => of(M::IndirectFreeKick),
        G::PenaltySetup => of(M::PenaltySetup),
        G::PenaltyReady => of(M::PenaltyReady),
        G::PenaltyTaken => of(M::PenaltyTaken),
        G::PenaltyMiss => of(M::PenaltyMiss),
        G::PenaltyScore => of(M::PenaltyScore),
        G::IllegalDefense => of(M::IllegalDefense),
        G::PenaltyOnfield | G::PenaltyFoul | G::GoalieCatch | G::ExtendHalf | G::ModeMax => None,
    }
}

/// The side whose set play a mode is: it brings the ball into play, or will do so after the other's
/// fault.
pub(super) fn set_play_of(mode: PlayMode) -> Option<Side> {
    use PlayMode as M;
    match mode {
        M::GoalKick(side) | M::PenaltyKick(side) => Some(side),
        M::Offside(side)
        | M::FoulCharge(side)
        | M::FoulPush(side)
        | M::FoulMultipleAttack(side)
        | M::FoulBallout(side)
        | M::BackPass(side)
        | M::FreeKickFault(side)
        | M::CatchFault(side)
        | M::IllegalDefense(side) => Some(side.other()),
        _ => mode.set_play(),
    }
}
