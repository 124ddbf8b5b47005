//! What a team is doing, as far as it decides where players stand.

use crate::disc::{PlayMode, Side};

/// What a team is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
#[repr(u8)]
pub enum Situation {
    Offence,
    Defence,
    OurKickOff,
    TheirKickOff,
    OurKickIn,
    TheirKickIn,
    OurCorner,
    TheirCorner,
    OurFreeKick,
    TheirFreeKick,
    OurGoalKick,
    TheirGoalKick,
}

impl Situation {
    /// Number of situations.
    pub const COUNT: usize = 12;

    /// All situations with their names in files.
    pub(super) const NAMES: [(Self, &str); Self::COUNT] = [
        (Self::Offence, "offence"),
        (Self::Defence, "defence"),
        (Self::OurKickOff, "our_kick_off"),
        (Self::TheirKickOff, "their_kick_off"),
        (Self::OurKickIn, "our_kick_in"),
        (Self::TheirKickIn, "their_kick_in"),
        (Self::OurCorner, "our_corner"),
        (Self::TheirCorner, "their_corner"),
        (Self::OurFreeKick, "our_free_kick"),
        (Self::TheirFreeKick, "their_free_kick"),
        (Self::OurGoalKick, "our_goal_kick"),
        (Self::TheirGoalKick, "their_goal_kick"),
    ];

    /// The situation whose formation is used if a file does not have this one.
    pub(super) fn stand_in(self) -> Self {
        match self {
            Self::OurKickIn | Self::OurCorner | Self::OurFreeKick | Self::OurGoalKick => {
                Self::Offence
            }
            Self::TheirKickOff => Self::OurKickOff,
            _ => Self::Defence,
        }
    }

    /// Returns the situation of a team in a play mode; `has_ball`: whether it is going to have the
    /// ball next.
    pub fn of(mode: PlayMode, side: Side, has_ball: bool, kicks_off: bool) -> Self {
        use PlayMode as M;
        let pick = |ours: bool, one: Self, other: Self| if ours { one } else { other };
        match mode {
            M::BeforeKickOff | M::Goal(_) => pick(kicks_off, Self::OurKickOff, Self::TheirKickOff),
            M::KickOff(of) => pick(of == side, Self::OurKickOff, Self::TheirKickOff),
            M::KickIn(of) => pick(of == side, Self::OurKickIn, Self::TheirKickIn),
            M::CornerKick(of) => pick(of == side, Self::OurCorner, Self::TheirCorner),
            M::GoalKick(of) => pick(of == side, Self::OurGoalKick, Self::TheirGoalKick),
            M::FreeKick(of) | M::IndirectFreeKick(of) => {
                pick(of == side, Self::OurFreeKick, Self::TheirFreeKick)
            }
            // After a fault the other side gets a free kick.
            M::Offside(of)
            | M::FoulCharge(of)
            | M::FoulPush(of)
            | M::FoulMultipleAttack(of)
            | M::FoulBallout(of)
            | M::BackPass(of)
            | M::FreeKickFault(of)
            | M::CatchFault(of)
            | M::IllegalDefense(of) => pick(of != side, Self::OurFreeKick, Self::TheirFreeKick),
            _ => pick(has_ball, Self::Offence, Self::Defence),
        }
    }
}
