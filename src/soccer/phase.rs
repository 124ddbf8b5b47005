//! Phases of a match.

use serde::{Deserialize, Serialize};

/// A phase of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Phase {
    /// First half of regular time.
    FirstHalf,
    /// Second half of regular time.
    SecondHalf,
    /// First half of extra time.
    FirstExtraHalf,
    /// Second half of extra time.
    SecondExtraHalf,
    /// Penalty shoot-out.
    PenaltyShooting,
}

impl Phase {
    /// All phases, in rcsssmj's order.
    pub const ALL: [Self; 5] = [
        Self::FirstHalf,
        Self::SecondHalf,
        Self::FirstExtraHalf,
        Self::SecondExtraHalf,
        Self::PenaltyShooting,
    ];

    /// rcsssmj's number of the phase, 0 to 4.
    pub fn index(self) -> usize {
        self as usize
    }

    /// The phase with that number.
    pub fn from_index(index: usize) -> Option<Self> {
        Self::ALL.get(index).copied()
    }

    /// rcsssmj's name of the phase.
    pub fn name(self) -> &'static str {
        match self {
            Self::FirstHalf => "FIRST_HALF",
            Self::SecondHalf => "SECOND_HALF",
            Self::FirstExtraHalf => "FIRST_EXTRA_HALF",
            Self::SecondExtraHalf => "SECOND_EXTRA_HALF",
            Self::PenaltyShooting => "PENALTY_SHOOTING",
        }
    }

    /// The second half that follows a first one; `None` for any other phase, after which the match
    /// is over.
    pub fn next(self) -> Option<Self> {
        match self {
            Self::FirstHalf => Some(Self::SecondHalf),
            Self::FirstExtraHalf => Some(Self::SecondExtraHalf),
            Self::SecondHalf | Self::SecondExtraHalf | Self::PenaltyShooting => None,
        }
    }
}
