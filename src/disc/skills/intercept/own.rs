//! Ways of the player himself to the ball.

use super::super::angle;
use super::super::own_motion::direction_rate;
use super::super::world_model::WorldModel;
use super::{HORIZON, NEVER, Runs, margin, off, turn_cycles};
use crate::disc::Vec2;

/// How far inside of his reach the ball is to be, m.
const INSIDE: f64 = 0.15;
/// Cycles for which dashes to any side are tried, and the steps of their directions, degrees.
const SIDE_DASHES: u32 = 5;
const SIDE_STEP: usize = 5;
/// Ways by turns that are looked for.
const WAYS: usize = 10;

/// A way to the ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Way {
    /// Cycles with turns, which come first.
    pub turns: u32,
    /// By how much they turn, degrees.
    pub angle: f64,
    /// Dashes behind them.
    pub dashes: u32,
    /// Their power; 0 where the ball comes by itself.
    pub power: f64,
    /// Direction of the dashes from the body, degrees.
    pub direction: f64,
}

impl Way {
    /// Cycles that it takes.
    pub fn steps(&self) -> u32 {
        self.turns + self.dashes
    }
}

/// Cycles until the player himself can kick the ball; 0 if he can.
pub fn own_steps(world: &WorldModel, runs: &Runs) -> u32 {
    if world.me.can_kick {
        return 0;
    }
    own_ways(world, runs).iter().map(Way::steps).min().unwrap_or(NEVER)
}

/// Ways to the ball, the first that there are of each kind.
pub fn own_ways(world: &WorldModel, runs: &Runs) -> Vec<Way> {
    let size = world.me.own.kickable_area(world.rules.server.ball_size) - INSIDE;
    let mut ways = Vec::new();
    if (world.ball_after(1) - world.me_after(1)).length() <= size {
        ways.push(Way { turns: 0, angle: 0.0, dashes: 1, power: 0.0, direction: 0.0 });
    }
    ways.extend((1..=SIDE_DASHES).filter_map(|cycles| side_way(world, size, cycles)));
    let turns = (1..=HORIZON).filter_map(|cycles| turn_way(world, runs, size, cycles));
    ways.extend(turns.take(WAYS));
    ways
}

/// Dashes in one direction, whatever the body's, that lead to the ball.
fn side_way(world: &WorldModel, size: f64, cycles: u32) -> Option<Way> {
    let ball = world.ball_after(cycles);
    let best = (-180..180)
        .step_by(SIDE_STEP)
        .map(f64::from)
        .map(|direction| ((ball - dashed(world, direction, cycles)).length(), direction));
    let (left, direction) = best.min_by(|a, b| a.0.total_cmp(&b.0))?;
    (left <= size).then_some(Way {
        turns: 0,
        angle: 0.0,
        dashes: cycles,
        power: world.rules.server.max_dash_power,
        direction,
    })
}

/// Where dashes at full power in one direction lead to.
fn dashed(world: &WorldModel, direction: f64, cycles: u32) -> Vec2 {
    let (me, server) = (&world.me, &world.rules.server);
    let rate = me.effort * me.own.dash_power_rate * direction_rate(server, direction);
    let push = (server.max_dash_power * rate).min(server.player_accel_max);
    let push = angle::polar(push, me.body + direction);
    let (mut at, mut velocity) = (me.position, me.velocity);
    for _ in 0..cycles {
        velocity += push;
        if velocity.length() > me.own.player_speed_max {
            velocity = velocity.with_length(me.own.player_speed_max);
        }
        at += velocity;
        velocity *= me.own.player_decay;
    }
    at
}

/// Turns towards the ball, or none if it is ahead, then dashes.
fn turn_way(world: &WorldModel, runs: &Runs, size: f64, cycles: u32) -> Option<Way> {
    let me = &world.me;
    let gap = world.ball_after(cycles) - world.me_after(cycles);
    let distance = gap.length();
    let angle = off(me.body, gap);
    let (turns, left) = turn_cycles(&me.own, me.velocity.length(), angle, margin(size, distance));
    let dashes = cycles.checked_sub(turns)?;
    let ahead = angle::polar(distance, left);
    let run = runs.after(dashes).min(ahead.x.max(0.0));
    let gap = ahead - Vec2::new(run, 0.0);
    let angle = if turns > 0 { angle } else { 0.0 };
    (gap.length() <= size).then_some(Way {
        turns,
        angle,
        dashes,
        power: world.rules.server.max_dash_power,
        direction: 0.0,
    })
}
