//! Who can reach the ball, and when.

mod others;
mod own;

pub use others::steps_of;
pub use own::{Way, own_steps, own_ways};

use super::angle;
use super::own_motion::turn_per_cycle;
use crate::disc::{PlayerType, ServerParameters, Vec2};

/// Steps of somebody who never reaches the ball.
pub const NEVER: u32 = 1000;

/// Cycles for which ways to the ball are looked for.
const HORIZON: u32 = 200;

/// How far a player runs ahead from standing, at full power, in so many cycles.
#[derive(Clone, Debug)]
pub struct Runs(Vec<f64>);

impl Runs {
    /// Those of a type whose dashes have this effort.
    pub fn new(server: &ServerParameters, own: &PlayerType, effort: f64) -> Self {
        let push = effort * server.max_dash_power * own.dash_power_rate;
        let push = push.min(server.player_accel_max);
        let (mut far, mut speed) = (0.0, 0.0_f64);
        let mut run = vec![0.0];
        for _ in 0..HORIZON {
            speed = (speed + push).min(own.player_speed_max);
            far += speed;
            speed *= own.player_decay;
            run.push(far);
        }
        Self(run)
    }

    /// In so many cycles.
    pub fn after(&self, cycles: u32) -> f64 {
        self.0[(cycles as usize).min(self.0.len() - 1)]
    }
}

/// Cycles that it takes to turn by an angle up to a margin, while the speed decays, and what of the
/// angle is left then.
fn turn_cycles(own: &PlayerType, speed: f64, angle: f64, margin: f64) -> (u32, f64) {
    let (mut left, mut speed, mut cycles) = (angle.abs(), speed, 0);
    while left > margin && cycles < HORIZON {
        left = (left - turn_per_cycle(own, speed)).max(0.0);
        speed *= own.player_decay;
        cycles += 1;
    }
    (cycles, left)
}

/// Off a direction, how far a target of this size is still straight ahead, degrees.
fn margin(size: f64, distance: f64) -> f64 {
    (size / distance).min(1.0).asin().to_degrees()
}

/// From a direction to a target.
fn off(body: f64, gap: Vec2) -> f64 {
    angle::from_to(body, angle::of(gap))
}
