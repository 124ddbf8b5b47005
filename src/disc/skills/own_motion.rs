//! What a player's own dashes and turns do.

use super::angle;
use super::stamina::Stamina;
use super::world_model::Me;
use crate::disc::{PlayerType, Rules, ServerParameters};

/// The command that turns the body by an angle, in spite of inertia, degrees.
pub(super) fn turn_command(me: &Me, angle: f64) -> f64 {
    let inertia = 1.0 + me.own.inertia_moment * me.velocity.length();
    (angle::normalize(angle) * inertia).clamp(-180.0, 180.0)
}

/// By how much a body turns at most in a cycle at a speed, degrees.
pub(super) fn turn_per_cycle(own: &PlayerType, speed: f64) -> f64 {
    180.0 / (1.0 + own.inertia_moment * speed)
}

/// The share of its power with which a dash acts in a direction from the body.
pub(super) fn direction_rate(server: &ServerParameters, direction: f64) -> f64 {
    let (side, back) = (server.side_dash_rate, server.back_dash_rate);
    let off = direction.abs();
    if off > 90.0 {
        back - (back - side) * (1.0 - (off - 90.0) / 90.0)
    } else {
        side + (1.0 - side) * (1.0 - off / 90.0)
    }
}

/// Step between directions in which dashes are planned, degrees.
const DIRECTION_STEP: f64 = 15.0;

/// The directions from the body in which dashes are planned, degrees: in a full circle from -180
/// on or, if the rules allow only some directions, from the first to the last of those.
pub(super) fn dash_directions(server: &ServerParameters) -> impl Iterator<Item = f64> + use<> {
    let step = server.dash_angle_step.max(DIRECTION_STEP);
    let (least, most) = (server.min_dash_angle, server.max_dash_angle);
    let is_limited = -180.0 < least && most < 180.0;
    let whole = (180.0 / step).trunc() * step;
    let (first, end) = if is_limited { (least, most + 0.5 * step) } else { (-whole, whole - 1.0) };
    let count = ((end - first) / step).ceil().max(0.0) as u32;
    (0..count).map(move |index| first + step * f64::from(index))
}

/// Acceleration for a unit of power in a direction from the body.
pub(super) fn dash_rate(rules: &Rules, me: &Me, direction: f64) -> f64 {
    me.effort * me.own.dash_power_rate * direction_rate(&rules.server, direction)
}

/// The power of a dash, reduced so that it does not cost recovery or effort.
pub(super) fn safe_power(rules: &Rules, me: &Me, power: f64) -> f64 {
    Stamina::of(me).safe_power(&rules.server, me.own, power)
}

/// The highest speed that a player of a type can keep up, m/cycle.
pub(super) fn top_speed(server: &ServerParameters, own: &PlayerType) -> f64 {
    let push = server.max_dash_power * own.dash_power_rate * own.effort_max;
    (push / (1.0 - own.player_decay)).min(own.player_speed_max)
}
