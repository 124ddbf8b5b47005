//! What commands of a scripted player are for.

use crate::disc::Vec2;

/// What the command of a body is for. Points are in the frame of the player's team, m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Aim {
    /// To shoot: to kick the ball into the goal, there.
    Shoot(Vec2),
    /// To kick the ball there, which starts so fast, m/cycle.
    Kick(Vec2, f64),
    /// To kick the ball away from the own goal, there, so fast, m/cycle.
    Clear(Vec2, f64),
    /// To take the ball along, there.
    Run(Vec2),
    /// To keep the ball.
    Hold,
    /// To go there with dashes of such power.
    Go(Vec2, f64),
    /// To get to the ball as soon as possible.
    Intercept,
    /// To tackle the ball away, there.
    Tackle(Vec2),
}
