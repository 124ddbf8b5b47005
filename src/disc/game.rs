//! All that changes in a game.

use super::{Ball, Lots, PLAYERS, PlayMode, Player, Side, TEAM, referee};
use serde::{Deserialize, Serialize};

/// What a team has scored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    /// Goals.
    pub goals: u32,
    /// Kicks of a shoot-out that went in.
    pub penalties_scored: u32,
    /// Kicks of a shoot-out that did not.
    pub penalties_missed: u32,
}

/// The state of a game: flat, and everything that a snapshot needs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Game {
    /// The clock: cycles.
    pub cycle: u32,
    /// Cycles for which the clock has stood since it last went on.
    pub stopped: u32,
    /// What is played. Change it with [`referee::change_mode`] only.
    pub mode: PlayMode,
    /// Of left and right.
    pub score: [Score; 2],
    /// The ball.
    pub ball: Ball,
    /// Left 1 to 11, then right 1 to 11.
    pub players: [Player; PLAYERS],
    /// Which teams have a name, that is have ever had a player.
    pub teams: [bool; 2],
    /// The generator.
    pub lots: Lots,
    /// What the referee remembers.
    pub referee: referee::Memory,
}

impl Game {
    /// An empty pitch before the kick-off.
    pub fn new(seed: u64) -> Self {
        let player = |place: usize| {
            let side = if place < TEAM { Side::Left } else { Side::Right };
            Player::empty(side, (place % TEAM + 1) as u8)
        };
        Self {
            cycle: 0,
            stopped: 0,
            mode: PlayMode::BeforeKickOff,
            score: [Score::default(); 2],
            ball: Ball::default(),
            players: std::array::from_fn(player),
            teams: [false; 2],
            lots: Lots::new(seed),
            referee: referee::Memory::default(),
        }
    }
}
