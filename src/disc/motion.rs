//! How objects move in a step: acceleration, noise, wind, posts, decay.

use super::bounds::LARGEST;
use super::posts::{self, Goals};
use super::{
    Ball, EPS, Game, Player, PlayerType, Random, Rules, ServerParameters, Side, Stadium, Vec2,
    flags,
};

/// The divisor by which the wind's vector becomes its push.
const WIND_WEIGHT: f64 = 10_000.0;

/// The parameters of an object that govern its motion.
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

/// What all moving objects share.
struct Air<'a> {
    goals: Goals,
    wind: Vec2,
    wind_rand: f64,
    random: &'a mut Random,
    /// By side: the noise of players, and the factor on their speed in the upper half of the pitch.
    noise: [f64; 2],
    slowness: [f64; 2],
}

/// Moves the ball and all players by one cycle.
pub(super) fn advance(stadium: &mut Stadium) {
    let rules = stadium.rules;
    let connected = stadium.connected();
    let Game { ball: own, players, wind, wind_rand, random, .. } = &mut *stadium.game;
    let goals = Goals::new(&rules.server);
    let noise = Side::BOTH.map(|side| player_noise(rules, side));
    let slowness = Side::BOTH.map(|side| slowness(rules, side));
    let mut air = Air { goals, wind: *wind, wind_rand: *wind_rand, random, noise, slowness };
    ball(rules, own, &mut air);
    for own in connected.select(players) {
        player(rules, own, &mut air);
    }
}

/// Before the kick-off: heads and bodies turn, nothing moves.
pub(super) fn turn_only(stadium: &mut Stadium) {
    stadium.game.ball.previous = stadium.game.ball.position;
    for player in &mut stadium.game.players {
        commit_angles(player);
        player.velocity = Vec2::ZERO;
        player.acceleration = Vec2::ZERO;
    }
}

fn commit_angles(player: &mut Player) {
    player.body = player.next_body;
    player.neck = player.next_neck;
}

fn ball(rules: &Rules, ball: &mut Ball, air: &mut Air) {
    let server = &rules.server;
    let limits = Limits {
        size: server.ball_size,
        decay: server.ball_decay,
        noise: server.ball_rand,
        weight: server.ball_weight,
        speed: server.ball_speed_max,
        acceleration: server.ball_accel_max,
    };
    ball.previous = ball.position;
    let Ball { position, velocity, acceleration, .. } = ball;
    step(Body { position, velocity, acceleration }, &limits, air);
}

fn player(rules: &Rules, player: &mut Player, air: &mut Air) {
    let own = &rules.types[usize::from(player.type_id)];
    let limits = player_limits(&rules.server, player, own, air);
    commit_angles(player);
    let Player { position, velocity, acceleration, flags: shown, felt, .. } = player;
    if step(Body { position, velocity, acceleration }, &limits, air) {
        *shown |= flags::POST_COLLIDE;
        *felt |= flags::POST_COLLIDE;
    }
}

/// Returns a player's limits. In the upper half of the pitch (y < 0), speed and acceleration are
/// multiplied by their team's slowness.
fn player_limits(
    server: &ServerParameters,
    player: &Player,
    own: &PlayerType,
    air: &Air,
) -> Limits {
    let side = player.side.index();
    let slowness = if player.position.y < 0.0 { air.slowness[side] } else { 1.0 };
    Limits {
        size: own.player_size,
        decay: own.player_decay,
        noise: air.noise[side],
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

/// Moves an object by one cycle; returns whether it hit a post.
fn step(body: Body, limits: &Limits, air: &mut Air) -> bool {
    let Body { position, velocity, acceleration } = body;
    if acceleration.x != 0.0 || acceleration.y != 0.0 {
        *velocity += clipped(*acceleration, limits.acceleration);
        *velocity = clipped(*velocity, limits.speed);
    }
    if limits.noise != 0.0 {
        *velocity += noise(air.random, limits.noise * velocity.length());
    }
    if air.wind_rand >= EPS {
        // Strong winds make speeds grow without end.
        let blown = *velocity + wind(air, velocity.length(), limits.weight);
        *velocity = clipped(blown, LARGEST);
    }
    let hit = posts::step(air.random, position, velocity, limits.size, &air.goals);
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
pub(super) fn noise(random: &mut Random, length: f64) -> Vec2 {
    random.vector(length)
}

fn wind(air: &mut Air, speed: f64, weight: f64) -> Vec2 {
    let rand = air.wind_rand;
    let x = air.wind.x + air.random.uniform(-rand, rand);
    let y = air.wind.y + air.random.uniform(-rand, rand);
    Vec2::new(x, y) * speed / (weight * WIND_WEIGHT)
}
