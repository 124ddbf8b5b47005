//! How objects move in a step: acceleration, noise, wind, posts, decay.

use super::posts::{self, Goals};
use super::{Player, PlayerType, Room, Rules, Side, Vec2, flags};
use std::f64::consts::PI;

/// By how much less than its vector the wind pushes.
const WIND_WEIGHT: f64 = 10_000.0;

/// What limits an object.
struct Limits {
    size: f64,
    decay: f64,
    noise: f64,
    weight: f64,
    speed: f64,
    acceleration: f64,
}

/// An object in motion.
struct Body<'a> {
    position: &'a mut Vec2,
    velocity: &'a mut Vec2,
    acceleration: &'a mut Vec2,
}

/// Moves the ball and all players by one cycle.
pub(super) fn advance(room: &mut Room) {
    let goals = Goals::new(&room.rules.server);
    ball(room, &goals);
    for place in 0..room.game.players.len() {
        if room.game.players[place].connected {
            player(room, place, &goals);
        }
    }
}

/// Before the kick-off: heads and bodies turn, nothing moves.
pub(super) fn turn_only(room: &mut Room) {
    room.game.ball.previous = room.game.ball.position;
    for player in &mut room.game.players {
        commit_angles(player);
        player.velocity = Vec2::ZERO;
        player.acceleration = Vec2::ZERO;
    }
}

fn commit_angles(player: &mut Player) {
    player.body = player.next_body;
    player.neck = player.next_neck;
}

fn ball(room: &mut Room, goals: &Goals) {
    let server = &room.rules.server;
    let limits = Limits {
        size: server.ball_size,
        decay: server.ball_decay,
        noise: server.ball_rand,
        weight: server.ball_weight,
        speed: server.ball_speed_max,
        acceleration: server.ball_accel_max,
    };
    let mut ball = room.game.ball;
    ball.previous = ball.position;
    let body = Body {
        position: &mut ball.position,
        velocity: &mut ball.velocity,
        acceleration: &mut ball.acceleration,
    };
    step(room, body, &limits, goals);
    room.game.ball = ball;
}

fn player(room: &mut Room, place: usize, goals: &Goals) {
    let mut player = room.game.players[place];
    let limits = player_limits(room.rules, &player, room.type_of(place));
    commit_angles(&mut player);
    let body = Body {
        position: &mut player.position,
        velocity: &mut player.velocity,
        acceleration: &mut player.acceleration,
    };
    if step(room, body, &limits, goals) {
        player.flags |= flags::POST_COLLIDE;
        player.felt |= flags::POST_COLLIDE;
    }
    room.game.players[place] = player;
}

/// A player's limits; where he is slowed down in the upper half, they are multiplied.
fn player_limits(rules: &Rules, player: &Player, own: &PlayerType) -> Limits {
    let server = &rules.server;
    let slowness = if player.position.y < 0.0 { slowness(rules, player.side) } else { 1.0 };
    Limits {
        size: own.player_size,
        decay: own.player_decay,
        noise: player_noise(rules, player.side),
        weight: server.player_weight,
        speed: own.player_speed_max * slowness,
        acceleration: server.player_accel_max * slowness,
    }
}

/// `slowness_on_top_for_..._team`.
pub(super) fn slowness(rules: &Rules, side: Side) -> f64 {
    match side {
        Side::Left => rules.server.slowness_on_top_for_left_team,
        Side::Right => rules.server.slowness_on_top_for_right_team,
    }
}

/// `player_rand` of a team.
pub(super) fn player_noise(rules: &Rules, side: Side) -> f64 {
    let server = &rules.server;
    let factor = match side {
        _ if !server.team_actuator_noise => 1.0,
        Side::Left => server.prand_factor_l,
        Side::Right => server.prand_factor_r,
    };
    server.player_rand * factor
}

/// One cycle of an object; tells whether it hit a post.
fn step(room: &mut Room, body: Body, limits: &Limits, goals: &Goals) -> bool {
    let Body { position, velocity, acceleration } = body;
    if acceleration.x != 0.0 || acceleration.y != 0.0 {
        *velocity += clipped(*acceleration, limits.acceleration);
        *velocity = clipped(*velocity, limits.speed);
    }
    if limits.noise != 0.0 {
        *velocity += noise(room, limits.noise * velocity.length());
    }
    *velocity += wind(room, velocity.length(), limits.weight);
    let hit = posts::step(room, position, velocity, limits.size, goals);
    *velocity *= limits.decay;
    *acceleration = Vec2::ZERO;
    hit
}

fn clipped(vector: Vec2, limit: f64) -> Vec2 {
    let length2 = vector.length2();
    if length2 > limit * limit {
        let length = length2.sqrt();
        if length > limit { vector * (limit / length) } else { vector }
    } else {
        vector
    }
}

/// A push of up to `length` in any direction.
pub(super) fn noise(room: &mut Room, length: f64) -> Vec2 {
    let lots = &mut room.game.lots;
    let length = lots.uniform(0.0, length);
    Vec2::polar(length, lots.uniform(-PI, PI))
}

fn wind(room: &mut Room, speed: f64, weight: f64) -> Vec2 {
    let rand = room.game.wind_rand;
    if rand < super::EPS {
        return Vec2::ZERO;
    }
    let x = room.game.wind.x + room.game.lots.uniform(-rand, rand);
    let y = room.game.wind.y + room.game.lots.uniform(-rand, rand);
    Vec2::new(x, y) * speed / (weight * WIND_WEIGHT)
}
