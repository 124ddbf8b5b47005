//! Long runs after a ball that is kicked far ahead.

use super::super::super::angle;
use super::super::super::intercept::cycles_to_run;
use super::super::super::kick_rate::{fastest_along, kick_rate, most_push};
use super::super::super::own_motion::top_speed;
use super::super::super::rivals::{control_area, drifted};
use super::super::super::stamina::Stamina;
use super::{Run, WorldModel, speed_for, turn_per_cycle, turns_of};
use crate::disc::{Vec2, pitch};

/// Number of directions tried.
const DIRECTIONS: u32 = 60;
/// The fewest dashes.
const LEAST: u32 = 5;
/// The most dashes for a ball behind each x, m.
const MOST: [(f64, u32); 4] = [(-20.0, 6), (0.0, 7), (10.0, 13), (20.0, 15)];
/// The most dashes for a ball farther ahead.
const MOST_AHEAD: u32 = 20;
/// Up to this many dashes each number is tried, above it every other one.
const ALL: u32 = 10;
/// At most this many runs are kept for each direction.
const KEPT: usize = 10;
/// Nobody runs in a direction more than this off straight ahead, degrees, unless the ball is beyond
/// [`AT_GOAL`].
const AHEAD: f64 = 85.0;
/// See [`AHEAD`]; an x, m.
const AT_GOAL: f64 = pitch::HALF_LENGTH - pitch::PENALTY_AREA_LENGTH + 5.0;
/// How far from our goal a run must end, m.
const OWN_GOAL: f64 = 18.0;
/// How far it must stay from their goal line, m.
const FROM_GOAL_LINE: f64 = 2.5;
/// How far it must stay from the side lines, m.
const FROM_SIDE_LINE: f64 = 3.0;
/// How far the ball is kept from contact, and from the reach of opponents, m.
const OFF: f64 = 0.1;
/// Opponents this far behind the ball do not matter, m.
const BEHIND: f64 = 4.0;
/// Stamina that is kept above the threshold of recovery.
const SPARE: f64 = 350.0;

pub(super) fn runs(world: &WorldModel) -> Vec<Run> {
    let me = &world.me;
    let ball = world.ball.position;
    let most_turn = turn_per_cycle(me.own, me.velocity.length() * me.own.player_decay);
    let found = MOST.iter().find(|(x, _)| ball.x < *x);
    let most = found.map_or(MOST_AHEAD, |&(_, dashes)| dashes);
    let mut runs = Vec::new();
    for index in 0..DIRECTIONS {
        let turn = angle::normalize(360.0 / f64::from(DIRECTIONS) * f64::from(index));
        let course = angle::normalize(me.body + turn);
        let is_back = ball.x < AT_GOAL && course.abs() > AHEAD;
        if turn.abs() > most_turn || is_back {
            continue;
        }
        add(world, course, u32::from(index > 0), most, &mut runs);
    }
    runs
}

/// Runs in a direction, the longest first.
fn add(world: &WorldModel, course: f64, turns: u32, most: u32, runs: &mut Vec<Run>) {
    let places = places(world, course, turns, most);
    let own_goal = Vec2::new(-pitch::HALF_LENGTH, 0.0);
    let mut dashes = (places.len() as u32).saturating_sub(turns);
    let mut kept = 0;
    while dashes >= LEAST && kept < KEPT {
        let cycles = 1 + turns + dashes;
        let point = places[(turns + dashes - 1) as usize];
        let speed = speed_for(world, world.ball.position.distance(point), cycles);
        let is_good = point.distance(own_goal) >= OWN_GOAL
            && can_kick(world, point, speed)
            && is_free(world, point, cycles);
        if is_good {
            runs.push(Run { point, cycles, is_long: true, speed, turns, dashes });
            kept += 1;
        }
        dashes = dashes.saturating_sub(if dashes <= ALL { 1 } else { 2 });
    }
}

/// Their positions after each turn and dash, as long as they have the stamina and do not come too
/// near to the lines.
fn places(world: &WorldModel, course: f64, turns: u32, most: u32) -> Vec<Vec2> {
    let (me, server) = (&world.me, &world.rules.server);
    let mut stamina = Stamina::of(me);
    let (mut at, mut velocity) = (me.position, me.velocity);
    let reserve = if stamina.has_no_capacity() {
        -me.own.extra_stamina
    } else {
        server.stamina_max * server.recover_dec_thr + SPARE
    };
    let mut places = Vec::with_capacity((turns + most) as usize);
    for cycle in 0..=turns {
        at += velocity;
        velocity *= me.own.player_decay;
        stamina.wait(server, me.own);
        if cycle > 0 {
            places.push(at);
        }
    }
    for _ in 0..most {
        if stamina.stamina() < reserve {
            break;
        }
        let power = (stamina.stamina() - reserve).max(0.0).min(server.max_dash_power);
        velocity += angle::polar(power * me.own.dash_power_rate * stamina.effort(), course);
        at += velocity;
        let leaves = at.y.abs() > pitch::HALF_WIDTH - FROM_SIDE_LINE && at.y * course > 0.0;
        if at.x > pitch::HALF_LENGTH - FROM_GOAL_LINE || leaves {
            break;
        }
        velocity *= me.own.player_decay;
        stamina.dash(server, me.own, power);
        places.push(at);
    }
    places
}

/// Whether one kick can send the ball to the point with this speed, and neither they nor an
/// opponent is in its way.
fn can_kick(world: &WorldModel, point: Vec2, speed: f64) -> bool {
    let (me, server, ball) = (&world.me, &world.rules.server, world.ball.position);
    let push = most_push(world, kick_rate(world));
    let fastest = fastest_along(world, world.ball.velocity, angle::of(point - ball), push);
    if fastest.map_or(0.0, Vec2::length) < speed {
        return false;
    }
    let next = ball + (point - ball).with_length(speed);
    if next.distance(world.me_after(1)) < me.own.player_size + server.ball_size + OFF {
        return false;
    }
    world.opponents().all(|player| {
        let area = control_area(world, player, next);
        let there = player.position + player.velocity;
        let push = server.max_dash_power * player.own.dash_power_rate * player.own.effort_max;
        let moves = player.velocity.length();
        let dash = if player.counts.body <= 1 {
            angle::polar(push, player.body)
        } else if moves > 0.0 {
            player.velocity.with_length(push)
        } else {
            Vec2::ZERO
        };
        next.distance(there) >= area + OFF && next.distance(there + dash) >= area
    })
}

/// Whether no opponent reaches the point as soon.
fn is_free(world: &WorldModel, point: Vec2, cycles: u32) -> bool {
    let (server, ball) = (&world.rules.server, world.ball.position);
    let course = angle::of(point - ball);
    let is_ahead = point.x > world.offside_line() || point.x > 35.0;
    world.opponents().all(|player| {
        let seen = angle::turned(player.position - ball, -course);
        if seen.x < -BEHIND {
            return true;
        }
        let area = control_area(world, player, point);
        let gap = point - drifted(player, cycles);
        let distance = gap.length();
        let age = player.counts.position;
        let reaches = top_speed(server, player.own) * f64::from(cycles + u32::from(age)) + area;
        if distance > reaches {
            return true;
        }
        if distance - area < 0.001 {
            return false;
        }
        let far = player.position.distance(world.me.position);
        let dashes = cycles_to_run(world.rules, player.own, distance - area - 0.2 - 0.01 * far);
        let turns = turns_of(world, player, gap, area, false, 0);
        let steps = (turns + dashes + u32::from(turns > 0)) as i32;
        let bonus = if seen.x > 0.8 {
            let first = if player.is_tackling { -5 } else { i32::from(point.x < 27.0) };
            first + 1 + (i32::from(age) - 1).clamp(0, 8)
        } else {
            (i32::from(age) - i32::from(is_ahead)).clamp(0, 3)
        };
        steps - bonus > cycles as i32
    })
}
