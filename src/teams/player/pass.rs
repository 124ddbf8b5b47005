//! Passes: to whom, where, how fast.

use super::race::{self, Racer};
use super::roll::Roll;
use super::value::{self, is_inside};
use super::{Player, advised_ball};
use crate::disc::Vec2;
use crate::teams::overview::Seen;
use crate::teams::runner::NEVER;

/// Shortest distance of a pass, m.
const NEAREST: f64 = 5.0;
/// Longest one, m.
const FARTHEST: f64 = 38.0;
/// Speed at which the ball is to arrive at somebody's feet, m/cycle.
const AT_FEET: f64 = 1.1;
/// Speed at which it is to arrive in their path, m/cycle.
const IN_THE_WAY: f64 = 0.7;
/// Distances of leads, m.
const LEADS: [f64; 4] = [4.0, 8.0, 13.0, 19.0];
/// Directions of leads, degrees.
const LEAD_DIRECTIONS: [f64; 7] = [-120.0, -60.0, -25.0, 0.0, 25.0, 60.0, 120.0];
/// How much nearer than their reach the ball must come to the receiver, m.
const SAFE: f64 = 0.3;
/// Number of points tried for each mate.
const POINTS: usize = 1 + LEADS.len() * LEAD_DIRECTIONS.len();
/// Mates not seen for more cycles than this get no passes.
const FRESH: u16 = 8;
/// How far onside a receiver must be, m.
const ONSIDE: f64 = 0.4;

/// A pass.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pass {
    /// The number of the mate.
    pub receiver: u8,
    pub point: Vec2,
    /// Initial speed of the ball, m/cycle.
    pub speed: f64,
    /// The value of the pass.
    pub value: f64,
}

/// Probability that a pass arrives, by how many cycles before the opponents its receiver is there,
/// starting at -1.
const CHANCES: [f64; 5] = [0.15, 0.35, 0.65, 0.82, 0.92];

/// The pass with the highest value, of a ball that is kicked no faster than `most_speed`. The
/// receiver gets it at least `sooner` cycles before any opponent.
pub(super) fn best(player: &Player, most_speed: f64, sooner: i32) -> Option<Pass> {
    best_of(player, most_speed, sooner, |_, _, _| true, false)
}

/// Does what [`best`] does, among the passes that are wanted by the receiver's number, the receiver
/// and the point. `alone`: only passes that no other mate gets first.
pub(super) fn best_of(
    player: &Player,
    most_speed: f64,
    sooner: i32,
    is_wanted: impl Fn(u8, &Seen, Vec2) -> bool,
    alone: bool,
) -> Option<Pass> {
    let view = player.view;
    let (numbers, receivers): (Vec<_>, Vec<_>) = receivers(player).into_iter().unzip();
    let mut tries: Vec<(usize, Pass)> = Vec::with_capacity(receivers.len() * POINTS);
    for (index, (mate, unum)) in receivers.iter().zip(numbers).enumerate() {
        let may = |point: Vec2| {
            is_wanted(unum, mate, point)
                && !advised_ball::forbids_pass(player, unum, mate.at(), point)
        };
        let passes = points(mate).filter_map(|(point, arrival)| {
            let pass = try_pass(player, (unum, mate), point, arrival, most_speed);
            pass.filter(|pass| may(pass.point)).map(|pass| (index, pass))
        });
        tries.extend(passes);
    }
    // The passes that may be worth most are checked first; most of the others then need no check.
    tries.sort_unstable_by(|a, b| b.1.value.total_cmp(&a.1.value));
    let racers: Vec<Racer> =
        receivers.iter().map(|mate| Racer::new(mate, mate.runner.reach - SAFE)).collect();
    let opponents = race::opponents(view, u16::MAX);
    let mut best: Option<Pass> = None;
    for (index, mut pass) in tries {
        let most = value::risked(view.ball, pass.value, CHANCES[CHANCES.len() - 1]);
        if best.is_some_and(|best| most <= best.value) {
            break;
        }
        let roll = Roll::new(view.ball, pass.point, pass.speed, view.rules.server.ball_decay);
        let steps = racers[index].meets(&roll, roll.last);
        if steps == NEVER {
            continue;
        }
        let lead = lead(&opponents, &roll, steps);
        if lead < sooner.max(-1) {
            continue;
        }
        let mut others = racers.iter().enumerate().filter(|(other, _)| *other != index);
        if alone && others.any(|(_, other)| other.meets(&roll, steps) < NEVER) {
            continue;
        }
        let chance = CHANCES[(lead + 1).min(CHANCES.len() as i32 - 1) as usize];
        pass.value = value::risked(view.ball, pass.value, chance);
        if best.is_none_or(|best| pass.value > best.value) {
            best = Some(pass);
        }
    }
    best
}

/// Mates who may get the ball, with their numbers.
fn receivers<'a>(player: &'a Player) -> Vec<(u8, &'a Seen)> {
    let view = player.view;
    let is_free = player.world.mode.set_play().is_some();
    let line = if is_free { f64::INFINITY } else { view.offside_line - ONSIDE };
    let me = usize::from(player.me().unum) - 1;
    let mates = view.ours.iter().enumerate().filter(|(index, _)| *index != me);
    let mates = mates.filter_map(|(index, mate)| Some((index as u8 + 1, mate.as_ref()?)));
    let can = |mate: &Seen| {
        !mate.is_goalie && !mate.is_frozen && mate.at().x <= line && mate.age <= FRESH
    };
    mates.filter(|(_, mate)| can(mate)).collect()
}

/// Where a mate may get the ball, and the speed that it is to have there.
fn points(mate: &Seen) -> impl Iterator<Item = (Vec2, f64)> + use<> {
    let at = mate.at() + mate.stance.velocity * 1.5;
    let lead = move |(distance, direction): (f64, f64)| {
        (at + Vec2::polar(distance, direction.to_radians()), IN_THE_WAY)
    };
    let leads = LEADS.into_iter().flat_map(|distance| LEAD_DIRECTIONS.map(|d| (distance, d)));
    std::iter::once((at, AT_FEET)).chain(leads.map(lead))
}

/// A pass to a point, if it can be played and is worth something.
fn try_pass(
    player: &Player,
    (receiver, mate): (u8, &Seen),
    point: Vec2,
    arrival: f64,
    most_speed: f64,
) -> Option<Pass> {
    let ball = player.view.ball;
    let far = (point - ball).length();
    if !(NEAREST..FARTHEST).contains(&far) || !is_inside(point, 1.0) {
        return None;
    }
    let loss = 1.0 - player.view.rules.server.ball_decay;
    let speed = (arrival + loss * far).min(most_speed);
    if speed - loss * far < 0.3 {
        return None;
    }
    let run = (point - mate.at()).length();
    let pressed = (4.0 - player.view.free_around(point)).max(0.0);
    let value = value::of(point) - 1.5 * pressed - 0.05 * far - 0.05 * run;
    Some(Pass { receiver, point, speed, value })
}

/// By how many cycles somebody who needs `steps` cycles to the ball gets there before the
/// opponents.
fn lead(opponents: &[Racer], roll: &Roll, steps: u32) -> i32 {
    let mut theirs = steps + CHANCES.len() as u32;
    for them in opponents {
        theirs = theirs.min(them.meets(roll, theirs - 1));
        if theirs + 1 < steps {
            break;
        }
    }
    theirs as i32 - steps as i32
}
