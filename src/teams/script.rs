//! How teams play by themselves.

use super::formation::Playbook;
use super::strength::Strength;
use crate::disc::skills::planner::Planner;
use crate::error::Result;
use crate::wire::clang::Message;
use std::sync::Arc;

/// How a team plays by itself.
#[derive(Clone, Debug, PartialEq)]
pub enum Play {
    /// Nobody does anything.
    Still,
    /// Everybody acts at random.
    Random,
    /// By a script.
    Scripted(Script),
}

impl Play {
    /// Whether its players know only what they have sensed.
    pub fn is_sensed(&self) -> bool {
        matches!(self, Self::Scripted(script) if script.is_sensed)
    }
}

/// How scripted players play.
#[derive(Clone, Debug, PartialEq)]
pub struct Script {
    /// How well they play.
    pub strength: Strength,
    /// Where they stand.
    pub playbook: Arc<Playbook>,
    /// Whether they know only what they remember of what they have sensed. They then turn their
    /// heads and choose how wide they look; a player who has no memory does nothing. Delay has no
    /// effect.
    pub is_sensed: bool,
    /// How the player with the ball searches for chains of actions; `None`: they look one action
    /// ahead.
    pub planner: Option<Arc<Planner>>,
    /// Whether players get the types that suit their roles best, before the first kick-off.
    pub chooses_types: bool,
    /// Whether players who play by what they sense tell each other what they know, in the say
    /// codec.
    pub talks: bool,
    /// What the coach has told the players before the game.
    pub advice: Arc<[Message]>,
}

impl Script {
    /// At full strength, with the package's formations.
    ///
    /// # Errors
    /// None, unless the formations are broken.
    pub fn standard() -> Result<Self> {
        Ok(Self {
            strength: Strength::FULL,
            playbook: Playbook::standard()?,
            is_sensed: false,
            planner: None,
            chooses_types: true,
            talks: true,
            advice: Arc::default(),
        })
    }
}
