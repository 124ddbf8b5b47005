//! A goalie who has caught the ball.

use super::super::clear_ball::clear_ball;
use super::super::necks::Neck;
use super::super::one_step_kick::{OneStepKick, one_step_kick};
use super::super::outcome::Outcome;
use super::super::play::Play;
use super::super::world_model::WorldModel;
use super::{goalie_move, is_in_our_area};
use crate::disc::{Command, Vec2, pitch};

/// Cycles that they wait before the first move.
const AT_FIRST: u32 = 3;
/// Cycles since they have had the ball before the second move, at least.
const LEAST: u32 = 50;
/// The same, at most.
const MOST: u32 = 85;
/// Cycles that they wait after the second move.
const AT_LAST: u32 = 5;
/// The share of stamina with which they need not wait longer.
const FRESH: f64 = 0.9;
/// Where they move first, on the side opposite to the ball, m.
const FIRST: Vec2 = Vec2::new(-37.5, 13.0);
/// The places to choose from for the second move, m.
const PLACES: [Vec2; 3] = [Vec2::new(-43.0, 10.0), Vec2::new(-43.0, -10.0), Vec2::new(-43.0, 0.0)];
/// They pass to mates farther than this from our goal, m.
const FAR: f64 = 20.0;
/// No opponent may be nearer than this to such a mate, m.
const FREE: f64 = 3.0;

/// Memory of a goalie's free kick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GoalieFreeKick {
    /// Cycles for which they have had the ball.
    pub cycles: u32,
    /// Moves so far.
    pub moves: u32,
    /// When the last move was, in cycles since they have had the ball.
    pub moved: u32,
}

impl GoalieFreeKick {
    /// Counts a cycle. Must be called once in every cycle in which they have the ball, before
    /// [`goalie_free_kick`], and not in other cycles, in which the memory starts anew.
    pub fn advance(self) -> Self {
        Self { cycles: self.cycles + 1, ..self }
    }
}

/// `bhv_goalieFreeKick`: moves away from the ball's side, waits until they are fresh and no mates
/// are in the area, moves to where there are fewest opponents, and passes or clears the ball.
/// Updates `memory`.
pub fn goalie_free_kick(world: &WorldModel, memory: &mut GoalieFreeKick) -> Play {
    let me = &world.me;
    if !me.holds_ball {
        *memory = GoalieFreeKick::default();
        return goalie_move(world);
    }
    let wait = Play::body(Outcome::done(Command::Turn(0.0))).looking(Neck::ScanField);
    let since = memory.cycles.saturating_sub(memory.moved);
    match memory.moves {
        0 if memory.cycles < AT_FIRST => wait,
        0 => {
            let side = if world.ball.position.y < 0.0 { 1.0 } else { -1.0 };
            go(memory, Vec2::new(FIRST.x, FIRST.y * side))
        }
        1 if memory.cycles < LEAST || (memory.cycles < MOST && !is_ready(world)) => wait,
        1 => go(memory, emptiest(world)),
        _ if since < AT_LAST => wait,
        _ => kick(world),
    }
}

fn go(memory: &mut GoalieFreeKick, to: Vec2) -> Play {
    (memory.moves, memory.moved) = (memory.moves + 1, memory.cycles);
    Play::body(Outcome::done(Command::Move(to.x, to.y))).looking(Neck::ScanField)
}

/// Whether they are fresh and their mates have left the area.
fn is_ready(world: &WorldModel) -> bool {
    let is_fresh = world.me.stamina >= FRESH * world.rules.server.stamina_max;
    is_fresh && world.mates().all(|mate| !is_in_our_area(mate.position, 0.0))
}

/// The place whose nearest opponent is farthest away.
fn emptiest(world: &WorldModel) -> Vec2 {
    let room = |spot: &Vec2| {
        let far = world.opponents().map(|player| player.position.distance(*spot));
        far.fold(f64::INFINITY, f64::min)
    };
    let better = |one: Vec2, other: Vec2| if room(&other) > room(&one) { other } else { one };
    PLACES.into_iter().reduce(better).unwrap_or(FIRST)
}

/// Passes to the nearest mate who is free and far enough from the goal; clears the ball otherwise.
fn kick(world: &WorldModel) -> Play {
    let (here, goal) = (world.me.position, Vec2::new(-pitch::HALF_LENGTH, 0.0));
    let is_free = |at: Vec2| {
        at.distance(goal) > FAR
            && world.opponents().all(|player| player.position.distance(at) > FREE)
    };
    let mates = world.mates().map(|mate| mate.position).filter(|&at| is_free(at));
    let nearest = mates.min_by(|one, other| one.distance(here).total_cmp(&other.distance(here)));
    let server = &world.rules.server;
    let body = match nearest {
        Some(at) => {
            let speed =
                (0.8 + at.distance(here) * (1.0 - server.ball_decay)).min(server.ball_speed_max);
            one_step_kick(world, at, OneStepKick { speed, force: true })
        }
        None => clear_ball(world),
    };
    Play::body(body).looking(Neck::ScanField)
}
