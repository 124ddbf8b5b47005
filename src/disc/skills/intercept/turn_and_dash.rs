//! Ways to the ball by turns, or none if it is ahead, then dashes.

use super::super::angle;
use super::super::goalie;
use super::super::own_motion::top_speed;
use super::super::stamina::Stamina;
use super::super::world_model::{WorldModel, after};
use super::way::{Way, WayKind};
use super::{
    HORIZON, INSIDE, LEAST, NOISE, STRAIGHT, control, may_catch, straight, stretch, turn_cycles,
};
use crate::disc::Vec2;
use crate::disc::power::whole_power;
use std::cell::LazyCell;

/// The most ways of each kind that are sought.
const WAYS: usize = 10;
/// Ways backwards take fewer cycles than this.
const BACK: u32 = 5;
/// Backward dashes are considered if their greatest power is more than this share of that of
/// forward ones.
const STRONG_BACK: f64 = -0.7;
/// The probability of a catch that is enough.
const SURE_CATCH: f64 = 0.9;

/// Where a ball is met.
struct Meeting {
    ball: Vec2,
    /// The ball's speed before the last step.
    speed: f64,
    steps: u32,
    is_back: bool,
}

/// Adds ways of `first` cycles or more, the fastest first. The search for each kind stops once one
/// is enough.
pub(super) fn add(
    world: &WorldModel,
    ball_velocity: Vec2,
    first: u32,
    is_enough: impl Fn(&Way) -> bool,
    ways: &mut Vec<Way>,
) {
    let server = &world.rules.server;
    let fastest_ball = ball_velocity.length();
    let runs = LazyCell::new(|| Runs::of(world));
    let strong_back = server.min_dash_power < STRONG_BACK * server.max_dash_power;
    for is_back in [false, true] {
        if is_back && !strong_back {
            continue;
        }
        let (mut steps, mut found) = (first, 0);
        while steps <= HORIZON && found < WAYS {
            let ball = after(world.ball.position, ball_velocity, server.ball_decay, steps);
            let far = cycles_too_far(world, ball, steps, fastest_ball);
            if far > 0 {
                steps += far;
                continue;
            }
            if !is_back || steps < BACK || may_catch(world, ball, 0.5) {
                let speed = fastest_ball * whole_power(server.ball_decay, steps - 1);
                if let Some(way) = way(world, &Meeting { ball, speed, steps, is_back }, &runs) {
                    ways.push(way);
                    found += 1;
                    if is_enough(&way) {
                        break;
                    }
                }
            }
            steps += 1;
        }
    }
}

/// For how many cycles, starting at `steps`, the ball is farther than they can run; 0 if they may
/// reach it in this cycle. `ball`: where the ball is in cycle `steps`; it is never faster than
/// `fastest_ball`.
fn cycles_too_far(world: &WorldModel, ball: Vec2, steps: u32, fastest_ball: f64) -> u32 {
    // By how much rounding may shorten a distance, m.
    const ROUNDING: f64 = 1e-6;
    let (me, server) = (&world.me, &world.rules.server);
    let top = top_speed(server, me.own);
    let area = match me.is_goalie {
        true => goalie::farthest_catch(server, me.own).max(world.reach_of_kick()),
        false => world.reach_of_kick(),
    };
    let missing = me.position.distance(ball) - top * f64::from(steps) - area - ROUNDING;
    // Player and ball approach each other by no more than this in a cycle.
    if missing > 0.0 { (missing / (top + fastest_ball)) as u32 + 1 } else { 0 }
}

/// Tables that all ways share, indexed by cycles.
struct Runs {
    /// How far they run at most from a standstill, at full power, whatever their stamina.
    far: [f64; HORIZON as usize + 1],
    /// The distance covered by a speed that starts at 1 and decays.
    stretch: [f64; HORIZON as usize + 1],
}

impl Runs {
    fn of(world: &WorldModel) -> Self {
        let (me, server) = (&world.me, &world.rules.server);
        let most = server.max_dash_power.max(-server.min_dash_power);
        let push = most * me.own.dash_power_rate * me.own.effort_max.max(me.effort);
        let (mut far, mut speed) = (0.0, 0.0);
        let mut runs = [far; HORIZON as usize + 1];
        for run in &mut runs[1..] {
            speed = speed * me.own.player_decay + push;
            far += speed;
            *run = far;
        }
        let decay = me.own.player_decay;
        Self { far: runs, stretch: std::array::from_fn(|cycles| stretch(decay, cycles as u32)) }
    }
}

/// Whether the ball is out of reach even if they ran straight to it, so that the way need not be
/// tried.
fn is_too_far(world: &WorldModel, meeting: &Meeting, dashes: u32, runs: &Runs) -> bool {
    let drift = world.me.position.distance(world.me_after(meeting.steps));
    let Some(run) = runs.far.get(dashes as usize) else { return false };
    let reach = control(world, meeting.ball, 0.5).max(world.reach_of_kick());
    let gap = meeting.ball - world.me.position;
    gap.length() - reach > drift + run + gap_across(world, meeting)
}

/// By how much the point of the run that is level with the ball may be nearer than the ball itself.
fn gap_across(world: &WorldModel, meeting: &Meeting) -> f64 {
    let gap = meeting.ball - world.me.position;
    let (distance, least) = (gap.length(), world.reach_of_kick());
    // The run is off the ball's direction by no more than the margin of turns and their drift.
    let off = (STRAIGHT.to_radians().sin() * distance).max(least)
        + world.me.position.distance(world.me_after(meeting.steps));
    distance - (distance * distance - off * off).max(0.0).sqrt()
}

fn way(world: &WorldModel, meeting: &Meeting, runs: &Runs) -> Option<Way> {
    let (me, server) = (&world.me, &world.rules.server);
    let steps = meeting.steps;
    let area = control(world, meeting.ball, 0.5);
    let farthest = top_speed(server, me.own) * f64::from(steps) + area;
    if (me.position - meeting.ball).length2() > farthest * farthest {
        return None;
    }
    let (turns, body) = turn(world, meeting, area);
    if turns >= steps {
        return None;
    }
    if is_too_far(world, meeting, steps - turns, runs) {
        return None;
    }
    // From here on, everything is in the frame of the body after the turns.
    let ahead = angle::turned(meeting.ball - world.me_after(steps), -body).x;
    if (meeting.is_back && ahead > 0.0) || (!meeting.is_back && ahead < 0.0) {
        return None;
    }
    let run = Run::of(world, meeting, turns, body, runs);
    run.reaches(world, meeting).then(|| Way {
        kind: if meeting.is_back { WayKind::Back } else { WayKind::Forward },
        turns,
        angle: angle::from_to(me.body, body),
        dashes: steps - turns,
        power: run.power,
        direction: 0.0,
        end: me.position + angle::turned(run.at, body),
        gap: run.at.distance(run.ball),
        stamina: run.stamina.stamina(),
        exhausts: run.stamina.is_exhausted_since(&Stamina::of(me)),
    })
}

/// Number of turns, and the direction of the body after them.
fn turn(world: &WorldModel, meeting: &Meeting, area: f64) -> (u32, f64) {
    let (me, server) = (&world.me, &world.rules.server);
    let gap = meeting.ball - world.me_after(meeting.steps);
    let distance = gap.length();
    let noise = meeting.speed * server.ball_rand * NOISE;
    if (area * LEAST).max(area - INSIDE - noise) >= distance {
        return (0, me.body);
    }
    let half = if meeting.is_back { 180.0 } else { 0.0 };
    let target = angle::of(gap);
    let off = angle::from_to(target, me.body + half);
    let margin = straight(STRAIGHT, area, distance);
    let (turns, left) = turn_cycles(me.own, me.velocity.length(), off, margin);
    if turns == 0 {
        return (0, me.body);
    }
    let left = if left <= 0.0 { 0.0 } else { left * off.signum() };
    (turns, angle::normalize(target + left + half))
}

/// Dashes ahead or back, relative to where the player is now, in the frame of their body after the
/// turns.
struct Run {
    ball: Vec2,
    at: Vec2,
    stamina: Stamina,
    /// Power of the first dash.
    power: f64,
}

impl Run {
    /// Dashes that would end level with the ball.
    fn of(world: &WorldModel, meeting: &Meeting, turns: u32, body: f64, runs: &Runs) -> Self {
        let (me, server) = (&world.me, &world.rules.server);
        let decay = me.own.player_decay;
        let (mut at, mut velocity) = (Vec2::ZERO, angle::turned(me.velocity, -body));
        let mut stamina = Stamina::of(me);
        for _ in 0..turns {
            at += velocity;
            velocity *= decay;
            stamina.wait(server, me.own);
        }
        let ball = angle::turned(meeting.ball - me.position, -body);
        let dashes = meeting.steps - turns;
        let mut first = 0.0;
        for index in 0..dashes {
            let speed = (ball.x - at.x) / runs.stretch[(dashes - index) as usize];
            let rate = me.own.dash_power_rate * stamina.effort();
            let power = if rate > 0.0 { (speed - velocity.x) / rate } else { 0.0 };
            let power = power.min(server.max_dash_power).max(server.min_dash_power);
            let power = stamina.safe_power(server, me.own, power);
            if index == 0 {
                first = power;
            }
            velocity.x += power * rate;
            at += velocity;
            velocity *= decay;
            stamina.dash(server, me.own, power);
        }
        Self { ball, at, stamina, power: first }
    }

    /// Whether the dashes lead to the ball, or past it.
    fn reaches(&self, world: &WorldModel, meeting: &Meeting) -> bool {
        let catches = may_catch(world, meeting.ball, 0.5);
        let near = if catches {
            world.reach_of_kick()
        } else {
            super::sure_distance(world, meeting.speed)
        };
        self.at.x.abs() > self.ball.x.abs() - 1e-5
            || self.at.length2() > self.ball.length2()
            || (self.at - self.ball).length2() < near * near
            || (catches && goalie::catch_probability(world, self.ball - self.at, 0.0) > SURE_CATCH)
    }
}
