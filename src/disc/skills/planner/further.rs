//! What can follow after the first action, estimated roughly, with opponents where they are now.

use super::super::angle;
use super::super::intercept::cycles_to_run;
use super::super::shot::Shot;
use super::super::world_model::WorldModel;
use super::evaluator::can_shoot;
use super::pass::{Pass, PassKind};
use super::run::{Run, is_unsafe};
use super::{Action, Generators, State};
use crate::disc::{PlayMode, Vec2, pitch};

/// Mates farther than this do not count, m.
const FAR: f64 = 30.0;
/// Mates nearer than this do not count, m.
const NEAR: f64 = 3.0;
/// Positions as old as this do not count, cycles.
const OLD: u16 = 10;
/// The mean speed of a pass, m/cycle.
const PASS: f64 = 1.7;
/// Number of directions of runs that are considered.
const COURSES: u32 = 8;
/// Lengths of these runs, m.
const LENGTHS: [f64; 3] = [1.75, 3.5, 5.25];
/// How near to the edge of the pitch a run may end, m.
const EDGE: f64 = 1.0;
/// Opponents must be later by more than this many cycles.
const LATER: u32 = 2;
/// Mean speed of opponents, m/cycle.
const RIVAL: f64 = 0.8;
/// Their reach, m.
const REACH: f64 = 1.2;
/// The mean speed of a shot, m/cycle.
const SHOT: f64 = 1.5;

/// Actions from a state, with the states that they lead to.
pub(super) fn actions(
    world: &WorldModel,
    wanted: &Generators,
    state: &State,
) -> Vec<(Action, State)> {
    let mut found = Vec::new();
    if wanted.simple_pass {
        passes(world, state, &mut found);
    }
    let may_run = world.mode == PlayMode::PlayOn || world.mode.is_shoot_out();
    if wanted.simple_dribble && may_run {
        runs(world, state, &mut found);
    }
    if wanted.simple_shoot {
        shot(world, state, &mut found);
    }
    found
}

fn passes(world: &WorldModel, state: &State, found: &mut Vec<(Action, State)>) {
    let line = world.offside_line().max(state.ball.x);
    for (index, mate) in world.others.iter().enumerate() {
        let far = mate.position.distance(state.ball);
        let counts = mate.is_ours == Some(true)
            && state.holder != Some(index)
            && mate.counts.position < OLD
            && (NEAR..FAR).contains(&far)
            && mate.position.x < line
            && mate.position.x > state.ball.x - 5.0;
        if !counts || !is_free(world, state, mate.position) {
            continue;
        }
        let cycles = (far / PASS).ceil() as u32 + 1;
        let pass = Pass {
            kind: PassKind::Direct,
            receiver: index,
            point: mate.position,
            speed: PASS,
            kicks: 1,
            cycles,
        };
        found.push((Action::Pass(pass), state.then(mate.position, Some(index), cycles)));
    }
}

/// Whether a pass to a point gets past all opponents on its way.
fn is_free(world: &WorldModel, state: &State, point: Vec2) -> bool {
    let way = point - state.ball;
    let (length, course) = (way.length(), angle::of(way));
    let begin = f64::from(state.cycles);
    world.opponents().all(|player| {
        let seen = angle::turned(player.position - state.ball, -course);
        let along = seen.x.clamp(0.0, length);
        let there = state.ball + angle::polar(along, course);
        // They do not know of the pass before it is made, so until then they run less.
        let run = RIVAL * (along / PASS + 0.3 * begin.min(10.0)) + REACH;
        player.position.distance(there) > run
    })
}

fn runs(world: &WorldModel, state: &State, found: &mut Vec<(Action, State)>) {
    let server = &world.rules.server;
    let (here, own) = (state.position(world), state.own(world));
    let reach = own.kickable_area(server.ball_size);
    for index in 0..COURSES {
        let course = angle::normalize(360.0 / f64::from(COURSES) * f64::from(index));
        if is_unsafe(here, course) {
            continue;
        }
        for length in LENGTHS {
            let point = here + angle::polar(length, course);
            let is_inside = point.x.abs() <= pitch::HALF_LENGTH - EDGE
                && point.y.abs() <= pitch::HALF_WIDTH - EDGE;
            // A kick and a turn.
            let cycles = 2 + cycles_to_run(world.rules, own, length - 0.5 * reach);
            let is_free = || {
                world.opponents().all(|player| {
                    let far = player.position.distance(point) - reach;
                    // No player exceeds their top speed.
                    far > f64::from(cycles + LATER) * player.own.player_speed_max
                        || 1 + cycles_to_run(world.rules, player.own, far) > cycles + LATER
                })
            };
            if is_inside && is_free() {
                let stretch =
                    (1.0 - server.ball_decay.powi(cycles as i32)) / (1.0 - server.ball_decay);
                let speed = state.ball.distance(point) / stretch;
                let dashes = cycles - 2;
                let run = Run { point, cycles, is_long: false, speed, turns: 1, dashes };
                found.push((Action::Dribble(run), state.then(point, state.holder, cycles)));
            }
        }
    }
}

fn shot(world: &WorldModel, state: &State, found: &mut Vec<(Action, State)>) {
    let is_old = state.holder.is_some_and(|index| world.others[index].counts.position > OLD);
    let here = state.position(world);
    if is_old || !can_shoot(world, state.holder.is_none(), here, OLD) {
        return;
    }
    let goal = Vec2::new(pitch::HALF_LENGTH, 0.0);
    let cycles = (here.distance(goal) / SHOT) as u32;
    let speed = world.rules.server.ball_speed_max;
    let shot = Shot { point: goal, speed, kicks: 1, cycles, score: 0.0, is_sure: false };
    found.push((Action::Shoot(shot), state.then(goal, state.holder, cycles)));
}
