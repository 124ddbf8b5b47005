//! Passes that a mate gets first.

use super::super::angle;
use super::super::intercept::{BallPath, first_on};
use super::super::kick_rate::{fastest_along, kick_rate, most_push};
use super::super::outcome::Outcome;
use super::super::shot::kicks;
use super::super::smart_kick::{SmartKick, smart_kick};
use super::super::world_model::{PlayerView, WorldModel, after};
use crate::disc::{PlayMode, Vec2, pitch};

/// Mates farther than this do not count, m.
const FAR: f64 = 40.0;
/// Mates not seen for this many cycles do not count.
const OLD: u16 = 10;
/// The most cycles that a pass takes.
const LONGEST: u32 = 35;
/// Distances of the points round a mate, m.
const RINGS: [f64; 2] = [2.2, 4.4];
/// Number of directions of these points.
const DIRECTIONS: u32 = 8;
/// Distances of the points ahead of a mate, m.
const AHEAD: [f64; 4] = [6.0, 10.0, 15.0, 20.0];
/// Directions of these points, degrees.
const COURSES: [f64; 7] = [-40.0, -27.0, -13.0, 0.0, 13.0, 27.0, 40.0];
/// The ball's speeds at the point, m/cycle.
const ENDS: [f64; 2] = [0.6, 1.2];
/// The fastest ball that is received well.
const FASTEST: f64 = 2.0;
/// How near to the edge of the pitch a ball may be received, m.
const EDGE: f64 = 1.5;
/// By how much the reach of opponents is overestimated, m.
const SAFETY: f64 = 0.3;
/// By how many cycles a mate must be ahead of them.
const LEAD: u32 = 2;
/// How far short of the offside line a mate must be, m.
const ONSIDE: f64 = 0.2;
/// Crosses go from and to places beyond this x, m.
const WING: f64 = 34.0;
/// They start farther than this from the pitch's long axis, m.
const ASIDE: f64 = 8.0;

/// Kinds of passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassKind {
    /// To where the mate is.
    Direct,
    /// To a point near them.
    Lead,
    /// To a point far ahead of them.
    Through,
    /// From the wing to the front of the goal.
    Cross,
}

/// A pass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pass {
    /// Its kind.
    pub kind: PassKind,
    /// The receiver: index of [`WorldModel::others`].
    pub receiver: usize,
    /// Where they get it.
    pub point: Vec2,
    /// The ball's speed after the last kick, m/cycle.
    pub speed: f64,
    /// Estimated number of kicks.
    pub kicks: u32,
    /// Cycles until they have it.
    pub cycles: u32,
}

/// Passes that a mate gets before any opponent, at most one for each point that is tried.
pub fn passes(world: &WorldModel) -> Vec<Pass> {
    if !world.me.can_kick || world.me.is_frozen {
        return Vec::new();
    }
    let line = world.offside_line();
    let mut passes = Vec::new();
    for (receiver, mate) in world.others.iter().enumerate() {
        if !may_receive(world, mate, line) {
            continue;
        }
        for (kind, point) in points(world, mate) {
            let ends = ENDS.iter();
            passes.extend(ends.filter_map(|&end| pass(world, receiver, kind, point, end)).next());
        }
    }
    passes
}

fn may_receive(world: &WorldModel, mate: &PlayerView, line: f64) -> bool {
    let far = mate.position.distance(world.ball.position);
    let is_setplay = world.mode != PlayMode::PlayOn;
    mate.is_ours == Some(true)
        && mate.counts.position < OLD
        && !mate.is_tackling
        && far < FAR
        && (is_setplay || far > 2.0)
        && (mate.position.x < line - ONSIDE || mate.position.x < world.ball.position.x)
        && !(mate.is_goalie && world.ball.position.x > -20.0)
}

/// Points to which a pass is tried.
fn points<'a>(
    world: &'a WorldModel,
    mate: &'a PlayerView,
) -> impl Iterator<Item = (PassKind, Vec2)> + 'a {
    let ball = world.ball.position;
    let here = after(mate.position, mate.velocity, mate.own.player_decay, 5);
    let is_cross = ball.x > WING && ball.y.abs() > ASIDE && here.x > WING && here.y.abs() < 12.0;
    let or_cross = move |kind| if is_cross { PassKind::Cross } else { kind };
    let rings = RINGS.into_iter().flat_map(move |ring| {
        (0..DIRECTIONS).map(move |index| {
            let direction = 360.0 / f64::from(DIRECTIONS) * f64::from(index);
            (or_cross(PassKind::Lead), here + angle::polar(ring, direction))
        })
    });
    let may_run = here.x > ball.x - 15.0 && !mate.is_goalie;
    let ahead = AHEAD.into_iter().filter(move |_| may_run).flat_map(move |far| {
        COURSES.into_iter().map(move |course| (PassKind::Through, here + angle::polar(far, course)))
    });
    let direct = std::iter::once((or_cross(PassKind::Direct), here));
    let own_goal = Vec2::new(-pitch::HALF_LENGTH, 0.0);
    direct.chain(rings).chain(ahead).filter(move |(_, point)| {
        point.x.abs() < pitch::HALF_LENGTH - EDGE
            && point.y.abs() < pitch::HALF_WIDTH - EDGE
            && point.distance(own_goal) > 16.0
    })
}

/// A pass to a point at which the ball has a speed, if the mate gets it first.
fn pass(
    world: &WorldModel,
    receiver: usize,
    kind: PassKind,
    point: Vec2,
    end: f64,
) -> Option<Pass> {
    let server = &world.rules.server;
    let ball = world.ball.position;
    let distance = ball.distance(point);
    let speed = end + distance * (1.0 - server.ball_decay);
    if speed > server.ball_speed_max || distance < 1.0 {
        return None;
    }
    let push = most_push(world, kick_rate(world));
    let direction = angle::of(point - ball);
    let once = fastest_along(world, world.ball.velocity, direction, push).map_or(0.0, Vec2::length);
    let kicks = if world.mode == PlayMode::PlayOn { kicks(once, speed) } else { 1 };
    let speed = if kicks == 1 { speed.min(once) } else { speed };
    let velocity = angle::polar(speed, direction);
    let path = BallPath::along(server, ball, velocity, kicks - 1, LONGEST);
    let cycles = first_on(world, &path, &world.others[receiver], 0.0)?;
    let received = *path.places().get(cycles as usize)?;
    let arrives = speed * server.ball_decay.powi((cycles + 1 - kicks.min(cycles)) as i32);
    let is_inside =
        received.x.abs() < pitch::HALF_LENGTH - 1.0 && received.y.abs() < pitch::HALF_WIDTH - 1.0;
    // Somebody beside the passer would play it at once.
    if cycles < 2 || arrives > FASTEST || !is_inside {
        return None;
    }
    let path = BallPath::along(server, ball, velocity, kicks - 1, cycles + LEAD);
    let is_first = world.others.iter().enumerate().all(|(index, player)| {
        if index == receiver {
            return true;
        }
        match player.is_ours {
            Some(true) => first_on(world, &path, player, 0.0).is_none_or(|first| first > cycles),
            _ => first_on(world, &path, player, SAFETY).is_none(),
        }
    });
    is_first.then_some(Pass { kind, receiver, point: received, speed, kicks, cycles })
}

/// Kicks the ball for a pass.
pub fn pass_ball(world: &WorldModel, pass: &Pass) -> Outcome {
    // Aims beyond the point where they get it.
    let point = pass.point + (pass.point - world.ball.position);
    let how = SmartKick { speed: pass.speed, threshold: 0.99 * pass.speed, steps: pass.kicks };
    let outcome = smart_kick(world, point, how);
    if outcome.is_success {
        return outcome;
    }
    let how = SmartKick { speed: pass.speed, threshold: 0.97 * pass.speed, steps: 3 };
    smart_kick(world, point, how)
}
