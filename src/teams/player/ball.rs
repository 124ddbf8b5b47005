//! A player who can kick the ball.

use super::value::{self, GOAL, is_inside};
use super::{Orders, Player, pass, shot};
use crate::disc::skills::{OneStepKick, Outcome, one_step_kick, stop_ball, turn_to_point};
use crate::disc::{Command, Vec2};
use crate::teams::overview::Seen;
use crate::teams::runner::angle_between;

/// The speed that a kick can be counted on to reach, m/cycle.
const KICK: f64 = 2.5;
/// What is tried to dribble: directions, degrees, and how far, m.
const DIRECTIONS: [f64; 9] = [0.0, -22.0, 22.0, -45.0, 45.0, -70.0, 70.0, -110.0, 110.0];
const AHEAD: f64 = 6.0;
/// How many cycles sooner than anybody a dribbler is where he goes.
const LEAD: u32 = 2;
/// By how much a pass must be better than a dribble.
const WORTH: f64 = 2.0;

/// How far a ball that is cleared goes, m, and how fast it starts, m/cycle.
const CLEARED: f64 = 28.0;
const CLEARING: f64 = 2.2;

/// What he does.
pub(super) fn decide(player: &Player) -> Orders {
    if let Some(point) = shot::best(player, KICK) {
        return kick(player, point, 3.0);
    }
    let pressed = is_pressed(player);
    let pass = pass::best(player, KICK, if pressed { 1 } else { 2 });
    let here = value::of(player.view.ball);
    let run = best_run(player);
    match (pass, run) {
        (Some(pass), Some((_, run))) if pass.value > run + WORTH => {
            kick(player, pass.point, pass.speed)
        }
        (_, Some((point, _))) => dribble(player, point),
        (Some(pass), None) if pressed || pass.value > here - 5.0 => {
            kick(player, pass.point, pass.speed)
        }
        _ if pressed => clear(player),
        _ => hold(player),
    }
}

/// Whether an opponent is about to have the ball.
pub(super) fn is_pressed(player: &Player) -> bool {
    player.view.their_steps <= 4
}

/// The best way ahead with the ball on which nobody is in the way: its end, and what that is worth.
fn best_run(player: &Player) -> Option<(Vec2, f64)> {
    let view = player.view;
    let me = view.our(player.me().unum)?;
    let ahead = (GOAL - view.ball).direction();
    let mut best: Option<(Vec2, f64)> = None;
    for off in DIRECTIONS {
        let point = view.ball + Vec2::polar(AHEAD, ahead + off.to_radians());
        if !is_inside(point, 1.5) {
            continue;
        }
        let value = value::of(point);
        if best.is_some_and(|(_, other)| other >= value) {
            continue;
        }
        let middle = view.ball + (point - view.ball) * 0.5;
        let own = me.steps_to(point, me.runner.reach);
        let is_free = view.theirs.iter().flatten().all(|seen| {
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
fn dribble(player: &Player, point: Vec2) -> Orders {
    let (world, me) = (player.world, player.me());
    let ahead = (point - me.position).direction().to_degrees();
    let off = angle_between(me.body, point - me.position);
    let reach = me.own.kickable_area(world.rules.server.ball_size);
    if off > 20.0 {
        let stays = (world.ball_after(1) - world.me_after(1)).length() < reach - 0.1;
        return if stays { turn_to_point(world, point, 1).into() } else { stop_ball(world).into() };
    }
    let next = world.ball_after(1) - world.me_after(1) - Vec2::polar(0.6, ahead.to_radians());
    let in_front = Vec2::polar(1.0, ahead.to_radians());
    let forward = next.x * in_front.x + next.y * in_front.y;
    if next.length() < reach - 0.15 && forward > -0.3 {
        return Orders { body: Some(Command::Dash(100.0, 0.0)), neck: None };
    }
    kick(player, player.view.ball + in_front * 10.0, 1.2)
}

/// Keeps the ball.
fn hold(player: &Player) -> Orders {
    let stop = stop_ball(player.world);
    if stop.is_success {
        return stop.into();
    }
    turn_to_point(player.world, GOAL, 1).into()
}

/// Kicks the ball far away from the own goal.
pub(super) fn clear(player: &Player) -> Orders {
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
    let best = targets.map(point).into_iter().max_by(|a, b| score(a).total_cmp(&score(b)));
    kick(player, best.unwrap_or(GOAL), CLEARING)
}

/// Kicks towards a point.
pub(super) fn kick(player: &Player, point: Vec2, speed: f64) -> Orders {
    let kick: Outcome = one_step_kick(player.world, point, OneStepKick { speed, force: false });
    if kick.command.is_some() { kick.into() } else { stop_ball(player.world).into() }
}
