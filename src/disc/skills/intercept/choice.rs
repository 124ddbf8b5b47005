//! Which of the ways to the ball is best.

use super::super::angle;
use super::super::own_motion::top_speed;
use super::super::world_model::WorldModel;
use super::control;
use super::way::{Way, WayKind};
use crate::disc::power::whole_power;
use crate::disc::{PlayMode, Vec2, pitch};

/// The best place to shoot from.
const SPOT: f64 = 44.0;
/// Cycles by which they want to be there before others.
const LEAD: f64 = 3.0;
/// A ball nearer than this to the edge of the pitch counts as out, m.
const EDGE: f64 = 1.0;

/// The best way; `None` if there is none.
pub fn best_way(world: &WorldModel, save_recovery: bool) -> Option<Way> {
    let mut best: Option<(f64, Way)> = None;
    for way in world.ways() {
        let value = if world.me.is_goalie {
            goalie_value(world, way)
        } else {
            value(world, way, save_recovery)
        };
        if best.is_none_or(|(most, _)| value > most) {
            best = Some((value, *way));
        }
    }
    best.map(|(_, way)| way)
}

/// How good a way is for a field player.
pub fn value(world: &WorldModel, way: &Way, save_recovery: bool) -> f64 {
    if save_recovery && way.exhausts {
        return -f64::MAX;
    }
    let ball = world.ball_after(way.steps());
    if ball.x.abs() > pitch::HALF_LENGTH - EDGE || ball.y.abs() > pitch::HALF_WIDTH - EDGE {
        return -1000.0 - f64::from(way.steps());
    }
    let mut value = -0.2 * (ball.x - SPOT).hypot(0.5 * ball.y)
        + opponents(world, way, ball)
        + mates(world, way)
        + turn(world, way)
        + distances(world, way, ball)
        + (way.stamina - world.me.stamina) * 1e-4
        + speed(world, way, ball);
    let dashes_aside = way.kind == WayKind::Side || way.power < 0.0;
    let off = angle::from_to(world.me.body, angle::of(world.ball.position - world.me.position));
    if dashes_aside && world.opponent_can_kick() && off.abs() > 40.0 {
        value -= 100.0;
    }
    value
}

/// Cycles that they lack to arrive [`LEAD`] cycles before others, as a negative number; 0 if they
/// do.
fn lead(steps: f64, way: &Way) -> f64 {
    (steps - f64::from(way.steps()) - LEAD).min(0.0)
}

fn opponents(world: &WorldModel, way: &Way, ball: Vec2) -> f64 {
    let is_own_goal_kick = world.mode == PlayMode::GoalKick(world.side);
    let area = pitch::HALF_LENGTH - pitch::PENALTY_AREA_LENGTH;
    let is_inside = ball.x < -area - 2.0 && ball.y.abs() < pitch::PENALTY_AREA_HALF_WIDTH - 2.0;
    if is_own_goal_kick && is_inside {
        return 0.0;
    }
    let reach = world.reach();
    let age = reach.fastest_opponent.map_or(0, |index| world.others[index].counts.position.min(5));
    5.0 * lead(f64::from(reach.opponent) - f64::from(age), way)
}

fn mates(world: &WorldModel, way: &Way) -> f64 {
    0.5 * lead(f64::from(world.reach().mate), way)
}

fn turn(world: &WorldModel, way: &Way) -> f64 {
    if way.turns == 0 {
        return 0.0;
    }
    let is_far = way.gap > world.reach_of_kick() - 0.3;
    let by_angle = if is_far && way.kind != WayKind::Side { -0.025 * way.angle.abs() } else { 0.0 };
    let mut value = by_angle - 0.01;
    if way.power < 0.0 {
        let body = angle::normalize(world.me.body + way.angle);
        value -= 0.1 * (body.abs() - 90.0).max(0.0);
        if way.angle.abs() > 90.0 {
            value -= 0.001;
        }
    }
    value
}

/// The value of the distance that they run, and of the ball's distance from them at the end.
fn distances(world: &WorldModel, way: &Way, ball: Vec2) -> f64 {
    let run = way.end.distance(world.me.position);
    let mut value = if ball.x < world.offside_line() { -0.3 * run } else { 0.0 };
    let reach = world.reach_of_kick();
    if way.gap > reach - 0.3 {
        value -= 0.5 * run;
    }
    if way.gap > reach - 0.4 {
        value -= 3.0 * (way.gap - (reach - 0.4)) + 0.5;
    }
    value
}

/// The penalty for a ball that is too slow, to run with or to wait for.
fn speed(world: &WorldModel, way: &Way, ball: Vec2) -> f64 {
    let (me, server) = (&world.me, &world.rules.server);
    let velocity = world.ball.velocity;
    let speed = velocity.length() * whole_power(server.ball_decay, way.steps());
    let body = me.body + way.angle;
    let aside = super::own::distance_to_segment(me.position, world.ball.position, ball);
    let runs_with_it = angle::from_to(body, angle::of(velocity)).abs() < 30.0
        && aside < world.reach_of_kick() - 0.3;
    if runs_with_it {
        let fast = 0.8 * top_speed(server, me.own);
        return -20.0 * (fast - speed).max(0.0);
    }
    let slow = (0.55 - speed).max(0.0);
    -70.0 * slow * slow
}

/// How good a way is for a goalie.
fn goalie_value(world: &WorldModel, way: &Way) -> f64 {
    let ball = world.ball_after(way.steps());
    if ball.x.abs() > pitch::HALF_LENGTH || ball.y.abs() > pitch::HALF_WIDTH {
        return -1000.0 - f64::from(way.steps()) - if way.exhausts { 1000.0 } else { 0.0 };
    }
    let area = pitch::HALF_LENGTH - pitch::PENALTY_AREA_LENGTH;
    let reach = control(world, ball, 0.5);
    let mut value = ball.x + 5.0 * lead(f64::from(world.reach().opponent), way);
    if way.gap > reach - 0.3 && way.turns > 0 && way.kind != WayKind::Side {
        value -= 0.025 * way.angle.abs();
    }
    value -= 3.0 * (way.gap - (world.reach_of_kick() - 0.4)) + 0.5;
    if ball.x > -area - 0.5 || ball.y.abs() > pitch::PENALTY_AREA_HALF_WIDTH {
        value -= 0.1 * angle::normalize(world.me.body + way.angle).abs();
    }
    value
}
