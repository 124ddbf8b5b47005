//! Short runs with the ball.

use super::super::super::angle;
use super::super::super::intercept::cycles_to_run;
use super::super::super::kick_rate::kick_rate;
use super::super::super::rivals::{control_area, drifted};
use super::super::super::stamina::Stamina;
use super::{Run, WorldModel, is_unsafe, speed_for, turn_per_cycle, turns_of};
use crate::disc::{Vec2, pitch};

/// Number of directions tried, relative to the body.
const DIRECTIONS: u32 = 16;
/// The angle that needs no turn, degrees.
const STRAIGHT: f64 = 10.0;
/// The most turns that are tried.
const TURNS: u32 = 2;
/// The numbers of dashes that are tried.
const DASHES: std::ops::RangeInclusive<u32> = 1..=4;
/// How far from contact the ball is met, as a share of the margin of reach.
const MET: f64 = 0.2;
/// How far from contact it is kept, m.
const OFF_CONTACT: f64 = 0.1;
/// How near to the edge of the pitch a run may end, m.
const EDGE: f64 = 1.0;
/// Opponents farther than this do not matter, m.
const FAR: f64 = 20.0;
/// Opponents this far behind the ball do not matter, m.
const BEHIND: f64 = 4.0;
/// Stamina that is kept above the threshold of recovery.
const SPARE: f64 = 300.0;

pub(super) fn runs(world: &WorldModel) -> Vec<Run> {
    let me = &world.me;
    let step = 360.0 / f64::from(DIRECTIONS);
    let mut runs = Vec::new();
    for index in 0..DIRECTIONS {
        let turned = step * f64::from(index);
        let course = angle::normalize(me.body + turned);
        if is_unsafe(me.position, course) {
            continue;
        }
        let (turns, left) = turns(world, angle::normalize(turned).abs());
        if turns > TURNS {
            continue;
        }
        // The rest of the angle is not turned.
        let course = angle::normalize(course - if turned < 180.0 { left } else { -left });
        add(world, course, turns, &mut runs);
    }
    runs
}

/// Number of turns after the kick, and what is left of the angle, degrees.
fn turns(world: &WorldModel, angle: f64) -> (u32, f64) {
    let own = world.me.own;
    let (mut left, mut turns) = (angle, 0);
    let mut speed = world.me.velocity.length() * own.player_decay;
    while left > STRAIGHT && turns <= TURNS {
        left = (left - turn_per_cycle(own, speed)).max(0.0);
        speed *= own.player_decay;
        turns += 1;
    }
    (turns, left)
}

/// Runs in a direction, the longest first.
fn add(world: &WorldModel, course: f64, turns: u32, runs: &mut Vec<Run>) {
    let (me, server) = (&world.me, &world.rules.server);
    let contact = me.own.player_size + server.ball_size;
    let ahead = angle::polar(contact + MET * me.own.kickable_margin, course);
    let [half_length, half_width] = if server.keepaway {
        [0.5 * server.keepaway_length - 1.5, 0.5 * server.keepaway_width - 1.5]
    } else {
        [pitch::HALF_LENGTH - EDGE, pitch::HALF_WIDTH - EDGE]
    };
    let places = places(world, course, turns);
    let rate = kick_rate(world);
    let ball = world.ball.position;
    for dashes in DASHES.rev() {
        let point = places[(turns + dashes) as usize] + ahead;
        if point.x.abs() > half_length || point.y.abs() > half_width {
            continue;
        }
        let cycles = 1 + turns + dashes;
        let speed = speed_for(world, ball.distance(point), cycles);
        let velocity = (point - ball).with_length(speed);
        let push = (velocity - world.ball.velocity).length();
        let too_strong = push > rate * server.maxpower
            || push > server.ball_accel_max
            || speed > server.ball_speed_max;
        let collides = (ball + velocity).distance(places[0]) < contact + OFF_CONTACT;
        if !too_strong && !collides && is_free(world, point, cycles) {
            runs.push(Run { point, cycles, is_long: false, speed, turns, dashes });
        }
    }
}

/// Their positions after the kick, and after each turn and dash.
fn places(world: &WorldModel, course: f64, turns: u32) -> [Vec2; 8] {
    let (me, server) = (&world.me, &world.rules.server);
    let mut stamina = Stamina::of(me);
    let (mut at, mut velocity) = (me.position, me.velocity);
    let reserve = server.stamina_max * server.recover_dec_thr + SPARE;
    std::array::from_fn(|index| {
        if index as u32 > turns {
            let power = (stamina.stamina() - reserve).max(0.0).min(server.max_dash_power);
            let push = power * me.own.dash_power_rate * stamina.effort();
            velocity += angle::polar(push, course);
            stamina.dash(server, me.own, power);
        } else {
            stamina.wait(server, me.own);
        }
        at += velocity;
        velocity *= me.own.player_decay;
        at
    })
}

/// Whether no opponent reaches the point as soon.
fn is_free(world: &WorldModel, point: Vec2, cycles: u32) -> bool {
    let ball = world.ball.position;
    let course = angle::of(point - ball);
    world.opponents().all(|player| {
        let seen = angle::turned(player.position - ball, -course);
        if player.position.distance(world.me.position) > FAR || seen.x < -BEHIND {
            return true;
        }
        let area = control_area(world, player, point);
        let gap = point - drifted(player, cycles);
        let distance = gap.length();
        if distance - area < 0.001 {
            return false;
        }
        let dashes = cycles_to_run(world.rules, player.own, distance - 0.5 * area - 0.2);
        let turns = turns_of(world, player, gap, area, true, 1);
        let steps = turns + dashes + u32::from(turns > 0);
        let ahead = if player.is_tackling {
            -5
        } else {
            i32::from(point.x < 30.0) + i32::from(point.x < 0.0)
        };
        let age = i32::from(player.counts.position.min(if seen.x > 0.5 { 8 } else { 4 }));
        steps as i32 - ahead - age > cycles as i32
    })
}
