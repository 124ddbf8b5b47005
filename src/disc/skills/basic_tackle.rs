//! Tackles when they are needed.

use super::angle;
use super::intercept::{NEVER, cycles_to_run};
use super::necks::Neck;
use super::outcome::Outcome;
use super::own_motion::top_speed;
use super::play::Play;
use super::rivals::{drifted, first_cycle, turns};
use super::tackle::{failure, velocity_after};
use super::world_model::{PlayerView, WorldModel, after, final_point};
use crate::disc::{Card, Command, PlayMode, Vec2, pitch};

/// Number of directions tried.
const DIRECTIONS: u32 = 40;
/// A tackle is needed if an opponent is sooner at the ball than we are by more than this many
/// cycles.
const BEHIND: u32 = 3;
/// A ball nearer than this to their goal, m, is tackled if they need at least [`LATE`] cycles to
/// it.
const NEAR_GOAL: f64 = 10.0;
/// See [`NEAR_GOAL`].
const LATE: u32 = 5;
/// Farther from their goal than this, no tackle counts as a shot, m.
const SHOT: f64 = 20.0;
/// Cycles ahead over which opponents are considered.
const HORIZON: u32 = 50;
/// By how much nearer than they are opponents are assumed to be, m.
const BONUS: f64 = 0.5;

/// `HeliosBasicTackle`: tackles in the best of 40 directions, or commits a foul if that may be
/// risked. Does so only if it is needed and succeeds with at least this probability.
pub fn basic_tackle(world: &WorldModel, probability: f64) -> Play {
    let (me, server) = (&world.me, &world.rules.server);
    if me.is_frozen || me.can_kick {
        return Play::NOTHING;
    }
    let tackle = 1.0 - failure(world, server.tackle_exponent);
    let foul = foul_probability(world);
    let area = pitch::HALF_LENGTH - pitch::PENALTY_AREA_LENGTH - 0.5;
    let may_foul = me.card == Card::None
        && (world.ball.position.x > -area
            || world.ball.position.y.abs() > pitch::PENALTY_AREA_HALF_WIDTH + 0.5);
    let is_foul = may_foul && tackle < foul;
    let chance = if is_foul { foul } else { tackle };
    let is_play = world.mode == PlayMode::PlayOn || world.mode.is_shoot_out();
    if chance < probability || !is_play || !is_needed(world) {
        return Play::NOTHING;
    }
    let (direction, velocity) = best(world);
    let body = Outcome::done(Command::Tackle(direction, is_foul));
    Play::body(body).looking(Neck::Point(world.ball.position + velocity))
}

/// The probability that a foul succeeds; 0 if no opponent is at the ball.
fn foul_probability(world: &WorldModel) -> f64 {
    if world.reach().opponent > 0 {
        return 0.0;
    }
    1.0 - failure(world, world.rules.server.foul_exponent)
}

/// Whether a tackle is worth the cycles that it costs.
fn is_needed(world: &WorldModel) -> bool {
    let reach = world.reach();
    let goal = Vec2::new(pitch::HALF_LENGTH, 0.0);
    let faces_goal =
        angle::from_to(world.me.body, angle::of(goal - world.me.position)).abs() < 45.0;
    let is_first = reach.opponent + BEHIND < reach.me && reach.opponent + BEHIND < reach.mate;
    let at_goal = reach.me >= LATE && world.ball.position.distance(goal) < NEAR_GOAL && faces_goal;
    world.opponent_can_kick() || will_be_in_goal(world) || is_first || at_goal
}

/// Whether the ball enters our goal before they reach it.
fn will_be_in_goal(world: &WorldModel) -> bool {
    let end = world.ball_after(world.reach().me);
    if end.x >= -pitch::HALF_LENGTH {
        return false;
    }
    let half = 0.5 * world.rules.server.goal_width + 1.0;
    crossing(world.ball.position, world.ball.velocity, -pitch::HALF_LENGTH)
        .is_some_and(|y| y.abs() < half)
}

/// The y at which a ray crosses a line parallel to the y axis; `None` if it does not.
fn crossing(from: Vec2, along: Vec2, line: f64) -> Option<f64> {
    let way = (line - from.x) / along.x;
    (along.x != 0.0 && way >= 0.0).then_some(from.y + way * along.y)
}

/// The best direction relative to the body, and the ball's velocity after that tackle.
fn best(world: &WorldModel) -> (f64, Vec2) {
    let server = &world.rules.server;
    let step = (server.maxmoment - server.minmoment).abs() / f64::from(DIRECTIONS);
    let tried = (0..DIRECTIONS).map(|index| server.minmoment + step * f64::from(index));
    let scored = tried.map(|direction| {
        let velocity = velocity_after(world, direction);
        (score(world, velocity), (direction, velocity))
    });
    // Among equal scores the first one wins.
    let better = |one: (f64, (f64, Vec2)), other: (f64, (f64, Vec2))| {
        if other.0 > one.0 { other } else { one }
    };
    scored.reduce(better).map_or((0.0, Vec2::ZERO), |(_, best)| best)
}

/// The bell curve of a gap.
fn bell(gap: f64, width: f64) -> f64 {
    (-gap * gap / (2.0 * width * width)).exp()
}

/// How good a velocity of the ball is.
fn score(world: &WorldModel, velocity: Vec2) -> f64 {
    let server = &world.rules.server;
    let (ball, speed) = (world.ball.position, velocity.length());
    let end = final_point(ball, velocity, server.ball_decay);
    let (line, half) = (pitch::HALF_LENGTH, 0.5 * server.goal_width);
    let slow = bell(speed, 0.5 * server.ball_speed_max);
    if end.x > line && ball.distance(Vec2::new(line, 0.0)) < SHOT {
        let into = crossing(ball, velocity, line).filter(|y| y.abs() < half);
        if let Some(y) = into {
            return 1e6 * (1.0 - slow) * bell(y, server.goal_width);
        }
    }
    if end.x < -line {
        let into = crossing(ball, velocity, -line).filter(|y| y.abs() < half + 1.0);
        if let Some(y) = into {
            return 1e4 * (slow - bell(y.abs() - half, half));
        }
    }
    let steps = opponents_steps(world, velocity);
    let there = on_pitch(ball, after(ball, velocity, server.ball_decay, steps));
    let own_goal = angle::of(Vec2::new(-line, 0.0) - ball);
    let off = angle::from_to(own_goal, angle::of(velocity)).abs();
    let wide = pitch::HALF_WIDTH;
    let aside =
        if there.y.abs() > wide - 0.1 { 1.0 } else { bell(there.y.abs() - wide, 0.7 * wide) };
    1e4 * (1.0 - bell(off, 40.0)) * aside * (1.0 - bell(f64::from(steps), 30.0))
}

/// The last point on the pitch of a straight path that starts on it.
fn on_pitch(from: Vec2, to: Vec2) -> Vec2 {
    let way = to - from;
    let share = |from: f64, way: f64, most: f64| {
        if (from + way).abs() <= most || way == 0.0 {
            1.0
        } else {
            ((most.copysign(way) - from) / way).clamp(0.0, 1.0)
        }
    };
    let x = share(from.x, way.x, pitch::HALF_LENGTH);
    from + way * x.min(share(from.y, way.y, pitch::HALF_WIDTH))
}

fn is_out(ball: Vec2) -> bool {
    ball.x.abs() > pitch::HALF_LENGTH || ball.y.abs() > pitch::HALF_WIDTH
}

/// Cycles until the first opponent has a ball of this velocity; [`NEVER`] if it goes out first.
fn opponents_steps(world: &WorldModel, velocity: Vec2) -> u32 {
    let decay = world.rules.server.ball_decay;
    let (ball, course) = (world.ball.position, angle::of(velocity));
    let out = (1..HORIZON).find(|&cycle| is_out(after(ball, velocity, decay, cycle)));
    let end = out.unwrap_or(HORIZON);
    let first = world.sure_opponents().fold(end, |first, player| {
        let reached = steps(world, player, velocity, course, first);
        reached.map_or(first, |steps| steps.min(first))
    });
    if first == end { NEVER } else { first }
}

/// Cycles until one opponent has the ball; `None` if they do not have it before cycle `end`.
fn steps(
    world: &WorldModel,
    player: &PlayerView,
    velocity: Vec2,
    course: f64,
    end: u32,
) -> Option<u32> {
    let server = &world.rules.server;
    let first = first_cycle(world, player, world.ball.position, course).unwrap_or(10);
    let area = player.own.kickable_area(server.ball_size);
    let fastest = top_speed(server, player.own);
    for cycle in first..end {
        let ball = after(world.ball.position, velocity, server.ball_decay, cycle);
        if is_out(ball) {
            return None;
        }
        let gap = ball - drifted(player, cycle);
        let distance = gap.length();
        if distance - area < 0.001 {
            return Some(cycle);
        }
        let run = if cycle > 1 { distance - area - BONUS } else { distance };
        if run > fastest * f64::from(cycle) {
            continue;
        }
        let dashes = cycles_to_run(world.rules, player.own, run);
        if dashes > cycle {
            continue;
        }
        let turns = if player.counts.body > 1 {
            0
        } else {
            let moves = (player.body, player.velocity.length());
            turns(server, player.own, moves, (distance, angle::of(gap)), area, true)
        };
        let late = if player.is_tackling { 5 } else { 0 } + u32::from(turns > 0);
        if turns + dashes + late <= cycle + u32::from(player.counts.position.min(3)) {
            return Some(cycle);
        }
    }
    None
}
