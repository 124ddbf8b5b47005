//! All ways of the player themselves to the ball.

use super::super::angle;
use super::super::own_motion::top_speed;
use super::super::stamina::Stamina;
use super::super::world_model::{WorldModel, final_point};
use super::turn_cycles;
use super::way::{Way, WayKind, sorted};
use super::{
    HORIZON, INSIDE, NEVER, STRAIGHT, control, cycles_to_run, one_step, side_dashes, straight,
    turn_and_dash,
};
use crate::disc::{Vec2, pitch};

/// How far beyond the pitch the ball still counts, m.
const BEYOND: f64 = 5.0;
/// Cycles to a ball that no way leads to in time.
const LATE: u32 = 100;

/// Ways to the ball in order of their cycles; there is always one.
pub(super) fn ways(world: &WorldModel, ball_velocity: Vec2) -> Vec<Way> {
    sorted(found(world, ball_velocity, |_| false))
}

/// Cycles of the fastest of these ways that does not cost recovery; [`NEVER`] if all do. Takes less
/// work than finding all ways.
pub(super) fn steps(world: &WorldModel, ball_velocity: Vec2) -> u32 {
    let found = found(world, ball_velocity, |way| !way.exhausts);
    found.iter().filter(|way| !way.exhausts).map(Way::steps).min().unwrap_or(NEVER)
}

/// Ways of all kinds. The search for those by turns and dashes stops once one is enough.
fn found(world: &WorldModel, ball_velocity: Vec2, is_enough: impl Fn(&Way) -> bool) -> Vec<Way> {
    let mut ways = Vec::new();
    one_step::add(world, ball_velocity, &mut ways);
    let first = first_step(world, ball_velocity);
    turn_and_dash::add(world, ball_velocity, first, is_enough, &mut ways);
    side_dashes::add(world, ball_velocity, &mut ways);
    if ways.is_empty() {
        ways.push(to_the_end(world, ball_velocity));
    }
    ways
}

/// The first cycle in which a way by turns and dashes can lead to the ball.
fn first_step(world: &WorldModel, ball_velocity: Vec2) -> u32 {
    let ball = world.ball.position;
    let end = final_point(ball, ball_velocity, world.rules.server.ball_decay);
    let distance = distance_to_segment(world.me.position, ball, clipped(ball, end));
    let least = (distance - world.reach_of_kick()) / top_speed(&world.rules.server, world.me.own);
    (least.ceil() - 2.0).max(2.0) as u32
}

/// The end of the ball's way, or where it leaves the surroundings of the pitch.
fn clipped(from: Vec2, end: Vec2) -> Vec2 {
    let (x, y) = (pitch::HALF_LENGTH + BEYOND, pitch::HALF_WIDTH + BEYOND);
    let part = |from: f64, end: f64, most: f64| {
        if end.abs() <= most || from.abs() > most {
            1.0
        } else {
            (most - from.abs()) / (end.abs() - from.abs())
        }
    };
    let part = part(from.x, end.x, x).min(part(from.y, end.y, y));
    from + (end - from) * part
}

pub(in crate::disc::skills) fn distance_to_segment(point: Vec2, from: Vec2, to: Vec2) -> f64 {
    let (way, gap) = (to - from, point - from);
    let length2 = way.length2();
    let part = if length2 > 0.0 { (way.x * gap.x + way.y * gap.y) / length2 } else { 0.0 };
    point.distance(from + way * part.clamp(0.0, 1.0))
}

/// A way to where the ball comes to rest, if no other is short enough.
fn to_the_end(world: &WorldModel, ball_velocity: Vec2) -> Way {
    let (me, server) = (&world.me, &world.rules.server);
    let ball = final_point(world.ball.position, ball_velocity, server.ball_decay);
    let reach = control(world, ball, 0.5);
    let gap = ball - world.me_after(LATE);
    let (distance, way) = (gap.length(), angle::from_to(me.body, angle::of(gap)));
    let needs_turn = (reach * super::LEAST).max(reach - INSIDE) < distance;
    let margin = straight(STRAIGHT, reach, distance);
    let (turns, _) =
        if needs_turn { turn_cycles(me.own, me.velocity.length(), way, margin) } else { (0, 0.0) };
    let here = final_point(me.position, me.velocity, me.own.player_decay);
    let run = here.distance(ball) - reach - INSIDE;
    let dashes = cycles_to_run(world.rules, me.own, run).max(HORIZON.saturating_sub(turns));
    let mut stamina = Stamina::of(me);
    (0..turns).for_each(|_| stamina.wait(server, me.own));
    (0..dashes).for_each(|_| stamina.dash(server, me.own, server.max_dash_power));
    Way {
        kind: WayKind::Forward,
        turns,
        angle: if turns > 0 { way } else { 0.0 },
        dashes,
        power: server.max_dash_power,
        direction: 0.0,
        end: ball,
        gap: 0.0,
        stamina: stamina.stamina(),
        exhausts: false,
    }
}
