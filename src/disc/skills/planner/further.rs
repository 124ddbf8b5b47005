//! What can follow behind the first action: looked at roughly, with everybody where he is now but
//! opponents who have had time.

use super::super::angle;
use super::super::world_model::WorldModel;
use super::dribble::Run;
use super::pass::{Pass, PassKind};
use super::{Action, State};
use crate::disc::{Vec2, pitch};

/// Mates farther than this do not count, m.
const FAR: f64 = 30.0;
/// The mean speed of a pass and of a run with the ball, m/cycle.
const PASS: f64 = 1.7;
const RUN: f64 = 0.7;
/// Runs that are looked at: directions, degrees, and their length, m.
const COURSES: [f64; 5] = [-60.0, -25.0, 0.0, 25.0, 60.0];
const LENGTH: f64 = 8.0;
/// What opponents run on average, m/cycle, and how far they reach, m.
const RIVAL: f64 = 0.8;
const REACH: f64 = 1.2;

/// Actions from a state, with the states that they lead to.
pub(super) fn actions(world: &WorldModel, state: &State) -> Vec<(Action, State)> {
    let mut found = Vec::new();
    let line = world.offside_line().max(state.ball.x);
    for (index, mate) in world.others.iter().enumerate() {
        let far = mate.position.distance(state.ball);
        let counts = mate.is_ours == Some(true)
            && state.holder != Some(index)
            && mate.counts.position < 10
            && (3.0..FAR).contains(&far)
            && mate.position.x < line
            && mate.position.x > state.ball.x - 5.0;
        if !counts || !is_free(world, state, mate.position, PASS) {
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
    for course in COURSES {
        let point = state.ball + angle::polar(LENGTH, course);
        let is_inside =
            point.x.abs() < pitch::HALF_LENGTH - 1.5 && point.y.abs() < pitch::HALF_WIDTH - 1.5;
        if is_inside && is_free(world, state, point, RUN) {
            let cycles = (LENGTH / RUN).ceil() as u32;
            let run = Run { point, cycles, is_long: false };
            found.push((Action::Dribble(run), state.then(point, state.holder, cycles)));
        }
    }
    found
}

/// Whether the ball comes to a point with a mean speed before opponents are on its way.
fn is_free(world: &WorldModel, state: &State, point: Vec2, speed: f64) -> bool {
    let way = point - state.ball;
    let (length, course) = (way.length(), angle::of(way));
    let begin = f64::from(state.cycles);
    world.opponents().all(|player| {
        let seen = angle::turned(player.position - state.ball, -course);
        let along = seen.x.clamp(0.0, length);
        let there = state.ball + angle::polar(along, course);
        // They do not know yet what will be, so they run less before.
        let run = RIVAL * (along / speed + 0.3 * begin.min(10.0)) + REACH;
        player.position.distance(there) > run
    })
}
