//! Fouls: what players can do wrong.

use super::player::PlayerId;
use serde::{Deserialize, Serialize};

/// A kind of foul. The referee here gives only [`IllegalDefence`](Self::IllegalDefence),
/// [`Incapable`](Self::Incapable), [`DoubleTouch`](Self::DoubleTouch) and
/// [`HandFoul`](Self::HandFoul); the others exist for monitors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Foul {
    /// Too many players about the ball.
    Crowding,
    /// Too many teammates touching each other.
    Touching,
    /// Too many players in their own goalie area.
    IllegalDefence,
    /// Too many players in the opponent's goalie area.
    IllegalAttack,
    /// Not getting up in time.
    Incapable,
    /// A kick-off taken wrongly.
    KickOff,
    /// Running into an opponent.
    Charging,
    /// Colliding with oneself.
    SelfCollision,
    /// Holding the ball.
    BallHolding,
    /// Touching the ball again before anybody else did.
    DoubleTouch,
    /// Playing the ball with an arm that makes the body larger.
    HandFoul,
}

impl Foul {
    /// All of them, in rcsssmj's order.
    pub const ALL: [Self; 11] = [
        Self::Crowding,
        Self::Touching,
        Self::IllegalDefence,
        Self::IllegalAttack,
        Self::Incapable,
        Self::KickOff,
        Self::Charging,
        Self::SelfCollision,
        Self::BallHolding,
        Self::DoubleTouch,
        Self::HandFoul,
    ];

    /// rcsssmj's number of the foul, 0 to 10.
    pub fn index(self) -> usize {
        self as usize
    }

    /// The foul with that number.
    pub fn from_index(index: usize) -> Option<Self> {
        Self::ALL.get(index).copied()
    }

    /// rcsssmj's name of the foul.
    pub fn name(self) -> &'static str {
        match self {
            Self::Crowding => "CROWDING",
            Self::Touching => "TOUCHING",
            Self::IllegalDefence => "ILLEGAL_DEFENCE",
            Self::IllegalAttack => "ILLEGAL_ATTACK",
            Self::Incapable => "INCAPABLE",
            Self::KickOff => "KICK_OFF",
            Self::Charging => "CHARGING",
            Self::SelfCollision => "SELF_COLLISION",
            Self::BallHolding => "BALL_HOLDING",
            Self::DoubleTouch => "DOUBLE_TOUCH",
            Self::HandFoul => "HAND_FOUL",
        }
    }
}

/// A foul that was given.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct FoulEvent {
    /// Simulated time, s.
    pub time: f64,
    /// Play time, s.
    pub play_time: f64,
    /// Whose foul it was.
    pub player: PlayerId,
    /// The kind of foul.
    pub foul: Foul,
}
