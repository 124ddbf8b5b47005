//! Tackles.

use super::angle;
use super::outcome::Outcome;
use super::world_model::WorldModel;
use crate::disc::{Command, ServerParameters, Vec2};

/// The probability that a tackle fails.
pub fn tackle_failure(world: &WorldModel) -> f64 {
    failure(world, world.rules.server.tackle_exponent)
}

pub(super) fn failure(world: &WorldModel, exponent: f64) -> f64 {
    let server = &world.rules.server;
    let ball = angle::turned(world.ball.position - world.me.position, -world.me.body);
    let reach = if ball.x > 0.0 { server.tackle_dist } else { server.tackle_back_dist };
    if reach <= 0.0 {
        return 1.0;
    }
    let part = |way: f64, most: f64| (way.abs() / most).powf(exponent);
    (part(ball.x, reach) + part(ball.y, server.tackle_width)).min(1.0)
}

/// The probability that a tackle gets a ball at a place in the tackler's frame; fouls have an
/// exponent of their own.
pub(super) fn success(server: &ServerParameters, ball: Vec2, exponent: f64) -> f64 {
    let reach = if ball.x > 0.0 { server.tackle_dist } else { server.tackle_back_dist };
    if reach <= 1e-5 {
        return 0.0;
    }
    let (ahead, aside) = (ball.x.abs() / reach, ball.y.abs() / server.tackle_width);
    // Beyond reach the powers, which are most of the work, are not needed.
    if exponent >= 0.0 && (ahead >= 1.0 || aside >= 1.0) {
        return 0.0;
    }
    1.0 - (ahead.powf(exponent) + aside.powf(exponent)).min(1.0)
}

/// The ball's velocity after a tackle at an angle from the body.
pub(super) fn velocity_after(world: &WorldModel, direction: f64) -> Vec2 {
    let (me, server) = (&world.me, &world.rules.server);
    let off = angle::from_to(me.body, angle::of(world.ball.position - me.position)).abs() / 180.0;
    let (front, back) = (server.max_tackle_power, server.max_back_tackle_power);
    let power = back + (front - back) * (1.0 - direction.abs() / 180.0);
    let push = power * server.tackle_power_rate * (1.0 - 0.5 * off);
    let velocity = world.ball.velocity + angle::polar(push, me.body + direction);
    let most = server.ball_speed_max;
    if velocity.length() > most { velocity.with_length(most) } else { velocity }
}

/// `Body_TackleToPoint`: tackles the ball towards a point, if that succeeds with at least this
/// probability and gives the ball at least this speed in that direction.
pub fn tackle_to_point(world: &WorldModel, point: Vec2, probability: f64, speed: f64) -> Outcome {
    if world.me.is_frozen || 1.0 - tackle_failure(world) < probability {
        return Outcome::NOTHING;
    }
    let target = angle::of(point - world.ball.position);
    let direction = angle::from_to(world.me.body, target);
    let velocity = velocity_after(world, direction);
    let along = angle::turned(velocity, -target).x;
    if along <= 0.0 || velocity.length() < speed {
        return Outcome::NOTHING;
    }
    Outcome::done(Command::Tackle(direction, false))
}
