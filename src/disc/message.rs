//! What the referee says.

use super::{PlayMode, Side};
use std::fmt;

/// A message from the referee. Its `Display` form is the text that players hear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the text below says it")]
pub enum Message {
    /// The name of the mode that begins.
    Mode(PlayMode),
    /// `goal_l_3`: the side that scored and its goals.
    Goal(Side, u32),
    GoalieCatchBall(Side),
    Foul(Side),
    YellowCard(Side, u8),
    RedCard(Side, u8),
    HalfTime,
    TimeUp,
    TimeUpWithoutATeam,
    TimeExtended,
    PenaltyOnfield(Side),
    PenaltyFoul(Side),
    PenaltyWinner(Side),
    PenaltyDraw,
    /// A keepaway episode ends: the episode's number.
    Keepaway(u32),
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Mode(mode) => f.write_str(mode.name()),
            Self::Goal(side, goals) => write!(f, "goal_{}_{goals}", side.letter()),
            Self::GoalieCatchBall(side) => write!(f, "goalie_catch_ball_{}", side.letter()),
            Self::Foul(side) => write!(f, "foul_{}", side.letter()),
            Self::YellowCard(side, unum) => write!(f, "yellow_card_{}_{unum}", side.letter()),
            Self::RedCard(side, unum) => write!(f, "red_card_{}_{unum}", side.letter()),
            Self::HalfTime => f.write_str("half_time"),
            Self::TimeUp => f.write_str("time_up"),
            Self::TimeUpWithoutATeam => f.write_str("time_up_without_a_team"),
            Self::TimeExtended => f.write_str("time_extended"),
            Self::PenaltyOnfield(side) => write!(f, "penalty_onfield_{}", side.letter()),
            Self::PenaltyFoul(side) => write!(f, "penalty_foul_{}", side.letter()),
            Self::PenaltyWinner(side) => write!(f, "penalty_winner_{}", side.letter()),
            Self::PenaltyDraw => f.write_str("penalty_draw"),
            Self::Keepaway(number) => write!(f, "training Keepaway {number}"),
        }
    }
}
