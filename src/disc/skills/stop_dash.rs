//! Coming to a stop.

use super::angle;
use super::outcome::Outcome;
use super::own_motion::{dash_directions, dash_rate, safe_power};
use super::stamina::cost;
use super::world_model::WorldModel;
use crate::disc::{Command, Vec2};

/// Speeds that differ by less count as equal, m/cycle.
const SAME: f64 = 1e-3;
/// Power that is not worth a dash.
const LEAST: f64 = 1.0;

/// A dash, and the speed that it leaves.
struct Stop {
    speed: f64,
    power: f64,
    direction: f64,
}

/// `Body_StopDash`: dashes so that the least speed is left, and among equals with the least
/// stamina. Does nothing and does not succeed if that takes hardly any power.
pub fn stop_dash(world: &WorldModel, save_recovery: bool) -> Outcome {
    let me = &world.me;
    if me.is_frozen {
        return Outcome::NOTHING;
    }
    let velocity = angle::turned(me.velocity, -me.body);
    let stops = dash_directions(&world.rules.server)
        .filter_map(|direction| stop(world, velocity, direction, save_recovery));
    let best = stops.reduce(|best, next| {
        let is_equal = (next.speed - best.speed).abs() < SAME;
        let is_better =
            next.speed < best.speed - SAME || (is_equal && cost(next.power) < cost(best.power));
        if is_better { next } else { best }
    });
    match best {
        Some(stop) if stop.power.abs() >= LEAST => {
            Outcome::done(Command::Dash(stop.power, stop.direction))
        }
        _ => Outcome::NOTHING,
    }
}

/// The dash in a direction that leaves the least speed; `velocity`: in the body's frame.
fn stop(world: &WorldModel, velocity: Vec2, direction: f64, save_recovery: bool) -> Option<Stop> {
    let (me, server) = (&world.me, &world.rules.server);
    let rate = dash_rate(world.rules, me, direction);
    if rate <= 0.0 {
        return None;
    }
    let along = angle::turned(velocity, -direction).x;
    let power = (-along / rate).min(server.max_dash_power).max(server.min_dash_power);
    let power = if save_recovery { safe_power(world.rules, me, power) } else { power };
    let speed = (velocity + angle::polar(power * rate, direction)).length();
    Some(Stop { speed, power, direction })
}
