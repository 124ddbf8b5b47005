//! Kicking the ball ahead, and away from one's own goal.

use super::angle;
use super::kick_rate::{fastest_along, kick_rate, most_push};
use super::one_step_kick::{OneStepKick, one_step_kick};
use super::outcome::Outcome;
use super::smart_kick::{SmartKick, smart_kick};
use super::world_model::WorldModel;
use crate::disc::{PlayMode, Vec2, pitch};

/// Distance of the point aimed at, m.
const FAR: f64 = 30.0;
/// Largest angle of a tried direction from straight ahead, degrees.
const WIDEST: f64 = 65.0;
/// Step between directions, degrees.
const STEP: f64 = 8.0;
/// Opponents count within this distance of the ball, m.
const NEAR: f64 = 40.0;
/// They count within this angle of the direction, degrees.
const BESIDE: f64 = 30.0;
/// How far an opponent reaches, m.
const REACH: f64 = 1.2;
/// A direction seen no more than this many cycles ago counts in full.
const FRESH: u16 = 3;
/// After that its weight shrinks by this factor in every cycle.
const FADES: f64 = 0.95;

/// `Body_AdvanceBall`: kicks the ball ahead where opponents leave most room.
pub fn advance_ball(world: &WorldModel) -> Outcome {
    let me = &world.me;
    if me.is_frozen || !me.can_kick {
        return Outcome::NOTHING;
    }
    let most = world.rules.server.ball_speed_max;
    let point = me.position + angle::polar(FAR, direction_ahead(world));
    let push = most_push(world, kick_rate(world));
    let direction = angle::of(point - world.ball.position);
    let once = fastest_along(world, world.ball.velocity, direction, push);
    let is_fast = once.is_some_and(|velocity| velocity.length() > 0.7 * most);
    let outcome = if world.mode != PlayMode::PlayOn || is_fast {
        one_step_kick(world, point, OneStepKick { speed: most, force: false })
    } else {
        smart_kick(world, point, SmartKick { speed: most, threshold: 0.9 * most, steps: 3 })
    };
    Outcome { is_success: true, ..outcome }
}

/// The direction with most room.
fn direction_ahead(world: &WorldModel) -> f64 {
    let ball = world.ball.position;
    let limit = |y: f64| {
        let across = (y - ball.y).abs();
        let along = if across < FAR { ball.x + (FAR * FAR - across * across).sqrt() } else { 0.0 };
        angle::of(Vec2::new(along.min(50.0), y) - ball)
    };
    let low = limit(-pitch::HALF_WIDTH + 3.0).max(-WIDEST);
    let high = limit(pitch::HALF_WIDTH - 5.0).min(WIDEST);
    if low > high {
        return 0.0;
    }
    let steps = ((high - low) / STEP).round_ties_even().max(1.0);
    let (mut best, mut most) = (0.0, 0.0);
    for index in 0..=steps as u32 {
        let direction = low + (high - low) / steps * f64::from(index);
        let room = room(world, direction) * known(world, direction);
        if room > most {
            (best, most) = (direction, room);
        }
    }
    best
}

/// Weight of a direction, which falls with the cycles since they last looked there.
fn known(world: &WorldModel, direction: f64) -> f64 {
    let age = world.looked.as_ref().map_or(0, |looked| looked.age(direction));
    FADES.powi(i32::from(age.saturating_sub(FRESH)))
}

/// How much room opponents leave in a direction.
fn room(world: &WorldModel, direction: f64) -> f64 {
    let me = world.me.position;
    let near = world.opponents().filter(|player| {
        let off = angle::from_to(direction, angle::of(player.position - me)).abs();
        player.position.distance(world.ball.position) <= NEAR && off <= BESIDE
    });
    let widths = near.map(|player| {
        let seen = angle::turned(player.position - me, -direction);
        (seen.y.abs() - REACH).max(0.0) / seen.x.abs().max(1e-6)
    });
    1000.0 * widths.product::<f64>()
}
