//! Defending against opponents who have the ball or may get it.

use super::go_to_point::{GoToPoint, go_to_point};
use super::outcome::Outcome;
use super::turn::turn_to_ball;
use super::world_model::{PlayerView, WorldModel};
use crate::disc::{Vec2, pitch};

/// The middle of our goal.
const OWN_GOAL: Vec2 = Vec2::new(-pitch::HALF_LENGTH, 0.0);
/// How far from a marked opponent they stand towards our goal, m.
const GOAL_SIDE: f64 = 1.5;
/// How far from them they stand towards the ball, m.
const BALL_SIDE: f64 = 0.8;
/// Distance at which they count as arrived, m.
const THERE: f64 = 0.5;
/// How far ahead of the ball, on its way to our goal, a blocker stands, for each metre of their
/// distance from the ball, m.
const AHEAD: f64 = 0.3;
/// The same at least, m.
const LEAST: f64 = 0.5;
/// The same at most, m.
const MOST: f64 = 6.0;

/// The place from which an opponent is marked: on the way from them to our goal, a little towards
/// the ball.
pub fn marking_place(world: &WorldModel, opponent: &PlayerView) -> Vec2 {
    let at = opponent.position + opponent.velocity;
    let behind = at + (OWN_GOAL - at).with_length(GOAL_SIDE);
    behind + (world.ball_after(1) - behind).with_length(BALL_SIDE)
}

/// Marks an opponent (index of `WorldModel::others`); does nothing if they are not known.
pub fn mark(world: &WorldModel, opponent: usize, power: f64) -> Outcome {
    match world.others.get(opponent) {
        Some(opponent) => go(world, marking_place(world, opponent), power),
        None => Outcome::NOTHING,
    }
}

/// Where the ball's way to our goal can be cut off: the farther the player is from the ball, the
/// farther ahead of it.
pub fn blocking_place(world: &WorldModel) -> Vec2 {
    let soonest = world.reach().opponent;
    let ball = world.ball_after(if soonest < 100 { soonest } else { 0 });
    let way = OWN_GOAL - ball;
    let off = super::angle::turned(world.me.position - ball, -super::angle::of(way));
    let ahead = (AHEAD * off.length()).clamp(LEAST, MOST).min(way.length());
    ball + way.with_length(ahead)
}

/// Goes between the ball and our goal.
pub fn block(world: &WorldModel, power: f64) -> Outcome {
    go(world, blocking_place(world), power)
}

fn go(world: &WorldModel, spot: Vec2, power: f64) -> Outcome {
    if world.me.is_frozen {
        return Outcome::NOTHING;
    }
    let way = go_to_point(world, spot, GoToPoint { threshold: THERE, power, save_recovery: true });
    if way.is_success { way } else { Outcome { is_success: true, ..turn_to_ball(world, 1) } }
}
