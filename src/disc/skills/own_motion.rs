//! What a player's own dashes and turns do.

use super::angle;
use super::world_model::Me;
use crate::disc::{PlayerType, Rules, ServerParameters};

/// The least share of stamina, of its maximum, at which recovery and effort stay
/// (`recover_dec_thr`), and what is kept above it.
const RESERVE: f64 = 0.3;

/// Command that turns the body by an angle: inertia takes a part of it.
pub(super) fn turn_command(me: &Me, angle: f64) -> f64 {
    let inertia = 1.0 + me.own.inertia_moment * me.velocity.length();
    (angle::normalize(angle) * inertia).clamp(-180.0, 180.0)
}

/// By how much a body turns at most in a cycle at a speed, degrees.
pub(super) fn turn_per_cycle(own: &PlayerType, speed: f64) -> f64 {
    180.0 / (1.0 + own.inertia_moment * speed)
}

/// What share of its power a dash in a direction from the body has.
pub(super) fn direction_rate(server: &ServerParameters, direction: f64) -> f64 {
    let (side, back) = (server.side_dash_rate, server.back_dash_rate);
    let off = direction.abs();
    if off > 90.0 {
        back - (back - side) * (1.0 - (off - 90.0) / 90.0)
    } else {
        side + (1.0 - side) * (1.0 - off / 90.0)
    }
}

/// Acceleration for a unit of power in a direction from the body.
pub(super) fn dash_rate(rules: &Rules, me: &Me, direction: f64) -> f64 {
    me.effort * me.own.dash_power_rate * direction_rate(&rules.server, direction)
}

/// The power of a dash that does not cost recovery or effort: above the threshold for good if
/// capacity is left, all there is otherwise.
pub(super) fn safe_power(rules: &Rules, me: &Me, power: f64) -> f64 {
    let server = &rules.server;
    let reserve = if me.capacity == 0.0 { 0.0 } else { server.stamina_max * RESERVE + 1.0 };
    let most = (me.stamina - reserve).max(0.0);
    if power >= 0.0 { power.min(most) } else { power.max(-most / 2.0) }
}
