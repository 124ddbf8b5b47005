//! Running with the ball.

mod ahead;
mod avoid;
mod turned;

use super::angle;
use super::hold_ball::{HoldBall, hold_ball};
use super::intercept_ball::{Intercept, intercept_ball};
use super::kick_rate::{kick_by, kick_rate};
use super::outcome::Outcome;
use super::own_motion::{safe_power, turn_command, turn_per_cycle};
use super::planner::RunOn;
use super::stop_ball::stop_ball;
use super::world_model::{UNKNOWN, WorldModel, final_point};
use crate::disc::{Command, Vec2, pitch};

/// Directions that differ by less need no turn, degrees.
const STRAIGHT: f64 = 15.0;
/// How near to the edge of the pitch the ball may be, m.
const EDGE: f64 = 0.2;

/// How to dribble.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dribble {
    /// Distance at which they count as arrived, m.
    pub threshold: f64,
    /// Power of dashes.
    pub power: f64,
    /// Dashes between two kicks.
    pub dashes: u32,
    /// Goes round opponents in the way.
    pub dodge: bool,
}

/// `Body_Dribble`: runs with the ball to a point, goes for the ball if they no longer have it, and
/// holds it once they have arrived. Must be called anew in every cycle.
pub fn dribble(world: &WorldModel, point: Vec2, how: Dribble) -> Outcome {
    dribble_and_run(world, point, how).0
}

/// Does what [`dribble`] does. If the ball was kicked ahead to be met after some dashes, also
/// returns how to go on.
pub fn dribble_and_run(world: &WorldModel, point: Vec2, how: Dribble) -> (Outcome, Option<RunOn>) {
    let me = &world.me;
    if me.is_frozen {
        return (Outcome::NOTHING, None);
    }
    if !me.can_kick {
        return (intercept_ball(world, Intercept::default()), None);
    }
    if world.ball.counts.velocity >= UNKNOWN {
        return (stop_ball(world), None);
    }
    let around = how.dodge.then(|| avoid::around(world, point)).flatten();
    let (point, how) = match around {
        Some(around) => (around, Dribble { dashes: how.dashes.min(2), ..how }),
        None => (point, how),
    };
    let server = &world.rules.server;
    let power = how.power.max(server.min_dash_power).min(server.max_dash_power);
    let power = safe_power(world.rules, me, power);
    let (outcome, run) = go(world, point, Dribble { power, ..how });
    (Outcome { is_success: true, ..outcome }, run)
}

/// A command, and the run that follows it.
type Step = (Outcome, Option<RunOn>);

fn go(world: &WorldModel, point: Vec2, how: Dribble) -> Step {
    let alone = |outcome| (outcome, None);
    let me = &world.me;
    let gap = point - final_point(me.position, me.velocity, me.own.player_decay);
    if gap.length() < how.threshold {
        return alone(hold_ball(world, HoldBall::default()));
    }
    let back = if how.power < 0.0 { 180.0 } else { 0.0 };
    let off = angle::from_to(me.body + back, angle::of(gap));
    let straight = STRAIGHT.max(how.threshold.atan2(gap.length()).to_degrees());
    if off.abs() >= straight {
        return turn(world, off)
            .map(alone)
            .or_else(|| turned::kick(world, point, how.power, off))
            .unwrap_or_else(|| alone(stop(world)));
    }
    if let Some(power) = ahead::dash_with_ball(world, how.power) {
        return alone(Outcome::done(Command::Dash(power, 0.0)));
    }
    ahead::kick_that_stays(world, how)
        .or_else(|| ahead::kick_that_is_met(world, how))
        .unwrap_or_else(|| alone(stop(world)))
}

/// A turn, if the ball stays within reach and no opponent comes for it.
fn turn(world: &WorldModel, off: f64) -> Option<Outcome> {
    let (me, server) = (&world.me, &world.rules.server);
    if world.reach().opponent <= 1 {
        return None;
    }
    let speed = me.velocity.length();
    let noise = world.ball.velocity.length() * server.ball_rand + speed * server.player_rand;
    let near = world.reach_of_kick() - noise - 0.15;
    let gap = |cycles| world.me_after(cycles).distance(world.ball_after(cycles));
    // The proxy also checks the second cycle if the turn is to the left or fits into one cycle.
    let asks_for_second = off <= turn_per_cycle(me.own, speed);
    if gap(1) > near || (asks_for_second && gap(2) > near) {
        return None;
    }
    let next = world.ball_after(1);
    let is_threatened = nearest_opponent(world).is_some_and(|player| {
        let here = player.position + player.velocity;
        let body = if player.counts.body == 0 { player.body } else { angle::of(player.velocity) };
        let aside = angle::turned(next - here, -body).y.abs();
        aside < 1.1 && player.position.distance(next) < 2.0
    });
    (!is_threatened).then(|| Outcome::done(Command::Turn(turn_command(me, off))))
}

/// The opponent nearest to the ball whose place is known.
fn nearest_opponent<'a>(world: &'a WorldModel) -> Option<&'a super::PlayerView<'a>> {
    let ball = world.ball.position;
    let known = world.opponents().filter(|player| player.counts.position <= 5);
    known.min_by(|one, other| one.position.distance(ball).total_cmp(&other.position.distance(ball)))
}

/// A direction that keeps the ball away from a close opponent; `None` if nobody is close.
fn away_from_close(world: &WorldModel) -> Option<f64> {
    let server = &world.rules.server;
    let player = nearest_opponent(world)?;
    if player.position.distance(world.ball.position) > server.player_speed_max + server.tackle_dist
    {
        return None;
    }
    let (here, me) = (player.position + player.velocity, world.me_after(1));
    let moves = player.counts.velocity <= 1 && player.velocity.length() > 0.2;
    let course = if player.counts.body == 0 {
        Some(player.body)
    } else {
        moves.then(|| angle::of(player.velocity))
    };
    let from = match course {
        Some(course) => {
            let along = angle::turned(me - here, -course).x;
            here + angle::polar(along, course)
        }
        None => here,
    };
    Some(angle::of(me - from))
}

fn is_inside(ball: Vec2) -> bool {
    ball.x.abs() <= pitch::HALF_LENGTH - EDGE && ball.y.abs() <= pitch::HALF_WIDTH - EDGE
}

/// A kick that gives the ball a velocity, if one kick can.
fn kick_with(world: &WorldModel, velocity: Vec2) -> Option<Outcome> {
    let (rate, server) = (kick_rate(world), &world.rules.server);
    let push = velocity - world.ball.velocity;
    let can = push.length() <= server.maxpower * rate && velocity.length() <= server.ball_speed_max;
    can.then(|| Outcome::done(kick_by(world, push, rate)))
}

/// A kick that stops the ball, or slows it down as much as one kick can.
fn stop(world: &WorldModel) -> Outcome {
    Outcome::done(kick_by(world, -world.ball.velocity, kick_rate(world)))
}

/// Keeps the ball in a direction from them, within reach.
fn keep_at(world: &WorldModel, direction: f64) -> Outcome {
    let spot = world.me_after(1) + angle::polar(0.7 * world.reach_of_kick(), direction);
    kick_with(world, spot - world.ball.position).unwrap_or_else(|| stop_ball(world))
}

/// Their positions after each cycle: `wait` cycles without dashes, then `dashes` cycles with them.
fn course(world: &WorldModel, wait: u32, dashes: u32, power: f64, direction: f64) -> Vec<Vec2> {
    let (me, server) = (&world.me, &world.rules.server);
    let mut stamina = super::stamina::Stamina::of(me);
    let (mut at, mut velocity) = (me.position, me.velocity);
    let mut course = Vec::new();
    for cycle in 0..wait + dashes {
        let power = if cycle < wait { 0.0 } else { power };
        let reserve = server.stamina_max * server.recover_dec_thr + 300.0;
        let most = (stamina.stamina() - reserve).max(0.0);
        let power = if power >= 0.0 { power.min(most) } else { power.max(-0.5 * most) };
        let push = power.abs() * me.own.dash_power_rate * stamina.effort();
        velocity += angle::polar(push, direction);
        if velocity.length() > me.own.player_speed_max {
            velocity = velocity.with_length(me.own.player_speed_max);
        }
        at += velocity;
        velocity *= me.own.player_decay;
        course.push(at);
        if cycle < wait {
            stamina.wait(server, me.own);
        } else {
            stamina.dash(server, me.own, power);
        }
    }
    course
}
