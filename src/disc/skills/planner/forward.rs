//! Turning to the front with the ball, while there is time for it.

use super::angle;
use crate::disc::skills::hold_ball::{HoldBall, hold_ball};
use crate::disc::skills::intercept::cycles_to_run;
use crate::disc::skills::kick_rate::{fastest_along, kick_by, kick_rate, most_push};
use crate::disc::skills::outcome::Outcome;
use crate::disc::skills::own_motion::top_speed;
use crate::disc::skills::rivals::{drifted, turns};
use crate::disc::skills::turn::turn_to_point;
use crate::disc::skills::world_model::{PlayerView, WorldModel, final_point};
use crate::disc::{PlayMode, PlayerType, Rules, Vec2, pitch};

/// They turn if their body is more than this off the front, degrees.
const BACKWARDS: f64 = 110.0;
/// The front is the direction of the point with this x, m, on the pitch's long axis.
const FRONT: f64 = 42.0;
/// How far away opponents must be, m.
const ALONE: f64 = 4.0;
/// For how many cycles at most they are assumed to have run since they were seen.
const RUN: u16 = 3;
/// How far inside their reach the ball must be in the next cycle, m.
const INSIDE: f64 = 0.2;
/// Number of directions tried for keeping the ball otherwise.
const DIRECTIONS: u32 = 12;
/// How far away it is kept, as a share of the margin of reach.
const KEPT: f64 = 0.5;
/// How far from the edge of the pitch it is kept, m.
const EDGE: f64 = 0.2;
/// Opponents farther than this do not count, m.
const NEAR: f64 = 10.0;

/// A turn to the front, or a kick that lets them turn in the next cycle; `None` if they face
/// forwards already, or an opponent leaves them no time.
pub(super) fn turn_forward(world: &WorldModel) -> Option<Outcome> {
    let (me, server) = (&world.me, &world.rules.server);
    let front = Vec2::new(FRONT, 0.0) - me.position;
    let off = angle::from_to(me.body, angle::of(front)).abs();
    if world.mode != PlayMode::PlayOn || off < BACKWARDS || !is_alone(world) {
        return None;
    }
    let face = Vec2::new(FRONT, 0.5 * me.position.y);
    let noise =
        me.velocity.length() * server.player_rand + world.ball.velocity.length() * server.ball_rand;
    let next = world.me_after(1).distance(world.ball_after(1));
    if next < world.reach_of_kick() - noise - INSIDE {
        return Some(turn_to_point(world, face, 1));
    }
    let velocity = kept(world)?;
    let (rate, push) = (kick_rate(world), velocity - world.ball.velocity);
    if push.length() > rate * server.maxpower {
        let how = HoldBall { turn_to: Some(face), kick_target: None };
        return Some(Outcome { is_success: true, ..hold_ball(world, how) });
    }
    Some(Outcome::done(kick_by(world, push, rate)))
}

fn is_alone(world: &WorldModel) -> bool {
    world.opponents().all(|player| {
        let run = f64::from(player.counts.position.min(RUN));
        let far = player.position.distance(world.me.position);
        far - run * top_speed(&world.rules.server, player.own) >= ALONE
    })
}

/// The velocity with which the ball is beside them in two cycles, where opponents come latest.
fn kept(world: &WorldModel) -> Option<Vec2> {
    let (me, server, ball) = (&world.me, &world.rules.server, world.ball.position);
    let contact = me.own.player_size + server.ball_size;
    let distance = contact + KEPT * me.own.kickable_margin;
    let push = most_push(world, kick_rate(world));
    let (next, then) = (world.me_after(1), world.me_after(2));
    let mut best: Option<(u32, f64, Vec2)> = None;
    for index in 0..DIRECTIONS {
        let direction = 360.0 / f64::from(DIRECTIONS) * f64::from(index);
        let spot = then + angle::polar(distance, direction);
        let is_inside =
            spot.x.abs() <= pitch::HALF_LENGTH - EDGE && spot.y.abs() <= pitch::HALF_WIDTH - EDGE;
        let way = spot - ball;
        let speed = way.length() / (1.0 + server.ball_decay);
        let fastest = fastest_along(world, world.ball.velocity, angle::of(way), push);
        if !is_inside || fastest.map_or(0.0, Vec2::length) < speed {
            continue;
        }
        let velocity = way.with_length(speed);
        let collides = (ball + velocity).distance(next) < contact;
        let there = if collides { ball + velocity * (1.0 - 0.1 * server.ball_decay) } else { spot };
        let steps = opponents_steps(world, there);
        let is_better = best
            .is_none_or(|(most, slowest, _)| steps > most || (steps == most && speed < slowest));
        if steps > 0 && is_better {
            best = Some((steps, speed, velocity));
        }
    }
    best.map(|(_, _, velocity)| velocity)
}

/// Cycles until the first opponent is at a place.
fn opponents_steps(world: &WorldModel, spot: Vec2) -> u32 {
    let near =
        world.opponents().filter(|player| player.position.distance(world.me.position) <= NEAR);
    let steps = near.map(|player| steps_to(world.rules, player, spot));
    steps.filter(|&steps| steps > 0).min().unwrap_or(1000)
}

/// This many cycles are checked one by one.
const CLOSE: u32 = 6;

fn steps_to(rules: &Rules, player: &PlayerView, spot: Vec2) -> u32 {
    let (server, own): (_, &PlayerType) = (&rules.server, player.own);
    let area = own.kickable_area(server.ball_size);
    let turns_for = |gap: Vec2| {
        if player.counts.body > 1 {
            return 1;
        }
        let moves = (player.body, player.velocity.length());
        turns(server, own, moves, (gap.length(), angle::of(gap)), area, true)
    };
    let end = spot - final_point(player.position, player.velocity, own.player_decay);
    let late = turns_for(end) + cycles_to_run(rules, own, end.length());
    if late > CLOSE {
        return late;
    }
    for cycle in 0..=CLOSE {
        let gap = spot - drifted(player, cycle);
        let run = gap.length() - 0.5 * area;
        if gap.length() < area || run < 0.001 {
            return cycle;
        }
        if run > top_speed(server, own) * f64::from(cycle) {
            continue;
        }
        let dashes = cycles_to_run(rules, own, run);
        if dashes <= cycle && turns_for(gap) + dashes <= cycle {
            return cycle;
        }
    }
    late
}
