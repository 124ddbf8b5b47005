//! Going to a point.

use super::angle;
use super::outcome::Outcome;
use super::own_motion::{dash_rate, safe_power, turn_command};
use super::world_model::WorldModel;
use crate::disc::pitch::{HALF_LENGTH, POST_RADIUS};
use crate::disc::power::whole_power;
use crate::disc::{Command, Vec2};

/// Cycles after which a player who does nothing has come to rest.
const CYCLES: u32 = 100;
/// Directions that differ by less need no turn, degrees.
const STRAIGHT: f64 = 15.0;
/// Power and acceleration that are not worth a dash.
const LEAST_POWER: f64 = 0.1;
const LEAST_PUSH: f64 = 0.05;
/// Sideways dashes tried for a near target: their number, the step between their directions, and
/// the largest angle, degrees.
const SIDE_DASHES: u32 = 3;
const SIDE_STEP: f64 = 15.0;
const SIDE_MOST: f64 = 100.0;
/// How far beside a post in the way he aims, m.
const BESIDE: f64 = 5.0;

/// How to go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GoToPoint {
    /// Distance at which he counts as arrived, m.
    pub threshold: f64,
    /// Power of dashes.
    pub power: f64,
    /// Whether recovery must not suffer.
    pub save_recovery: bool,
}

/// `Body_GoToPoint`: goes to a point; does not succeed if he is there already.
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
    let point = round_post(world, point);
    let gap = point - world.me_after(cycles);
    let distance = gap.length();
    if distance < how.threshold || how.power.abs() < LEAST_POWER {
        return Outcome::WAIT;
    }
    let gap = angle::turned(gap, -me.body);
    if let Some(direction) = side_dash(world, gap, how) {
        return dash(world, gap, direction, how, cycles);
    }
    let turn = angle::of(gap);
    let margin = STRAIGHT.max((how.threshold / distance).min(1.0).asin().to_degrees());
    if turn.abs() >= margin {
        return Outcome::done(Command::Turn(turn_command(me, turn)));
    }
    dash(world, gap, 0.0, how, cycles)
}

/// The point itself, or one beside a post of our goal that is in the way to it.
fn round_post(world: &WorldModel, point: Vec2) -> Vec2 {
    let (from, server) = (world.me.position, &world.rules.server);
    let way = point - from;
    let length = way.length();
    let ahead = angle::of(way);
    let room = world.me.own.player_size + POST_RADIUS;
    let posts = [-1.0, 1.0].map(|side| Vec2::new(-HALF_LENGTH, side * 0.5 * server.goal_width));
    let hit = posts.into_iter().find_map(|post| {
        let seen = angle::turned(post - from, -ahead);
        (seen.x > 0.0 && seen.x < length && seen.y.abs() < room).then_some((post, seen.y))
    });
    match hit {
        // On the side on which the straight way would pass.
        Some((post, off)) => {
            post + angle::polar(BESIDE, ahead + if off > 0.0 { -90.0 } else { 90.0 })
        }
        None => point,
    }
}

/// The direction of a dash to the side that leads into the threshold of a near target.
fn side_dash(world: &WorldModel, gap: Vec2, how: GoToPoint) -> Option<f64> {
    let is_near = gap.length() < how.threshold + 1.0;
    if !is_near || gap.y.abs() <= how.threshold || angle::of(gap).abs() < STRAIGHT {
        return None;
    }
    let (me, server) = (&world.me, &world.rules.server);
    let decay = me.own.player_decay;
    let steps = (2.0 * SIDE_MOST / SIDE_STEP) as i32;
    let directions = (-steps..=steps).map(|step| f64::from(step) * SIDE_STEP);
    let fits = |direction: &f64| {
        direction.abs() <= SIDE_MOST.min(server.max_dash_angle)
            && angle::from_to(*direction, angle::of(gap)).abs() <= 90.0
    };
    let left = |direction: f64| {
        // Where the dashes lead to, in the body's frame, and how far off the target that is.
        let push = (how.power * dash_rate(world.rules, me, direction)).min(server.player_accel_max);
        let mut best = f64::INFINITY;
        let (mut at, mut velocity) = (Vec2::ZERO, Vec2::ZERO);
        for _ in 0..SIDE_DASHES {
            velocity += angle::polar(push, direction);
            at += velocity;
            velocity *= decay;
            let end = at + velocity * (1.0 / (1.0 - decay));
            best = best.min((gap - end).length());
        }
        best
    };
    let reaching = directions.filter(fits).map(|direction| (left(direction), direction));
    let best = reaching.min_by(|a, b| a.0.total_cmp(&b.0))?;
    (best.0 < how.threshold).then_some(best.1)
}

/// A dash that would end level with the point, measured along the dash's direction.
fn dash(world: &WorldModel, gap: Vec2, direction: f64, how: GoToPoint, cycles: u32) -> Outcome {
    let (me, server) = (&world.me, &world.rules.server);
    let decay = me.own.player_decay;
    let along = angle::turned(gap, -direction).x;
    let speed = along * (1.0 - decay) / (1.0 - whole_power(decay, cycles));
    let rate = dash_rate(world.rules, me, direction);
    if rate <= 0.0 {
        return Outcome::WAIT;
    }
    let power = (speed / rate).min(how.power.abs()).max(-how.power.abs());
    let power = power.min(server.max_dash_power).max(server.min_dash_power);
    let power = if how.save_recovery { safe_power(world.rules, me, power) } else { power };
    if (power * rate).abs() < LEAST_PUSH {
        return Outcome::WAIT;
    }
    Outcome::done(Command::Dash(power, direction))
}
