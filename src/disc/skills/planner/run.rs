//! Runs with the ball that nobody stops: it is kicked once, and met after turns and dashes.

mod long;
mod short;

use super::super::angle;
use super::super::outcome::Outcome;
use super::super::own_motion::turn_per_cycle;
use super::super::rivals;
use super::super::world_model::{PlayerView, WorldModel};
use crate::disc::{Command, PlayMode, Vec2, pitch};

/// At an x less than the first number, m, nobody runs in a direction more than the second number
/// off straight ahead, degrees: here backwards.
const BACK: (f64, f64) = (16.0, 100.0);
/// Likewise aside, near our goal.
const ASIDE: (f64, f64) = (-36.0, 45.0);

/// A run with the ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Run {
    /// Where the ball is met.
    pub point: Vec2,
    /// Cycles that it takes: the kick, turns, dashes.
    pub cycles: u32,
    /// Whether the ball is kicked far ahead.
    pub is_long: bool,
    /// The ball's speed after the kick, m/cycle.
    pub speed: f64,
    /// Cycles with turns.
    pub turns: u32,
    /// Cycles with dashes, which come after the turns.
    pub dashes: u32,
}

/// Runs that nobody stops, short ones first, each kind sorted by how near to their goal it ends.
pub fn runs(world: &WorldModel) -> Vec<Run> {
    let mut runs = short_runs(world);
    runs.extend(long_runs(world));
    runs
}

fn may_run(world: &WorldModel) -> bool {
    let is_play = world.mode == PlayMode::PlayOn || world.mode.is_shoot_out();
    is_play && world.me.can_kick && !world.me.is_frozen
}

/// One to four dashes in one of 16 directions.
pub(super) fn short_runs(world: &WorldModel) -> Vec<Run> {
    if may_run(world) { sorted(short::runs(world)) } else { Vec::new() }
}

/// Five dashes and more in one of 60 directions.
pub(super) fn long_runs(world: &WorldModel) -> Vec<Run> {
    if may_run(world) { sorted(long::runs(world)) } else { Vec::new() }
}

fn sorted(mut runs: Vec<Run>) -> Vec<Run> {
    let goal = Vec2::new(pitch::HALF_LENGTH, 0.0);
    runs.sort_by(|one, other| one.point.distance(goal).total_cmp(&other.point.distance(goal)));
    runs
}

/// The kick with which a run begins.
pub fn begin_run(world: &WorldModel, run: &Run) -> Outcome {
    use super::super::kick_rate::{kick_by, kick_rate};
    if world.me.is_frozen || !world.me.can_kick {
        return Outcome::NOTHING;
    }
    let velocity = (run.point - world.ball.position).with_length(run.speed);
    Outcome::done(kick_by(world, velocity - world.ball.velocity, kick_rate(world)))
}

/// Whether nobody runs from a place in a direction, degrees, with the ball: backwards, except far
/// in front, and aside near our goal.
pub(super) fn is_unsafe(from: Vec2, course: f64) -> bool {
    let near_goal = from.x < ASIDE.0 && from.y.abs() < 20.0;
    (from.x < BACK.0 && course.abs() > BACK.1) || (near_goal && course.abs() > ASIDE.1)
}

/// The speed with which a ball covers a distance in this many cycles.
fn speed_for(world: &WorldModel, distance: f64, cycles: u32) -> f64 {
    let decay = world.rules.server.ball_decay;
    distance * (1.0 - decay) / (1.0 - decay.powi(cycles as i32))
}

/// Turns that an opponent needs; `unknown` if the direction of their body is not known.
fn turns_of(
    world: &WorldModel,
    player: &PlayerView,
    gap: Vec2,
    area: f64,
    may_run_back: bool,
    unknown: u32,
) -> u32 {
    if player.counts.body > 1 {
        return unknown;
    }
    let moves = (player.body, player.velocity.length());
    let target = (gap.length(), angle::of(gap));
    rivals::turns(&world.rules.server, player.own, moves, target, area, may_run_back)
}

/// What is left of a run whose ball has been kicked: turns, then dashes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RunOn {
    /// Where the ball is met.
    pub point: Vec2,
    /// Turns that are left.
    pub turns: u32,
    /// Dashes that are left.
    pub dashes: u32,
    /// Power of dashes; limited to the largest that players have.
    pub power: f64,
}

/// A run is over this near to its point, m.
const THERE: f64 = 1.0;
/// Directions that differ by less than this need no turn, degrees.
const STRAIGHT: f64 = 15.0;
/// How wide the target of turns is, m.
const TARGET: f64 = 0.5;

impl RunOn {
    /// What is left of a run after the kick with which it begins.
    pub fn of(run: &Run) -> Self {
        let Run { point, turns, dashes, .. } = *run;
        Self { point, turns, dashes, power: f64::INFINITY }
    }

    /// Goes on with a run in the next cycle; `None` if it is over or has been disturbed.
    pub fn go_on(&mut self, world: &WorldModel) -> Option<Outcome> {
        let is_there = world.ball.position.distance(self.point) < THERE
            && world.me.position.distance(self.point) < THERE;
        let next = world.ball_after(1);
        let is_out =
            next.x.abs() > pitch::HALF_LENGTH - 0.5 || next.y.abs() > pitch::HALF_WIDTH - 0.5;
        let is_disturbed = world.mate_can_kick() || world.opponent_can_kick();
        if is_there || is_out || is_disturbed || world.me.is_frozen || is_threatened(world) {
            return None;
        }
        if self.turns > 0 { self.turn(world) } else { self.dash(world) }
    }

    fn turn(&mut self, world: &WorldModel) -> Option<Outcome> {
        use super::super::own_motion::turn_command;
        self.turns -= 1;
        let gap = self.point - world.me_after(self.turns + self.dashes);
        let off = angle::from_to(world.me.body, angle::of(gap));
        let margin = STRAIGHT.max(TARGET.atan2(gap.length()).to_degrees());
        (off.abs() >= margin).then(|| Outcome::done(Command::Turn(turn_command(&world.me, off))))
    }

    fn dash(&mut self, world: &WorldModel) -> Option<Outcome> {
        use super::super::own_motion::{dash_rate, safe_power};
        self.dashes = self.dashes.checked_sub(1)?;
        let (me, server) = (&world.me, &world.rules.server);
        let power = safe_power(world.rules, me, self.power.min(server.max_dash_power));
        let push = angle::polar(power * dash_rate(world.rules, me, 0.0), me.body);
        let gap = world.ball_after(1) - (world.me_after(1) + push);
        let seen = angle::turned(gap, -me.body);
        let (far, reach) = (gap.length(), world.reach_of_kick());
        let collides = far < me.own.player_size + server.ball_size;
        let misses = seen.y.abs() > reach - 0.1
            || (self.dashes == 0 && far > reach - 0.15)
            || (self.dashes > 0 && seen.x < 0.0 && far > reach - 0.2);
        (!collides && !misses).then(|| Outcome::done(Command::Dash(power, 0.0)))
    }
}

/// An opponent threatens a run if the ball is within their reach plus this margin, m.
const CLOSE: f64 = 0.2;
/// An opponent whose course is known threatens a run if the next ball is this near to them, m.
const MEETS: f64 = 1.8;
/// The same for an opponent whose course is unknown.
const MEETS_UNKNOWN: f64 = 2.4;
/// With a known course the next ball must also be this near to its line, m.
const OFF_LINE: f64 = 1.2;

/// Whether an opponent comes between.
fn is_threatened(world: &WorldModel) -> bool {
    let (server, next) = (&world.rules.server, world.ball_after(1));
    let ball = world.ball.position;
    let goalie_near = super::super::goalie::is_in_their_area(next)
        && world.their_goalie().is_some_and(|goalie| {
            let reach = rivals::catchable_area(server) + server.player_speed_max;
            goalie.position.distance(ball) < reach
        });
    let known = world.opponents().filter(|player| player.counts.position <= 5);
    let here = world.me.position;
    let nearest = known
        .min_by(|one, other| one.position.distance(here).total_cmp(&other.position.distance(here)));
    let Some(player) = nearest else { return goalie_near };
    let reach = server.kickable_margin + server.player_size + server.ball_size;
    if goalie_near || player.position.distance(ball) < reach + CLOSE {
        return true;
    }
    if player.position.distance(next) >= server.player_speed_max + reach + 0.3 {
        return false;
    }
    let there = player.position + player.velocity;
    let knows_course = player.counts.body == 0 || player.velocity.length() > 0.2;
    if !knows_course {
        return there.distance(next) < MEETS_UNKNOWN;
    }
    let course = if player.counts.body == 0 { player.body } else { angle::of(player.velocity) };
    let off = angle::turned(next - there, -course).y.abs();
    off <= OFF_LINE && there.distance(next) < MEETS
}
