//! Kicking the ball out of danger.

use super::angle;
use super::one_step_kick::{OneStepKick, one_step_kick};
use super::outcome::Outcome;
use super::smart_kick::{SmartKick, smart_kick};
use super::world_model::WorldModel;
use crate::disc::{PlayMode, Vec2, pitch};

/// Distance of the point aimed at, m.
const FAR: f64 = 30.0;
/// How far from a direction the nearest opponent must be in the first round, degrees.
const FREE: f64 = 25.0;
/// The factor by which this shrinks in each further round.
const LESS: f64 = 0.7;
/// The number of rounds.
const ROUNDS: i32 = 5;
/// Opponents farther than this from the ball do not count, m.
const NEAR: f64 = 35.0;
/// If the ball is no farther than this from the pitch's long axis, both sides are tried, m.
const MIDDLE: f64 = 3.0;
/// An opponent this near to the ball leaves time for only one kick, m.
const CLOSE: f64 = 1.5;

/// `Body_ClearBall`: kicks the ball ahead and to the side, where no opponent is.
pub fn clear_ball(world: &WorldModel) -> Outcome {
    if world.me.is_frozen || !world.me.can_kick {
        return Outcome::NOTHING;
    }
    let (ball, most) = (world.ball.position, world.rules.server.ball_speed_max);
    let once = OneStepKick { speed: most, force: false };
    if world.opponent_can_kick() {
        return one_step_kick(world, ball + Vec2::new(10.0, 0.0), once);
    }
    let point = ball + angle::polar(FAR, direction(world));
    let is_close = world.opponents().any(|player| player.position.distance(ball) < CLOSE);
    if world.mode != PlayMode::PlayOn || is_close {
        return one_step_kick(world, point, once);
    }
    let threshold = (0.85 * most).max(2.5);
    smart_kick(world, point, SmartKick { speed: most, threshold, steps: 2 })
}

/// The first direction that is free enough.
fn direction(world: &WorldModel) -> f64 {
    let candidates = candidates(world);
    let free: Vec<f64> = candidates.iter().map(|&direction| free(world, direction)).collect();
    for round in 0..ROUNDS {
        let enough = FREE * LESS.powi(round);
        let found = candidates.iter().zip(&free).find(|(_, free)| **free >= enough);
        if let Some((direction, _)) = found {
            return *direction;
        }
    }
    away_from_goal(world)
}

/// Directions in order of preference: to the side lines ahead, then steep ones, then flat ones.
fn candidates(world: &WorldModel) -> Vec<f64> {
    let (me, ball) = (world.me.position, world.ball.position);
    let side = if ball.y >= 0.0 { 1.0 } else { -1.0 };
    let sides = if ball.y.abs() > MIDDLE { &[1.0][..] } else { &[1.0, -1.0][..] };
    let mut directions = Vec::new();
    for ahead in [50.0, 40.0, 30.0, 20.0] {
        for other in sides {
            let point = Vec2::new(me.x + ahead, other * side * (pitch::HALF_WIDTH - 2.0));
            if me.distance(point) >= 10.0 {
                directions.push(angle::of(point - ball));
            }
        }
    }
    for steep in 30..=75 {
        directions.extend(sides.iter().map(|other| other * side * f64::from(steep)));
    }
    directions.extend((-30..=30).rev().map(|flat| side * f64::from(flat)));
    directions
}

/// How far the nearest opponent is from a direction, degrees.
fn free(world: &WorldModel, direction: f64) -> f64 {
    let ball = world.ball.position;
    let near = world.sure_opponents().filter(|player| player.position.distance(ball) <= NEAR);
    let off = |position: Vec2| angle::from_to(direction, angle::of(position - ball)).abs();
    near.map(|player| off(player.position)).fold(360.0, f64::min)
}

/// A direction away from our goal, or nearly along the side line if the ball would cross that.
fn away_from_goal(world: &WorldModel) -> f64 {
    let ball = world.ball.position;
    let away = angle::of(ball - Vec2::new(-pitch::HALF_LENGTH, 0.0));
    if (ball.y + angle::polar(FAR, away).y).abs() < pitch::HALF_WIDTH {
        return away;
    }
    let side = if ball.y >= 0.0 { 3.0 } else { -3.0 };
    if world.me.position.y.abs() <= 25.0 { side } else { -side }
}
