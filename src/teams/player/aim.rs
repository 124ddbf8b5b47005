//! The purposes of a scripted player's commands.

use crate::disc::Vec2;

/// The purpose of a body's command. Points are in the frame of the player's team, m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Aim {
    /// Shoot: kick the ball into the goal at a point.
    Shoot(Vec2),
    /// Kick the ball to a point, with an initial speed, m/cycle.
    Kick(Vec2, f64),
    /// Kick the ball away from our goal to a point, with an initial speed, m/cycle.
    Clear(Vec2, f64),
    /// Take the ball along to a point.
    Run(Vec2),
    /// Keep the ball.
    Hold,
    /// Go to a point with dashes of a power.
    Go(Vec2, f64),
    /// Get to the ball as soon as possible.
    Intercept,
    /// Tackle the ball away towards a point.
    Tackle(Vec2),
}
