//! The ball.

use super::Vec2;
use serde::{Deserialize, Serialize};

/// The ball, and who has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Ball {
    /// Centre, m.
    pub position: Vec2,
    /// m/cycle.
    pub velocity: Vec2,
    /// What kicks and tackles of the running cycle have added, m/cycle^2.
    pub acceleration: Vec2,
    /// Where the last step began, after posts and collisions of the one before; a trainer's or a
    /// referee's move puts it to the new place. The segment to `position` is the ball's last step.
    pub previous: Vec2,
    /// The goalie who holds it: place in [`super::Game::players`].
    pub holder: Option<u8>,
}
