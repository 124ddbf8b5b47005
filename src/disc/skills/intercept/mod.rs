//! Who can reach the ball, and when.

mod choice;
mod one_step;
mod others;
mod own;
mod reach;
mod side_dashes;
mod stretch;
mod turn_and_dash;
mod way;

pub use choice::{best_way, value};
pub use others::steps_of;
pub(crate) use others::{BallPath, first_on};
pub use reach::{Reach, ReachCell, TeamSteps, reach_steps, team_steps};
pub(crate) use stretch::{RunTable, cycles_to_run};
pub use way::{Way, WayKind};

use super::own_motion::{top_speed, turn_per_cycle};
use super::world_model::WorldModel;
use crate::disc::power::whole_power;
use crate::disc::{PlayerType, Vec2, pitch};

/// Directions of the player themselves that differ by less need no turn, degrees.
const STRAIGHT: f64 = 12.5;
/// The same for others.
pub(super) const OTHERS_STRAIGHT: f64 = 15.0;
/// Steps of somebody who never reaches the ball.
pub const NEVER: u32 = 1000;

/// Cycles ahead over which ways to the ball are sought.
const HORIZON: u32 = 50;
/// How far inside of their reach a player wants the ball, m.
const INSIDE: f64 = 0.15;
/// The share of the ball's noise that is allowed for in addition.
const NOISE: f64 = 0.25;
/// The ball never needs to be nearer than this share of their reach.
const LEAST: f64 = 0.7;

/// Cycles needed to turn by an angle, up to a margin, while the speed decays, and what is left of
/// the angle after them.
pub(super) fn turn_cycles(own: &PlayerType, speed: f64, angle: f64, margin: f64) -> (u32, f64) {
    let (mut left, mut speed, mut cycles) = (angle.abs(), speed, 0);
    while left > margin && cycles < HORIZON {
        left -= turn_per_cycle(own, speed);
        speed *= own.player_decay;
        cycles += 1;
    }
    (cycles, left)
}

/// The angle within which a target of this size counts as straight ahead, degrees.
fn margin(size: f64, distance: f64) -> f64 {
    (size / distance).min(1.0).asin().to_degrees()
}

/// The angle within which a target of this size counts as straight ahead, degrees: no less than
/// `least`. Targets that look much smaller than that need no arc sine.
pub(super) fn straight(least: f64, size: f64, distance: f64) -> f64 {
    // Less than sin(angle) / angle, with the angle in degrees, for angles up to `OTHERS_STRAIGHT`.
    const SINE: f64 = 0.01725;
    debug_assert!(least <= OTHERS_STRAIGHT);
    if size < SINE * least * distance { least } else { least.max(margin(size, distance)) }
}

/// The distance covered in this many cycles by a speed that starts at 1 and decays.
fn stretch(decay: f64, cycles: u32) -> f64 {
    (1.0 - whole_power(decay, cycles)) / (1.0 - decay)
}

/// Whether the player is a goalie who may catch the ball at a place `inside` metres inside their
/// area. They may not if their own team played it last.
fn may_catch(world: &WorldModel, ball: Vec2, inside: f64) -> bool {
    let area = pitch::HALF_LENGTH - pitch::PENALTY_AREA_LENGTH;
    world.me.is_goalie
        && world.last_kick_is_ours != Some(true)
        && ball.x < -area - inside
        && ball.y.abs() < pitch::PENALTY_AREA_HALF_WIDTH - inside
}

/// The distance within which a player controls a ball at a place: they can kick it or, if they may,
/// catch it.
fn control(world: &WorldModel, ball: Vec2, inside: f64) -> f64 {
    if may_catch(world, ball, inside) {
        super::goalie::farthest_catch(&world.rules.server, world.me.own)
    } else {
        world.reach_of_kick()
    }
}

/// How near a ball of this speed must be after the last dash for them to be sure of it.
fn sure_distance(world: &WorldModel, speed: f64) -> f64 {
    let reach = world.reach_of_kick();
    let noise = speed * world.rules.server.ball_rand * NOISE;
    (reach * LEAST).max(reach - INSIDE - noise)
}
