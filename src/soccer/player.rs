//! Sides of play and identities of players.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A side of the pitch and the team that plays there; left defends the goal at negative x.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Side {
    /// Defends negative x.
    Left,
    /// Defends positive x.
    Right,
}

impl Side {
    /// Both, left first.
    pub const BOTH: [Self; 2] = [Self::Left, Self::Right];

    /// 0 or 1: rcsssmj's team id.
    pub fn index(self) -> usize {
        match self {
            Self::Left => 0,
            Self::Right => 1,
        }
    }

    /// The side with that team id.
    pub fn from_index(index: usize) -> Option<Self> {
        Self::BOTH.get(index).copied()
    }

    /// The other side.
    pub fn opponent(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }

    /// -1 for left, 1 for right: the sign of x on its own half.
    pub fn sign(self) -> f64 {
        match self {
            Self::Left => -1.0,
            Self::Right => 1.0,
        }
    }

    /// `Left` or `Right`: how monitors may call the side's team, whatever its name.
    pub fn alias(self) -> &'static str {
        match self {
            Self::Left => "Left",
            Self::Right => "Right",
        }
    }

    /// `left` or `right`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
        }
    }
}

/// A player: its side and its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PlayerId {
    /// Side of its team.
    pub side: Side,
    /// Number on its jersey, 0 to 99.
    pub number: u32,
}

impl PlayerId {
    /// Prefix of the names of its bodies, geoms and actuators: `r-<side>-<number>-`.
    pub fn prefix(self) -> String {
        format!("{self}-")
    }
}

impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r-{}-{}", self.side.index(), self.number)
    }
}
