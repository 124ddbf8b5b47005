//! The language's play modes for those of the 2D and the 3D game. The table is in `docs/clang.md`.

use crate::disc;
use crate::soccer;
use crate::wire::clang::{PlayMode, Team};

/// The play mode of a 2D game in the language, as a side calls it; `None` if the language has none.
///
/// Interruptions are named after the free kick that they lead to. `held`: a goalie has the ball.
pub fn disc_play_mode(mode: disc::PlayMode, held: bool, side: disc::Side) -> Option<PlayMode> {
    use disc::PlayMode as M;
    let whose = |of: disc::Side| if of == side { Team::Our } else { Team::Opp };
    Some(match mode {
        M::BeforeKickOff | M::FirstHalfOver => PlayMode::BeforeKickOff,
        M::TimeOver => PlayMode::TimeOver,
        M::PlayOn | M::DropBall => PlayMode::PlayOn,
        M::KickOff(of) => PlayMode::KickOff(whose(of)),
        M::KickIn(of) => PlayMode::KickIn(whose(of)),
        M::FreeKick(of) if held => PlayMode::GoalieCatch(whose(of)),
        M::FreeKick(of) | M::IndirectFreeKick(of) => PlayMode::FreeKick(whose(of)),
        M::CornerKick(of) => PlayMode::CornerKick(whose(of)),
        M::GoalKick(of) => PlayMode::GoalKick(whose(of)),
        M::Goal(of) => PlayMode::AfterGoal(whose(of)),
        M::Offside(guilty)
        | M::FoulCharge(guilty)
        | M::FoulPush(guilty)
        | M::FoulMultipleAttack(guilty)
        | M::FoulBallout(guilty)
        | M::BackPass(guilty)
        | M::FreeKickFault(guilty)
        | M::CatchFault(guilty)
        | M::IllegalDefense(guilty) => PlayMode::FreeKick(whose(guilty.other())),
        M::PenaltyKick(_)
        | M::Pause
        | M::HumanJudge
        | M::PenaltySetup(_)
        | M::PenaltyReady(_)
        | M::PenaltyTaken(_)
        | M::PenaltyMiss(_)
        | M::PenaltyScore(_) => return None,
    })
}

/// The play mode of a 3D game in the language, as a side calls it; `None` if the language has none.
pub fn soccer_play_mode(mode: soccer::PlayMode, side: soccer::Side) -> Option<PlayMode> {
    use soccer::PlayMode as M;
    let whose = |of: soccer::Side| if of == side { Team::Our } else { Team::Opp };
    let (left, right) = (whose(soccer::Side::Left), whose(soccer::Side::Right));
    Some(match mode {
        M::BeforeKickOff => PlayMode::BeforeKickOff,
        M::GameOver => PlayMode::TimeOver,
        M::PlayOn => PlayMode::PlayOn,
        M::KickOffLeft => PlayMode::KickOff(left),
        M::KickOffRight => PlayMode::KickOff(right),
        M::ThrowInLeft => PlayMode::KickIn(left),
        M::ThrowInRight => PlayMode::KickIn(right),
        M::CornerKickLeft => PlayMode::CornerKick(left),
        M::CornerKickRight => PlayMode::CornerKick(right),
        M::GoalKickLeft => PlayMode::GoalKick(left),
        M::GoalKickRight => PlayMode::GoalKick(right),
        M::GoalLeft => PlayMode::AfterGoal(left),
        M::GoalRight => PlayMode::AfterGoal(right),
        M::FreeKickLeft | M::DirectFreeKickLeft | M::OffsideLeft => PlayMode::FreeKick(left),
        M::FreeKickRight | M::DirectFreeKickRight | M::OffsideRight => PlayMode::FreeKick(right),
        M::PenaltyKickLeft | M::PenaltyKickRight | M::PenaltyShootLeft | M::PenaltyShootRight => {
            return None;
        }
    })
}
