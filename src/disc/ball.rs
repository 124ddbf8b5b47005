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
    /// Sum of the accelerations from this cycle's kicks and tackles, m/cycle^2.
    pub acceleration: Vec2,
    /// Position at the start of the last step, after the posts and collisions of the step before
    /// it. When the trainer or the referee moves the ball, this becomes the new position too. The
    /// segment from here to `position` is the ball's last step.
    pub previous: Vec2,
    /// The goalie who holds it: place in [`super::Game::players`].
    pub holder: Option<u8>,
}
