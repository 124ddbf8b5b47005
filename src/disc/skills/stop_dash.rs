//! Coming to a stop.

use super::angle;
use super::outcome::Outcome;
use super::own_motion::{dash_rate, safe_power};
use super::world_model::WorldModel;
use crate::disc::Command;

/// Step between tried directions, degrees.
const STEP: i32 = 15;
/// Power that is not worth a dash.
const LEAST: f64 = 1.0;

/// `Body_StopDash`: dashes so that the least speed is left, and among equals with the least power.
pub fn stop_dash(world: &WorldModel, save_recovery: bool) -> Outcome {
    let (me, server) = (&world.me, &world.rules.server);
    if me.is_frozen {
        return Outcome::NOTHING;
    }
    let velocity = angle::turned(me.velocity, -me.body);
    let mut best = (f64::INFINITY, 0.0, 0.0);
    for direction in (-180..180).step_by(STEP as usize).map(f64::from) {
        let rate = dash_rate(world.rules, me, direction);
        if rate <= 0.0 {
            continue;
        }
        let along = angle::turned(velocity, -direction).x;
        let power = (-along / rate).min(server.max_dash_power).max(server.min_dash_power);
        let power = if save_recovery { safe_power(world.rules, me, power) } else { power };
        let left = (velocity + angle::polar(power * rate, direction)).length();
        let is_better = left < best.0 - 1e-9 || (left < best.0 + 1e-9 && power.abs() < best.1);
        if is_better {
            best = (left, power, direction);
        }
    }
    let (_, power, direction) = best;
    if power.abs() < LEAST {
        return Outcome::WAIT;
    }
    Outcome::done(Command::Dash(power, direction))
}
