//! Keeping the ball from opponents on the spot.

use super::angle;
use super::goalie::is_in_their_area;
use super::kick_rate::{KickNoise, kick_by, kick_rate, rate_of};
use super::outcome::Outcome;
use super::own_motion::direction_rate;
use super::stop_ball::stop_ball;
use super::tackle::success;
use super::turn::turn_to_point;
use super::world_model::{PlayerView, UNKNOWN, WorldModel, final_point};
use crate::disc::{Vec2, pitch};
use std::sync::LazyLock;

/// The score of a place that nobody threatens.
const SAFE: f64 = 100.0;
/// The tolerance of comparisons with it.
const SAME: f64 = 1e-5;
/// How near to the edge of the pitch the ball may be, m.
const EDGE: f64 = 0.2;
/// Number of directions round the player that are tried.
const DIRECTIONS: u32 = 20;
/// Distances that are tried, as shares of the margin of reach.
const SHARES: [f64; 3] = [0.4, 0.6, 0.75];

/// How to hold the ball.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HoldBall {
    /// A point to turn to while nobody is near; towards their goal if there is none.
    pub turn_to: Option<Vec2>,
    /// The target of a coming kick: the ball is kept on the other side of the player.
    pub kick_target: Option<Vec2>,
}

/// `Body_HoldBall`: keeps the ball where opponents can do least to it; turns while they are far.
pub fn hold_ball(world: &WorldModel, how: HoldBall) -> Outcome {
    if world.me.is_frozen || !world.me.can_kick {
        return Outcome::NOTHING;
    }
    if world.ball.counts.velocity >= UNKNOWN {
        return stop_ball(world);
    }
    let outcome = how
        .kick_target
        .and_then(|target| keep_behind(world, target))
        .or_else(|| turn(world, how.turn_to))
        .or_else(|| keep_ahead(world))
        .or_else(|| keep_away(world))
        .unwrap_or_else(|| stop_ball(world));
    Outcome { is_success: true, ..outcome }
}

/// Kicks the ball to a place, if one kick can.
fn kick_to(world: &WorldModel, spot: Vec2) -> Option<(Outcome, f64)> {
    let rate = kick_rate(world);
    let push = spot - world.ball.position - world.ball.velocity;
    let power = push.length() / rate;
    (is_inside(spot) && power <= world.rules.server.maxpower)
        .then(|| (Outcome::done(kick_by(world, push, rate)), power))
}

fn is_inside(spot: Vec2) -> bool {
    spot.x.abs() <= pitch::HALF_LENGTH - EDGE && spot.y.abs() <= pitch::HALF_WIDTH - EDGE
}

/// Whether they can stop a ball that they have kicked to a place, in spite of noise.
fn can_stop(world: &WorldModel, spot: Vec2, noise: f64, inside: f64) -> bool {
    let (me, server) = (&world.me, &world.rules.server);
    let gap = spot - (me.position + me.velocity);
    let rate = rate_of(server, me.own, gap.length(), angle::from_to(me.body, angle::of(gap)));
    let speed = spot.distance(world.ball.position) * server.ball_decay;
    noise <= world.reach_of_kick() - gap.length() - inside && speed <= server.maxpower * rate
}

/// Keeps the ball on the side of the player opposite to a coming kick, if that scores higher than
/// [`SAFE`].
fn keep_behind(world: &WorldModel, target: Vec2) -> Option<Outcome> {
    let (own, server) = (world.me.own, &world.rules.server);
    let here = world.me_after(1);
    let contact = own.player_size + server.ball_size;
    let direction = angle::of(here - target);
    let mut distance = contact + 0.5 * own.kickable_margin;
    let noise = KickNoise::of(world);
    while distance > contact + 0.2 {
        let spot = here + angle::polar(distance, direction);
        distance -= 0.05;
        let Some((outcome, power)) = kick_to(world, spot) else { continue };
        let noise = noise.after(spot - world.ball.position, power);
        if can_stop(world, spot, noise, 0.1) && score(world, spot) > SAFE + SAME {
            return Some(outcome);
        }
    }
    None
}

/// Turns, if the ball stays within reach and is safe.
fn turn(world: &WorldModel, point: Option<Vec2>) -> Option<Outcome> {
    let (me, server) = (&world.me, &world.rules.server);
    let ball = world.ball.position + world.ball.velocity;
    let noise =
        me.velocity.length() * server.player_rand + world.ball.velocity.length() * server.ball_rand;
    let distance = ball.distance(world.me_after(1));
    if !is_inside(ball) || distance > world.reach_of_kick() - noise - 0.15 {
        return None;
    }
    let point = point.unwrap_or(Vec2::new(pitch::HALF_LENGTH - 5.0, 0.0));
    let here = final_point(me.position, me.velocity, me.own.player_decay);
    let off = angle::from_to(me.body, angle::of(point - here)).abs();
    if off < 5.0 || score(world, ball) < SAFE - SAME {
        return None;
    }
    Some(turn_to_point(world, point, 100))
}

/// Keeps the ball straight ahead of the player, if that is safe.
fn keep_ahead(world: &WorldModel) -> Option<Outcome> {
    let me = &world.me;
    let distance = me.own.player_size + world.rules.server.ball_size + 0.05;
    let spot = world.me_after(1) + angle::polar(distance, me.body);
    let (outcome, _) = kick_to(world, spot)?;
    (score(world, spot) >= SAFE - SAME).then_some(outcome)
}

/// Keeps the ball at the best of several places round the player.
fn keep_away(world: &WorldModel) -> Option<Outcome> {
    let (me, server) = (&world.me, &world.rules.server);
    let contact = me.own.player_size + server.ball_size;
    let mut best: Option<(f64, Outcome)> = None;
    let noise_of = KickNoise::of(world);
    for index in 0..DIRECTIONS {
        let direction = -180.0 + 360.0 / f64::from(DIRECTIONS) * f64::from(index);
        for (ring, share) in SHARES.into_iter().enumerate() {
            let distance = contact + share * me.own.kickable_margin;
            let spot = world.me_after(1) + angle::polar(distance, direction);
            let Some((outcome, power)) = kick_to(world, spot) else { continue };
            // At the smallest distance, noise does not matter.
            let noise = noise_of.after(spot - world.ball.position, power);
            let noise = if ring == 0 { -1.0 } else { 0.95 * noise };
            if !can_stop(world, spot, noise, 0.1) {
                continue;
            }
            let off = angle::from_to(me.body, direction);
            let value = score(world, spot) + 1000.0 * rate_of(server, me.own, distance, off);
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, outcome));
            }
        }
    }
    best.map(|(_, outcome)| outcome)
}

/// How safe the ball is at a place in the next cycle: [`SAFE`] less what opponents can do to it.
fn score(world: &WorldModel, spot: Vec2) -> f64 {
    let server = &world.rules.server;
    let near = server.tackle_dist + server.player_speed_max + 1.0;
    let mut score = SAFE;
    for player in world.opponents() {
        let counts = player.position.distance(world.ball.position) <= near
            && player.counts.position <= 10
            && !player.is_tackling;
        if counts {
            score -= threat(world, player, spot);
        }
    }
    if spot.distance(world.ball.position) > 1.6 * world.reach_of_kick() {
        let inside = world.reach_of_kick() - 0.4;
        let off = (spot.distance(world.me_after(1)) - inside).max(0.0);
        score *= 1.0 - 0.5 * off / 0.4;
    }
    score
}

/// The threat that an opponent is to the ball at a place.
fn threat(world: &WorldModel, player: &PlayerView, spot: Vec2) -> f64 {
    let server = &world.rules.server;
    let here = player.position + player.velocity;
    let catches = player.is_goalie && is_in_their_area(here) && is_in_their_area(spot);
    let reach = if catches {
        server.catchable_area_l.hypot(0.5 * server.catchable_area_w)
    } else {
        player.own.kickable_area(server.ball_size)
    };
    let body = if player.counts.body == 0 {
        player.body
    } else if player.counts.velocity <= 1 && player.velocity.length() > 0.2 {
        angle::of(player.velocity)
    } else {
        angle::of(world.me_after(1) - here)
    };
    let seen = angle::turned(spot - here, -body);
    let distance = seen.length();
    let mut threat = if distance < 0.5 * reach {
        200.0
    } else if distance < reach + 0.1 {
        150.0
    } else if distance < server.tackle_dist - 0.2 {
        25.0
    } else {
        0.0
    };
    threat += 50.0 * (reach - seen.y.abs()).max(0.0);
    threat += 50.0 * success(server, seen, server.foul_exponent);
    threat + after_dashes(world, player, seen, reach)
}

/// The direction of a dash among those that opponents are assumed to choose from, degrees.
fn dash_direction(first: f64, index: usize) -> f64 {
    angle::normalize(first + 15.0 * index as f64)
}

/// The first direction of a dash if the rules allow dashes in any direction, degrees.
const BACK: f64 = -180.0;
/// Unit vectors along all directions of dashes.
static UNITS: LazyLock<[Vec2; 24]> =
    LazyLock::new(|| std::array::from_fn(|index| angle::polar(1.0, dash_direction(BACK, index))));

/// The threat from an opponent's dashes, 15 degrees apart, after which they can kick or tackle the
/// ball.
fn after_dashes(world: &WorldModel, player: &PlayerView, seen: Vec2, reach: f64) -> f64 {
    let server = &world.rules.server;
    let push = server.max_dash_power * player.own.dash_power_rate * player.own.effort_max;
    let count = ((server.max_dash_angle - server.min_dash_angle) / 15.0).floor() as usize;
    let threat = |index| {
        let direction = dash_direction(server.min_dash_angle, index);
        let known = UNITS.get(index).filter(|_| server.min_dash_angle == BACK);
        let unit = known.copied().unwrap_or_else(|| angle::polar(1.0, direction));
        let seen = seen - unit * (push * direction_rate(server, direction));
        let kicks = seen.length2() < (reach + 0.1) * (reach + 0.1);
        let tackles = seen.y.abs() < server.tackle_width + 0.1
            && seen.x > 0.0
            && seen.x < server.tackle_dist + 0.1;
        match (kicks, tackles) {
            (true, _) => 20.0,
            (false, true) => 10.0,
            _ => 0.0,
        }
    };
    (0..count).map(threat).sum()
}
