//! Going to a point.

use super::angle;
use super::outcome::Outcome;
use super::own_motion::{dash_rate, safe_power, top_speed, turn_command, turn_per_cycle};
use super::side_dash::side_dash;
use super::world_model::WorldModel;
use crate::disc::pitch::{HALF_LENGTH, POST_RADIUS};
use crate::disc::power::whole_power;
use crate::disc::{Command, Vec2};

/// Cycles after which a player who does nothing has come to rest.
const CYCLES: u32 = 100;
/// Directions that differ by less need no turn, degrees.
pub(super) const STRAIGHT: f64 = 15.0;
/// The smallest power that is worth a dash.
const LEAST_POWER: f64 = 0.1;
/// The smallest acceleration that is worth a dash, m/cycle^2.
const LEAST_PUSH: f64 = 0.05;
/// A player keeps this far from posts, besides both radii, m.
const OFF_POST: f64 = 0.2;
/// They heed a post this much farther away than they can run in a cycle, m.
const NEAR_POST: f64 = 0.5;
/// They go round it by aiming this far beside it, m.
const BESIDE: f64 = 5.0;
/// A target behind them that is nearer than this is reached backwards, m.
const BACKWARDS: f64 = 2.0;
/// They must have this much stamina to spare for that.
const SPARE: f64 = 500.0;
/// Dashes backwards must have more than this share of the usual power for that.
const STRONG: f64 = 0.75;

/// How to go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GoToPoint {
    /// Distance at which they count as arrived, m.
    pub threshold: f64,
    /// Power of dashes.
    pub power: f64,
    /// Whether recovery must not suffer.
    pub save_recovery: bool,
}

/// `Body_GoToPoint`: goes to a point; does not succeed if they are there already.
pub fn go_to_point(world: &WorldModel, point: Vec2, how: GoToPoint) -> Outcome {
    go_to_point_in(world, point, how, CYCLES)
}

/// Does what [`go_to_point`] does, to arrive in `cycles` cycles.
pub(super) fn go_to_point_in(
    world: &WorldModel,
    point: Vec2,
    how: GoToPoint,
    cycles: u32,
) -> Outcome {
    let me = &world.me;
    if me.is_frozen {
        return Outcome::NOTHING;
    }
    let end = world.me_after(cycles);
    if end.distance(point) < how.threshold || how.power.abs() < LEAST_POWER {
        return Outcome::WAIT;
    }
    let gap = angle::turned(round_post(world, point) - end, -me.body);
    if let Some(dash) = side_dash(world, gap, how, cycles) {
        return Outcome::done(dash);
    }
    let distance = gap.length();
    let turn = angle::of(gap);
    let is_back = goes_back(world, distance, turn);
    let turn = if is_back { angle::normalize(turn + 180.0) } else { turn };
    let margin = if how.threshold < distance {
        STRAIGHT.max((how.threshold / distance).asin().to_degrees())
    } else {
        180.0
    };
    if turn.abs() >= margin {
        return Outcome::done(Command::Turn(turn_command(me, turn)));
    }
    dash(world, if is_back { -gap.x } else { gap.x }, is_back, how, cycles)
}

/// The point itself, or one beside the nearest post of our goal if that is near and in the way.
fn round_post(world: &WorldModel, point: Vec2) -> Vec2 {
    let (from, server) = (world.me.position, &world.rules.server);
    let y = 0.5 * server.goal_width + POST_RADIUS;
    let post = Vec2::new(POST_RADIUS - HALF_LENGTH, if from.y < 0.0 { -y } else { y });
    let room = world.me.own.player_size + POST_RADIUS + OFF_POST;
    let near = room + top_speed(server, world.me.own) + NEAR_POST;
    if from.distance(post) > near || !crosses(from, point, post, room) {
        return point;
    }
    // On the side of the post on which the straight way passes.
    let ahead = angle::of(post - from);
    let off = angle::from_to(ahead, angle::of(point - from));
    post + angle::polar(room + BESIDE, ahead + if off > 0.0 { 90.0 } else { -90.0 })
}

/// Whether a way from a point to another crosses a circle.
fn crosses(from: Vec2, to: Vec2, middle: Vec2, radius: f64) -> bool {
    let seen = angle::turned(middle - from, -angle::of(to - from));
    let room = radius * radius - seen.y * seen.y;
    let half = room.max(0.0).sqrt();
    let way = 0.0..=from.distance(to);
    room >= 0.0 && [seen.x - half, seen.x + half].iter().any(|along| way.contains(along))
}

/// Whether they go backwards to a target at this distance and angle from their body.
fn goes_back(world: &WorldModel, distance: f64, turn: f64) -> bool {
    let (me, server) = (&world.me, &world.rules.server);
    let most = turn_per_cycle(me.own, me.velocity.length());
    turn.abs() > most.max(90.0)
        && distance < BACKWARDS
        && me.stamina > server.stamina_max * server.recover_dec_thr + SPARE
        && server.min_dash_power.abs() > STRONG * server.max_dash_power.abs()
}

/// A dash that would end `along` metres ahead or, backwards, behind them.
fn dash(world: &WorldModel, along: f64, is_back: bool, how: GoToPoint, cycles: u32) -> Outcome {
    let (me, server) = (&world.me, &world.rules.server);
    let most = me.own.player_speed_max;
    let speed = first_speed(me.own.player_decay, along, cycles).min(most).max(-most);
    let velocity = angle::turned(me.velocity, -me.body).x;
    let push = speed - if is_back { -velocity } else { velocity };
    let rate = dash_rate(world.rules, me, 0.0);
    if push.abs() < LEAST_PUSH || rate <= 0.0 {
        return Outcome::WAIT;
    }
    let power = (push / rate).min(how.power);
    let power = if is_back { -power } else { power };
    let power = power.min(server.max_dash_power).max(server.min_dash_power);
    let power = if how.save_recovery { safe_power(world.rules, me, power) } else { power };
    // A dash for which no stamina or power is left is still one.
    Outcome::done(Command::Dash(power, 0.0))
}

/// The speed in the first of `cycles` cycles of something that comes this far while slowing down.
pub(super) fn first_speed(decay: f64, way: f64, cycles: u32) -> f64 {
    way * (1.0 - decay) / (1.0 - whole_power(decay, cycles))
}
