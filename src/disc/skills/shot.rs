//! Shots at the goal.

use super::angle;
use super::intercept::{BallPath, first_on};
use super::kick_rate::{fastest_along, kick_rate, most_push};
use super::outcome::Outcome;
use super::smart_kick::{SmartKick, smart_kick};
use super::world_model::WorldModel;
use crate::disc::{PlayMode, Vec2, pitch};

/// From farther nobody shoots, m.
const FAR: f64 = 30.0;
/// Points between the posts.
const POINTS: u32 = 25;
/// Steps of speeds, m/cycle.
const STEP: f64 = 0.3;
/// How much farther than they do opponents are taken to reach, m.
const SAFETY: f64 = 0.2;
/// The speed above which a ball needs this many kicks.
const THREE_KICKS: f64 = 2.5;

/// A shot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shot {
    /// Where it crosses the line.
    pub point: Vec2,
    /// The ball's speed behind the last kick, m/cycle.
    pub speed: f64,
    /// Kicks that it is thought to take.
    pub kicks: u32,
    /// Cycles until the ball is in the goal.
    pub cycles: u32,
    /// How good it is; more is better.
    pub score: f64,
}

/// Shots that nobody reaches.
pub fn shots(world: &WorldModel) -> Vec<Shot> {
    let may_score = world.mode == PlayMode::PlayOn
        || matches!(world.mode, PlayMode::PenaltyTaken(side) if side == world.side)
        || matches!(world.mode, PlayMode::FreeKick(side) if side == world.side);
    let ball = world.ball.position;
    let goal = Vec2::new(pitch::HALF_LENGTH, 0.0);
    if !may_score || !world.me.can_kick || world.me.is_frozen || ball.distance(goal) > FAR {
        return Vec::new();
    }
    let half = 0.5 * world.rules.server.goal_width;
    let aside = half - (0.6 + 0.042 * ball.distance(goal)).min(1.5);
    let points = (0..POINTS).map(|index| {
        let share = f64::from(index) / f64::from(POINTS - 1);
        Vec2::new(pitch::HALF_LENGTH, aside * (2.0 * share - 1.0))
    });
    points.filter_map(|point| shot(world, point)).collect()
}

/// The best shot at a point: that with the fewest kicks, then the slowest that nobody reaches.
fn shot(world: &WorldModel, point: Vec2) -> Option<Shot> {
    let server = &world.rules.server;
    let ball = world.ball.position;
    let distance = ball.distance(point);
    let push = most_push(world, kick_rate(world));
    let direction = angle::of(point - ball);
    let once = fastest_along(world, world.ball.velocity, direction, push);
    let once = once.map_or(0.0, Vec2::length);
    let least = ((distance + 5.0) * (1.0 - server.ball_decay)).max(1.5);
    let mut speed = least.max(once.min(server.ball_speed_max));
    while speed <= server.ball_speed_max + 1e-9 {
        let kicks = kicks(once, speed);
        if let Some(cycles) = passes_all(world, point, speed, kicks) {
            let score = 100.0 - 20.0 * f64::from(kicks) + room(world, point) - 0.5 * distance;
            return Some(Shot { point, speed, kicks, cycles, score });
        }
        speed += STEP;
    }
    None
}

/// Kicks that a speed takes, if one kick gives the ball another one.
pub(super) fn kicks(once: f64, speed: f64) -> u32 {
    if once >= speed - 1e-9 {
        1
    } else if speed > THREE_KICKS {
        3
    } else {
        2
    }
}

/// Cycles until the ball is in the goal, if nobody reaches it before.
fn passes_all(world: &WorldModel, point: Vec2, speed: f64, kicks: u32) -> Option<u32> {
    let server = &world.rules.server;
    let ball = world.ball.position;
    let velocity = (point - ball).with_length(speed);
    let path = BallPath::along(server, ball, velocity, kicks - 1, 40);
    let cycles = path.places().iter().position(|place| place.x > pitch::HALF_LENGTH)? as u32;
    let path = BallPath::along(server, ball, velocity, kicks - 1, cycles);
    let is_free = world.opponents().all(|player| {
        let first = first_on(world, &path, player, SAFETY);
        first.is_none_or(|first| first >= cycles.max(1) && !player.is_goalie)
    });
    is_free.then_some(cycles)
}

/// How far from the way of a shot opponents are, degrees, at most 20.
fn room(world: &WorldModel, point: Vec2) -> f64 {
    let ball = world.ball.position;
    let course = angle::of(point - ball);
    let off = |place: Vec2| angle::from_to(course, angle::of(place - ball)).abs();
    let ahead = world.opponents().filter(|player| player.position.x > ball.x);
    ahead.map(|player| off(player.position)).fold(20.0, f64::min)
}

/// The best of the shots.
pub fn best_shot(world: &WorldModel) -> Option<Shot> {
    shots(world).into_iter().max_by(|one, other| one.score.total_cmp(&other.score))
}

/// `HeliosShoot`: shoots if there is a shot that nobody reaches; otherwise nothing, without success.
pub fn shoot(world: &WorldModel) -> Outcome {
    let Some(shot) = best_shot(world) else { return Outcome::NOTHING };
    let how = SmartKick { speed: shot.speed, threshold: 0.99 * shot.speed, steps: shot.kicks };
    let outcome = smart_kick(world, shot.point, how);
    if outcome.is_success {
        return outcome;
    }
    let how = SmartKick { speed: shot.speed, threshold: 0.9 * shot.speed, steps: 3 };
    smart_kick(world, shot.point, how)
}
