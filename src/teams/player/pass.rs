//! Passes: whom to, where, how fast.

use super::Player;
use super::value::{self, is_inside};
use crate::disc::Vec2;
use crate::teams::overview::Seen;

/// Distances of passes, m.
const NEAREST: f64 = 5.0;
const FARTHEST: f64 = 38.0;
/// Speed at which the ball is to arrive at somebody's feet, and in his way, m/cycle.
const AT_FEET: f64 = 1.1;
const IN_THE_WAY: f64 = 0.7;
/// Leads: distances and steps of their direction, m and degrees.
const LEADS: [f64; 3] = [4.0, 8.0, 14.0];
const LEAD_DIRECTIONS: [f64; 5] = [-60.0, -25.0, 0.0, 25.0, 60.0];
/// How far onside a receiver must be, m.
const ONSIDE: f64 = 0.4;

/// A pass.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pass {
    pub point: Vec2,
    /// Of the ball when it is kicked, m/cycle.
    pub speed: f64,
    /// What it is worth.
    pub value: f64,
}

/// The best pass with a ball that is kicked at most so fast. The receiver gets it `sooner` cycles
/// before anybody else.
pub(super) fn best(player: &Player, most_speed: f64, sooner: i32) -> Option<Pass> {
    let view = player.view;
    let mut best: Option<Pass> = None;
    let is_free = player.world.mode.set_play().is_some();
    let line = if is_free { f64::INFINITY } else { view.offside_line - ONSIDE };
    for (index, mate) in view.ours.iter().enumerate() {
        let Some(mate) = mate else { continue };
        let is_me = index + 1 == usize::from(player.me().unum);
        if is_me || mate.is_goalie || mate.is_frozen || mate.at().x > line {
            continue;
        }
        for (point, arrival) in points(mate) {
            let Some(pass) = try_pass(player, mate, point, arrival, most_speed) else { continue };
            // Passes that are worth less need not be looked at closely.
            if best.is_none_or(|best| pass.value > best.value)
                && lead(player, mate, &pass) >= sooner
            {
                best = Some(pass);
            }
        }
    }
    best
}

/// Where a mate may get the ball, and how fast it is to be there.
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
    mate: &Seen,
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
    Some(Pass { point, speed, value })
}

/// How many cycles before the opponents the mate has the ball.
fn lead(player: &Player, mate: &Seen, pass: &Pass) -> i32 {
    let view = player.view;
    let decay = view.rules.server.ball_decay;
    let way = pass.point - view.ball;
    let (far, unit) = (way.length(), way.with_length(1.0));
    let (mut at, mut step, mut cycle) = (0.0, pass.speed, 0_u32);
    let mut lead = LONG;
    while at < far {
        at += step;
        step *= decay;
        cycle += 1;
        if cycle > MOST_CYCLES {
            return -LONG;
        }
        let ball = view.ball + unit * at.min(far);
        for seen in view.theirs.iter().flatten() {
            let them = seen.runner.rolled(seen.at(), seen.stance.velocity, cycle);
            let reach = if seen.is_goalie { seen.runner.catch } else { seen.runner.reach };
            let left = (ball - them).length() - reach - seen.runner.run(cycle);
            lead = lead.min((left / seen.runner.top).floor() as i32 + 1);
            if lead < -1 {
                return lead;
            }
        }
    }
    let steps = mate.steps_to(pass.point, mate.runner.reach - 0.3);
    if steps > cycle + 1 {
        return -LONG;
    }
    let theirs = view.theirs.iter().flatten();
    let theirs = theirs.map(|seen| seen.steps_to(pass.point, seen.runner.reach)).min();
    lead.min(theirs.unwrap_or(MOST_CYCLES) as i32 - steps.max(cycle) as i32)
}

/// More cycles than any pass takes, and the most that one may take.
const LONG: i32 = 100;
const MOST_CYCLES: u32 = 45;
