//! A player who can kick the ball.

use super::pass::Pass;
use super::value::{self, GOAL, is_inside};
use super::{Aim, Orders, Player, advised_ball, pass, shot};
use crate::advice::ActionKind;
use crate::disc::skills::planner::offensive_plan;
use crate::disc::skills::{
    Dribble, HoldBall, OneStepKick, SmartKick, dribble, hold_ball, one_step_kick, smart_kick,
};
use crate::disc::{PlayMode, Vec2};
use crate::teams::overview::Seen;

/// The speed that kicks can be counted on to reach, m/cycle.
pub(super) const KICK: f64 = 2.6;
/// The share of a wanted speed that is enough.
const ENOUGH: f64 = 0.9;
/// Directions of dribbles that are tried, degrees.
const DIRECTIONS: [f64; 9] = [0.0, -22.0, 22.0, -45.0, 45.0, -70.0, 70.0, -110.0, 110.0];
/// Length of these dribbles, m.
const AHEAD: f64 = 6.0;
/// Opponents not seen for more cycles than this stop no run.
const FRESH: u16 = 5;
/// By how many cycles a dribbler must be sooner at their target than any opponent.
const LEAD: u32 = 1;
/// Probability that a run with the ball succeeds.
const RUNS: f64 = 0.9;
/// By how much a pass must be better than a dribble.
const WORTH: f64 = 1.0;

/// How far a cleared ball goes, m.
const CLEARED: f64 = 28.0;
/// Its initial speed, m/cycle.
const CLEARING: f64 = 2.2;

/// What a player who can kick the ball does.
pub(super) fn decide(player: &Player) -> Orders {
    if let Some(orders) = advised_ball::decide(player, false) {
        return orders;
    }
    // Chains of actions do not take into account what they are told not to do.
    let is_free = player.advice.all(player.me().unum).next().is_none();
    if let Some(planner) = player.planner.filter(|_| is_free) {
        let plan = offensive_plan(player.world, planner);
        if plan.command.is_some() {
            return plan.into();
        }
    }
    if let Some(point) = shot::best(player, KICK) {
        return shoot(player, point);
    }
    let (view, pressed) = (player.view, is_pressed(player));
    let pass = pass::best(player, KICK, -1);
    let ahead = best_run(player);
    let may_hold = !advised_ball::forbids(player, ActionKind::Hold);
    let may_clear = !advised_ball::forbids_clearing(player);
    let stay = match may_hold {
        true => value::risked(view.ball, value::of(view.ball), if pressed { 0.4 } else { 0.9 }),
        false => f64::NEG_INFINITY,
    };
    let passed = pass.map_or(f64::NEG_INFINITY, |pass| pass.value);
    let run_to = ahead.map_or(f64::NEG_INFINITY, |(_, value)| value);
    match (pass, ahead) {
        (Some(pass), _) if passed > run_to + WORTH && passed > stay => play_pass(player, &pass),
        (_, Some((point, _))) if run_to > stay => run(player, point),
        _ if may_clear && (pressed && view.ball.x < 0.0 || !may_hold) => clear(player),
        _ => hold(player),
    }
}

/// Whether an opponent is about to have the ball.
fn is_pressed(player: &Player) -> bool {
    player.view.their_steps <= 4
}

/// The best run ahead with the ball on which nobody is in the way: its end, and its value.
pub(super) fn best_run(player: &Player) -> Option<(Vec2, f64)> {
    let view = player.view;
    let me = view.our(player.me().unum)?;
    let ahead = (GOAL - view.ball).direction();
    let mut best: Option<(Vec2, f64)> = None;
    for off in DIRECTIONS {
        let point = view.ball + Vec2::polar(AHEAD, ahead + off.to_radians());
        if !is_inside(point, 1.5) || advised_ball::forbids_run(player, point) {
            continue;
        }
        let value = value::risked(view.ball, value::of(point), RUNS);
        if best.is_some_and(|(_, other)| other >= value) {
            continue;
        }
        let middle = view.ball + (point - view.ball) * 0.5;
        let own = me.steps_to(point, me.runner.reach);
        let mut theirs = view.theirs.iter().flatten().filter(|seen| seen.age <= FRESH);
        let is_free = theirs.all(|seen| {
            let reach = seen.runner.reach;
            seen.steps_to(point, reach) > own + LEAD
                && seen.steps_to(middle, reach) > own / 2 + LEAD
        });
        if is_free {
            best = Some((point, value));
        }
    }
    best
}

/// Takes the ball along towards a point.
pub(super) fn run(player: &Player, point: Vec2) -> Orders {
    let free = player.view.their_steps;
    let dashes = if free > 8 { 3 } else { 2 };
    let power = player.world.rules.server.max_dash_power;
    let how = Dribble { threshold: 0.5, power, dashes, dodge: free < 12 };
    Orders::aimed(dribble(player.world, point, how), Aim::Run(point))
}

/// Keeps the ball.
pub(super) fn hold(player: &Player) -> Orders {
    Orders::aimed(hold_ball(player.world, HoldBall::default()), Aim::Hold)
}

/// Kicks the ball far away from our goal.
pub(super) fn clear(player: &Player) -> Orders {
    clear_to(player, clearing(player, |_| true).unwrap_or(GOAL))
}

/// Kicks the ball away to a point.
pub(super) fn clear_to(player: &Player, point: Vec2) -> Orders {
    Orders { aim: Some(Aim::Clear(point, CLEARING)), ..kick(player, point, CLEARING) }
}

/// The best point to which to clear the ball, among those that are wanted.
pub(super) fn clearing(player: &Player, is_wanted: impl Fn(Vec2) -> bool) -> Option<Vec2> {
    let ball = player.view.ball;
    let side = if ball.y < 0.0 { -1.0 } else { 1.0 };
    let targets = [0.0, 20.0, -20.0, 40.0, 60.0, -45.0, -65.0];
    let point = |off: f64| ball + Vec2::polar(CLEARED, (off * side).to_radians());
    let room = |point: Vec2| {
        let way = point - ball;
        let gap = |seen: &Seen| {
            let to = seen.at() - ball;
            let along = ((to.x * way.x + to.y * way.y) / way.length2()).clamp(0.1, 1.0);
            (to - way * along).length()
        };
        player.view.theirs.iter().flatten().map(gap).fold(8.0, f64::min)
    };
    let score = |point: &Vec2| {
        room(*point) + 0.15 * point.x - if is_inside(*point, 2.0) { 0.0 } else { 10.0 }
    };
    let may =
        |point: &Vec2| is_wanted(*point) && !advised_ball::forbids_clearing_to(player, *point);
    let points = targets.map(point).into_iter().filter(may);
    points.max_by(|a, b| score(a).total_cmp(&score(b)))
}

/// Plays a pass.
pub(super) fn play_pass(player: &Player, pass: &Pass) -> Orders {
    Orders { receiver: Some(pass.receiver), ..kick(player, pass.point, pass.speed) }
}

/// Kicks at a point of the goal.
pub(super) fn shoot(player: &Player, point: Vec2) -> Orders {
    Orders { aim: Some(Aim::Shoot(point)), ..kick(player, point, 3.0) }
}

/// Kicks towards a point, in several steps where that is needed and allowed.
pub(super) fn kick(player: &Player, point: Vec2, speed: f64) -> Orders {
    let (world, aim) = (player.world, Aim::Kick(point, speed));
    if world.mode.set_play().is_some() || matches!(world.mode, PlayMode::GoalKick(_)) {
        // The first touch brings the ball into play.
        return Orders::aimed(one_step_kick(world, point, OneStepKick { speed, force: true }), aim);
    }
    let how = SmartKick { speed, threshold: ENOUGH * speed, steps: 3 };
    Orders::aimed(smart_kick(world, point, how), aim)
}
