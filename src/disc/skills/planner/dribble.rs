//! Runs with the ball that nobody stops.

use super::super::angle;
use super::super::intercept::cycles_to_run;
use super::super::own_motion::{top_speed, turn_per_cycle};
use super::super::world_model::WorldModel;
use crate::disc::{Vec2, pitch};

/// Directions that are tried, and lengths: of short runs with the ball, m, and of long ones behind
/// a ball that is kicked ahead.
const DIRECTIONS: u32 = 16;
const SHORT: [f64; 3] = [2.0, 4.0, 6.0];
const LONG: [f64; 3] = [8.0, 12.0, 18.0];
/// How near to the edge of the pitch a run may end, m.
const EDGE: f64 = 1.5;
/// What part of his speed a player has with the ball.
const WITH_BALL: f64 = 0.75;
/// How far an opponent reaches, m, and by how many cycles a run must be before him.
const REACH: f64 = 1.3;
const LEAD: u32 = 2;

/// A run with the ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Run {
    /// Where it leads to.
    pub point: Vec2,
    /// Cycles that it takes.
    pub cycles: u32,
    /// Whether the ball is kicked far ahead.
    pub is_long: bool,
}

/// Runs that nobody stops.
pub fn runs(world: &WorldModel) -> Vec<Run> {
    let me = &world.me;
    if !me.can_kick || me.is_frozen {
        return Vec::new();
    }
    let directions = (0..DIRECTIONS).map(|index| 360.0 / f64::from(DIRECTIONS) * f64::from(index));
    let lengths = || {
        let short = SHORT.into_iter().map(|length| (length, false));
        short.chain(LONG.into_iter().map(|length| (length, true)))
    };
    let mut runs = Vec::new();
    for direction in directions {
        for (length, is_long) in lengths() {
            let Some(run) = run(world, direction, length, is_long) else { break };
            runs.push(run);
        }
    }
    runs
}

fn run(world: &WorldModel, direction: f64, length: f64, is_long: bool) -> Option<Run> {
    let (me, server) = (&world.me, &world.rules.server);
    // A ball kicked far ahead is for those who run straight on.
    let off = angle::from_to(me.body, direction).abs();
    if is_long && off > 30.0 {
        return None;
    }
    let point = me.position + angle::polar(length, direction);
    if point.x.abs() > pitch::HALF_LENGTH - EDGE || point.y.abs() > pitch::HALF_WIDTH - EDGE {
        return None;
    }
    let turns = (off / turn_per_cycle(me.own, me.velocity.length())).ceil();
    let turns = if off < 15.0 { 0.0 } else { turns };
    let share = if is_long { 0.95 } else { WITH_BALL };
    let speed = share * top_speed(server, me.own);
    let cycles = (1.0 + turns + length / speed).ceil() as u32;
    let is_free = world.opponents().all(|player| {
        // The nearest point of the way, and when the ball is there.
        let seen = angle::turned(player.position - me.position, -direction);
        let along = seen.x.clamp(0.0, length);
        let there = me.position + angle::polar(along, direction);
        let time = 1.0 + turns + along / speed;
        let far = player.position.distance(there) - REACH;
        let far_at_end = player.position.distance(point) - REACH;
        let needs = |far: f64| cycles_to_run(server, player.own, far.max(0.0));
        let age = u32::from(player.counts.position.min(5));
        far > 0.0
            && f64::from(needs(far)) + 0.5 > time + f64::from(age)
            && needs(far_at_end) >= cycles + LEAD + age
    });
    is_free.then_some(Run { point, cycles, is_long })
}
