//! Shots at the goal.

use super::angle;
use super::intercept::cycles_to_run;
use super::kick_rate::{fastest_along, kick_rate, most_push};
use super::necks::Neck;
use super::outcome::Outcome;
use super::play::Play;
use super::rivals::{catchable_area, drifted, first_cycle, turns};
use super::smart_kick::{SmartKick, smart_kick};
use super::world_model::{PlayerView, WorldModel, after};
use crate::disc::{PlayMode, Vec2, pitch};

/// Nobody shoots from farther than this, m.
const FAR: f64 = 30.0;
/// Number of points tried between the posts.
const POINTS: u32 = 25;
/// Step between tried speeds, m/cycle.
const STEP: f64 = 0.3;
/// The slowest one, m/cycle.
const SLOWEST: f64 = 1.5;
/// Above this speed a ball that needs more than one kick needs three, m/cycle.
const THREE_KICKS: f64 = 2.5;
/// By how much the reach of their goalie is overestimated, m.
const SAFETY: f64 = 0.15;
/// Opponents farther than this from their penalty area do not matter, m.
const BEHIND: f64 = 30.0;
/// Positions older than this do not matter, cycles.
const OLD: u16 = 10;
/// A goalie is lost if the number of cycles since they were last seen is in this range.
const LOST: std::ops::Range<u16> = 6..30;
/// A lost goalie may be in any direction in which nobody has looked for more than this many cycles.
const NOT_LOOKED: u16 = 3;

/// A shot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shot {
    /// Where it crosses the line.
    pub point: Vec2,
    /// The ball's speed after the last kick, m/cycle.
    pub speed: f64,
    /// Estimated number of kicks.
    pub kicks: u32,
    /// Cycles until the ball is in the goal.
    pub cycles: u32,
    /// How good it is; more is better.
    pub score: f64,
    /// Whether nobody could be in time even if they were a cycle faster than expected.
    pub is_sure: bool,
}

/// Shots that nobody reaches.
pub fn shots(world: &WorldModel) -> Vec<Shot> {
    let me = &world.me;
    let goal = Vec2::new(pitch::HALF_LENGTH, 0.0);
    let forbidden = matches!(world.mode, PlayMode::KickOff(_) | PlayMode::IndirectFreeKick(_))
        || world.mode.stops_clock();
    let may = !forbidden && me.can_kick && !me.is_frozen;
    if !may || me.position.distance(goal) > FAR {
        return Vec::new();
    }
    let half = 0.5 * world.rules.server.goal_width;
    let is_inside = me.position.x > pitch::HALF_LENGTH - 1.0 && me.position.y.abs() < half;
    let x = if is_inside { me.position.x + 1.5 } else { pitch::HALF_LENGTH };
    let corner = |y: f64| {
        let far = Vec2::new(pitch::HALF_LENGTH, y).distance(world.ball.position);
        y - (0.6 + 0.042 * far).min(1.5).copysign(y)
    };
    let (from, to) = (corner(-half), corner(half));
    let step = (to - from).abs() / f64::from(POINTS - 1);
    let mut shots = Vec::new();
    for index in 0..POINTS {
        add(world, Vec2::new(x, from + step * f64::from(index)), &mut shots);
    }
    shots
}

/// Shots at a point, from slow to fast, until one is sure.
fn add(world: &WorldModel, point: Vec2, shots: &mut Vec<Shot>) {
    let (server, ball) = (&world.rules.server, world.ball.position);
    let (distance, course) = (ball.distance(point), angle::of(point - ball));
    if is_goalie_lost(world, course) {
        return;
    }
    let rate = kick_rate(world);
    let once = fastest_along(world, world.ball.velocity, course, most_push(world, rate));
    let once = once.map_or(0.0, Vec2::length);
    let is_play = world.mode == PlayMode::PlayOn || world.mode.is_shoot_out();
    let most = if is_play { server.ball_speed_max } else { rate * server.maxpower };
    let least = ((distance + 5.0) * (1.0 - server.ball_decay)).max(once).max(SLOWEST);
    let mut speed = least;
    loop {
        let is_last = speed > most - 0.001;
        let shot = Course { from: ball, point, speed: if is_last { most } else { speed }, course };
        if let Some(danger) = danger(world, &shot) {
            let kicks = kicks(once, shot.speed);
            shots.push(Shot {
                point,
                speed: shot.speed,
                kicks,
                cycles: shot.cycles(server.ball_decay),
                score: score(world, &shot, danger, kicks),
                is_sure: danger == Danger::default(),
            });
            if danger == Danger::default() {
                return;
            }
        }
        if is_last {
            return;
        }
        speed += STEP;
    }
}

/// Whether their goalie may be in a direction in which nobody has looked.
fn is_goalie_lost(world: &WorldModel, course: f64) -> bool {
    let is_lost = world.their_goalie().is_some_and(|goalie| LOST.contains(&goalie.counts.position));
    is_lost && world.looked.as_ref().is_some_and(|looked| looked.age(course) > NOT_LOOKED)
}

/// Kicks needed for a speed, if one kick can give the ball the speed `once`.
pub(super) fn kicks(once: f64, speed: f64) -> u32 {
    if once >= speed - 0.001 {
        1
    } else if speed > THREE_KICKS {
        3
    } else {
        2
    }
}

/// The way of a ball to the goal.
struct Course {
    from: Vec2,
    point: Vec2,
    speed: f64,
    /// Its direction, degrees.
    course: f64,
}

impl Course {
    /// Cycles until it is there.
    fn cycles(&self, decay: f64) -> u32 {
        let left = 1.0 - self.from.distance(self.point) * (1.0 - decay) / self.speed;
        let cycles = if left > 0.0 { left.ln() / decay.ln() } else { 0.0 };
        if cycles.is_finite() { (cycles.ceil() as u32).max(1) } else { 1 }
    }

    fn ball(&self, decay: f64, cycles: u32) -> Vec2 {
        after(self.from, angle::polar(self.speed, self.course), decay, cycles)
    }
}

/// Who may still be in time, although it is not likely.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Danger {
    goalie: bool,
    opponent: bool,
}

/// Who may be in time for the ball; `None` if somebody is sure to reach it.
fn danger(world: &WorldModel, shot: &Course) -> Option<Danger> {
    let mut danger = Danger::default();
    let end = shot.cycles(world.rules.server.ball_decay);
    if end <= 1 {
        return Some(danger);
    }
    let area = pitch::HALF_LENGTH - pitch::PENALTY_AREA_LENGTH;
    for player in world.sure_opponents() {
        let here = player.position;
        let is_off = player.is_tackling
            || here.x < area - BEHIND
            || here.y.abs() > pitch::PENALTY_AREA_HALF_WIDTH
            || angle::from_to(shot.course, angle::of(here - world.me.position)).abs() > 90.0;
        if is_off {
            continue;
        }
        if player.is_goalie {
            danger.goalie |= goalie_may_come(world, player, shot, end)?;
        } else if player.counts.position <= OLD {
            danger.opponent |= opponent_may_come(world, player, shot, end)?;
        }
    }
    Some(danger)
}

fn turns_to(world: &WorldModel, player: &PlayerView, gap: Vec2, distance: f64, area: f64) -> u32 {
    let moves = (player.body, player.velocity.length());
    turns(&world.rules.server, player.own, moves, (distance, angle::of(gap)), area, true)
}

/// Whether their goalie may be in time; `None` if they are sure to be.
fn goalie_may_come(
    world: &WorldModel,
    goalie: &PlayerView,
    shot: &Course,
    end: u32,
) -> Option<bool> {
    let server = &world.rules.server;
    let Some(first) = first_cycle(world, goalie, shot.from, shot.course) else {
        return Some(false);
    };
    let doubt = 0.02 * goalie.position.distance(world.me.position);
    let (age, mut may_come) = (u32::from(goalie.counts.position), false);
    for cycle in first..end {
        let ball = shot.ball(server.ball_decay, cycle);
        if ball.x > pitch::HALF_LENGTH {
            break;
        }
        let in_area = super::goalie::is_in_their_area(ball);
        let area = if in_area {
            catchable_area(server)
        } else {
            goalie.own.kickable_area(server.ball_size)
        };
        let gap = ball - drifted(goalie, cycle);
        let distance = gap.length() - if in_area { doubt } else { 0.0 };
        if distance - area - SAFETY < 0.001 {
            return None;
        }
        let run = if cycle > 1 { 0.999 * (distance - 0.9 * area) } else { distance };
        let dashes = cycles_to_run(world.rules, goalie.own, run);
        if dashes > cycle + age {
            continue;
        }
        let knows_body = goalie.counts.body <= 1;
        let turns = if knows_body { turns_to(world, goalie, gap, distance, area + 0.1) } else { 0 };
        let steps = turns + dashes + u32::from(turns > 0);
        let is_in_time = if in_area {
            steps <= cycle + age.min(5)
        } else {
            steps < cycle + age.saturating_sub(1).min(1)
        };
        if is_in_time {
            return None;
        }
        may_come |= in_area && steps <= cycle + age + 1;
    }
    Some(may_come)
}

/// Whether a field player may be in time; `None` if they are sure to be.
fn opponent_may_come(
    world: &WorldModel,
    player: &PlayerView,
    shot: &Course,
    end: u32,
) -> Option<bool> {
    let server = &world.rules.server;
    let Some(first) = first_cycle(world, player, shot.from, shot.course) else {
        return Some(false);
    };
    let area = player.own.kickable_area(server.ball_size);
    let (age, mut may_come) = (u32::from(player.counts.position), false);
    for cycle in first..end {
        let gap = shot.ball(server.ball_decay, cycle) - drifted(player, cycle);
        let distance = gap.length();
        if distance - area < 0.001 {
            return None;
        }
        let run = if cycle > 1 { distance - 0.8 * area } else { distance };
        let dashes = cycles_to_run(world.rules, player.own, run);
        if dashes > cycle + age {
            continue;
        }
        let knows_body = player.counts.body == 0;
        let turns = if knows_body { turns_to(world, player, gap, distance, area) } else { 1 };
        let steps = turns + dashes + u32::from(turns > 0);
        // They see the shot a cycle late.
        if steps < cycle + age.min(1) {
            return None;
        }
        may_come |= steps <= cycle + age + 1;
    }
    Some(may_come)
}

fn bell(gap: f64, width: f64) -> f64 {
    (-gap * gap / (2.0 * width * width)).exp()
}

/// How good a shot is: sure, with one kick, past the goalie, not near a post.
fn score(world: &WorldModel, shot: &Course, danger: Danger, kicks: u32) -> f64 {
    let mut score = 1.0;
    score += if kicks == 1 { 50.0 } else { 0.0 };
    score += if danger.goalie { 0.0 } else { 100.0 };
    score += if danger.opponent { 0.0 } else { 100.0 };
    if let Some(goalie) = world.their_goalie() {
        let off = angle::from_to(shot.course, angle::of(goalie.position - shot.from));
        score *= 1.0 - bell(off, if danger.goalie { 10.0 } else { 1.0 });
    }
    if shot.from.distance(shot.point) > 8.0 {
        let half = 0.5 * world.rules.server.goal_width;
        score *= bell((shot.point.y.abs() - 4.0).max(0.0), half - 1.5);
    }
    score
}

/// The best of the shots.
pub fn best_shot(world: &WorldModel) -> Option<Shot> {
    // Among equals the first one wins.
    let better = |one: Shot, other: Shot| if other.score > one.score { other } else { one };
    shots(world).into_iter().reduce(better)
}

/// `HeliosShoot`: shoots if there is a shot that nobody reaches; otherwise does nothing and does
/// not succeed.
pub fn shoot(world: &WorldModel) -> Outcome {
    shoot_and_look(world).body
}

/// Does what [`shoot`] does and adds what to look at.
pub fn shoot_and_look(world: &WorldModel) -> Play {
    let Some(shot) = best_shot(world) else { return Play::NOTHING };
    let course = angle::of(shot.point - world.ball.position);
    let push = most_push(world, kick_rate(world));
    let once = fastest_along(world, world.ball.velocity, course, push).map_or(0.0, Vec2::length);
    if once > 0.99 * shot.speed {
        let how = SmartKick { speed: once, threshold: 0.99 * once - 0.0001, steps: 1 };
        let body = smart_kick(world, shot.point, how);
        if body.is_success {
            return Play::body(body).looking(Neck::GoalieOrScan(-1));
        }
    }
    let how = SmartKick { speed: shot.speed, threshold: 0.99 * shot.speed, steps: 3 };
    Play::body(smart_kick(world, shot.point, how)).looking(Neck::Point(shot.point))
}
