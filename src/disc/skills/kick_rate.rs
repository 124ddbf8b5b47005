//! What kicks do to the ball.

use super::angle;
use super::world_model::WorldModel;
use crate::disc::{Command, PlayerType, ServerParameters, Vec2};

/// Acceleration of the ball for a unit of power, where it is now.
pub(super) fn kick_rate(world: &WorldModel) -> f64 {
    rate_at(world, world.ball.position - world.me.position, world.me.body)
}

/// Acceleration for a unit of power of a ball at an offset from the player, whose body has this
/// direction.
pub(super) fn rate_at(world: &WorldModel, ball: Vec2, body: f64) -> f64 {
    let off = angle::from_to(body, angle::of(ball));
    rate_of(&world.rules.server, world.me.own, ball.length(), off)
}

/// Acceleration of the ball for a unit of power of a player of a type, by its distance, m, and its
/// direction from the body, degrees.
pub fn rate_of(server: &ServerParameters, own: &PlayerType, distance: f64, direction: f64) -> f64 {
    let gap = (distance - own.player_size - server.ball_size) / own.kickable_margin;
    own.kick_power_rate * (1.0 - 0.25 * direction.abs() / 180.0 - 0.25 * gap)
}

/// The largest acceleration that a kick can give.
pub(super) fn most_push(world: &WorldModel, rate: f64) -> f64 {
    (world.rules.server.maxpower * rate).min(world.rules.server.ball_accel_max)
}

/// The kick that gives the ball this acceleration, or as much of it as the power allows.
pub(super) fn kick_by(world: &WorldModel, push: Vec2, rate: f64) -> Command {
    let most = world.rules.server.maxpower;
    let power = if rate > 0.0 { (push.length() / rate).min(most) } else { 0.0 };
    Command::Kick(power, angle::from_to(world.me.body, angle::of(push)))
}

/// The fastest velocity in a direction into which one push of at most this length can change
/// another velocity; `None` if it cannot be turned into that direction.
pub(super) fn fastest_along(
    world: &WorldModel,
    velocity: Vec2,
    direction: f64,
    most_push: f64,
) -> Option<Vec2> {
    fastest_push(&world.rules.server, velocity, direction, most_push)
}

/// Does what [`fastest_along`] does, for server parameters alone.
pub(super) fn fastest_push(
    server: &ServerParameters,
    velocity: Vec2,
    direction: f64,
    most_push: f64,
) -> Option<Vec2> {
    // Where the ray along the direction leaves the circle round the velocity.
    let velocity = angle::turned(velocity, -direction);
    let room = most_push * most_push - velocity.y * velocity.y;
    if room < 0.0 {
        return None;
    }
    let speed = (velocity.x + room.sqrt()).min(server.ball_speed_max);
    (speed > 0.0).then(|| angle::polar(speed, direction))
}

/// The part of the noise of kicks that is the same for all kicks of the ball from where it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct KickNoise {
    own: f64,
    by_state: f64,
    kick_rand: f64,
    max_power: f64,
    ball_rand: f64,
}

impl KickNoise {
    pub(super) fn of(world: &WorldModel) -> Self {
        let (me, server) = (&world.me, &world.rules.server);
        let gap = world.ball.position - me.position;
        let off = angle::from_to(me.body, angle::of(gap)).abs() / 180.0;
        let far = (gap.length() - me.own.player_size - server.ball_size) / me.own.kickable_margin;
        let fastest = server.ball_speed_max * server.ball_decay;
        let by_place = 0.5 + 0.25 * (off + far);
        let by_speed = 0.5 + 0.5 * world.ball.velocity.length() / fastest;
        Self {
            own: me.velocity.length() * server.player_rand,
            by_state: by_place + by_speed,
            kick_rand: me.own.kick_rand,
            max_power: server.maxpower,
            ball_rand: server.ball_rand,
        }
    }

    /// How far the noise of a kick and of both motions may bring the ball off its intended place,
    /// m.
    pub(super) fn after(&self, way: Vec2, power: f64) -> f64 {
        let kick = self.kick_rand * (power / self.max_power) * self.by_state;
        self.own + way.length() * self.ball_rand + kick
    }
}
