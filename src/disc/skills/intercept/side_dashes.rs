//! Ways to the ball by dashes to any side, without a turn.

use super::super::angle;
use super::super::goalie;
use super::super::own_motion::{direction_rate, top_speed};
use super::super::stamina::Stamina;
use super::super::world_model::{WorldModel, after};
use super::way::{Way, WayKind};
use super::{control, may_catch, stretch};
use crate::disc::power::whole_power;
use crate::disc::{PlayerType, ServerParameters, Vec2};

/// The most cycles of such a way.
const LONGEST: u32 = 5;
/// The probability of a catch that is enough.
const SURE_CATCH: f64 = 0.9;

/// Adds ways.
pub(super) fn add(world: &WorldModel, ball_velocity: Vec2, ways: &mut Vec<Way>) {
    let (me, server) = (&world.me, &world.rules.server);
    let (aside, fastest) = (top_side_speed(server, me.own), top_speed(server, me.own));
    for steps in 1..=LONGEST {
        let ball = after(world.ball.position, ball_velocity, server.ball_decay, steps);
        let area = control(world, ball, 0.5);
        let free = world.me_after(steps);
        let gap = ball - free;
        let off = angle::turned(gap, -me.body).y.abs();
        let time = f64::from(steps);
        if off - area > aside * time || gap.length() - area > fastest * time {
            continue;
        }
        let speed = ball_velocity.length() * whole_power(server.ball_decay, steps - 1);
        ways.extend(way(world, Meeting { ball, free, speed, steps }));
    }
}

/// The fastest that a player of a type runs to the side, m/cycle.
fn top_side_speed(server: &ServerParameters, own: &PlayerType) -> f64 {
    let push = server.max_dash_power * own.dash_power_rate * own.effort_max;
    push * direction_rate(server, 90.0) / (1.0 - own.player_decay)
}

/// Where a ball is met.
struct Meeting {
    ball: Vec2,
    /// Where the player would be without dashes.
    free: Vec2,
    /// The ball's speed before the last step.
    speed: f64,
    steps: u32,
}

fn way(world: &WorldModel, meeting: Meeting) -> Option<Way> {
    let (me, server) = (&world.me, &world.rules.server);
    let Meeting { ball, free, speed, steps } = meeting;
    let decay = me.own.player_decay;
    let catches = may_catch(world, ball, 0.5);
    let near = if catches { world.reach_of_kick() } else { super::sure_distance(world, speed) };
    let (mut at, mut velocity, mut stamina) = (me.position, me.velocity, Stamina::of(me));
    let (mut power, mut direction) = (0.0, 0.0);
    for step in 0..steps {
        let push = (ball - at) * (1.0 / stretch(decay, steps - step)) - velocity;
        let side = rounded(server, angle::from_to(me.body, angle::of(push)));
        let rate = direction_rate(server, side) * me.own.dash_power_rate * stamina.effort();
        let strength = if rate > 0.0 { push.length() / rate } else { 0.0 };
        let strength = strength.min(server.max_dash_power);
        let strength = stamina.safe_power(server, me.own, strength);
        if step == 0 {
            (power, direction) = (strength, side);
        }
        velocity += angle::polar(strength * rate, me.body + side);
        at += velocity;
        velocity *= decay;
        stamina.dash(server, me.own, strength);
        let is_there = (at - ball).length2() < near * near
            || (free - at).length2() > (free - ball).length2()
            || (catches && goalie::catch_probability(world, ball - at, me.body) > SURE_CATCH);
        if is_there {
            return Some(Way {
                kind: WayKind::Side,
                turns: 0,
                angle: 0.0,
                dashes: steps,
                power,
                direction,
                end: at,
                gap: at.distance(ball),
                stamina: stamina.stamina(),
                exhausts: stamina.is_exhausted_since(&Stamina::of(me)),
            });
        }
    }
    None
}

/// Rounds a direction to one that dashes can have.
fn rounded(server: &ServerParameters, direction: f64) -> f64 {
    let step = server.dash_angle_step;
    if step > 0.0 { (direction / step).round_ties_even() * step } else { direction }
}
