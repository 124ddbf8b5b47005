//! Going for the ball.

use super::angle;
use super::go_to_point::{GoToPoint, go_to_point};
use super::intercept::{Way, best_way};
use super::kick_rate::rate_of;
use super::outcome::Outcome;
use super::own_motion::turn_command;
use super::scan::scan_field;
use super::stamina::cost;
use super::turn::turn_to_point;
use super::world_model::{UNKNOWN, WorldModel, final_point};
use crate::disc::{Command, Vec2, pitch};

/// If they need more cycles than this, they go to where the ball comes to rest.
const FAR: u32 = 100;
/// How far inside their reach the ball must be for them to wait for it, m.
const INSIDE: f64 = 0.3;
/// The same where the ball comes to rest.
const INSIDE_AT_END: f64 = 0.2;

/// While they wait, they face a ball that they have not seen for more than this many cycles.
const UNSEEN: u16 = 3;
/// How far a normal view reaches to each side, less a margin; the proxy takes the whole width of
/// 120 degrees for it. With the usual range of the neck, a ball in any direction is then in view.
const IN_VIEW: f64 = 120.0 - 10.0;

/// How to go for the ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Intercept {
    /// Whether recovery must not suffer.
    pub save_recovery: bool,
    /// The point to face if there is time for it; if there is none, they face their goal.
    pub face: Option<Vec2>,
}

impl Default for Intercept {
    fn default() -> Self {
        Self { save_recovery: true, face: None }
    }
}

/// `Body_Intercept`: goes for the ball on the best way; looks for it if they do not know where it
/// is. Always succeeds unless they are frozen.
pub fn intercept_ball(world: &WorldModel, how: Intercept) -> Outcome {
    if world.me.is_frozen {
        return Outcome::NOTHING;
    }
    if world.me.position_count.max(world.ball.counts.position) >= UNKNOWN {
        return scan_field(world).body;
    }
    let outcome = command(world, how);
    Outcome { is_success: true, ..outcome }
}

fn command(world: &WorldModel, how: Intercept) -> Outcome {
    if world.reach().me > FAR {
        return go_to_end(world);
    }
    match best_way(world, how.save_recovery) {
        Some(way) => follow_way(world, &way, how),
        // A player who has the ball already has no way to it.
        None => turn_to_point(world, how.face.unwrap_or_else(|| face(world, 44.0)), 100),
    }
}

/// The first command of a way to the ball, or a turn if the ball comes to them.
pub fn follow_way(world: &WorldModel, way: &Way, how: Intercept) -> Outcome {
    let (me, server) = (&world.me, &world.rules.server);
    if way.steps() <= 1 && way.dashes == 0 {
        return turn_to_point(world, how.face.unwrap_or_else(|| face(world, 44.0)), 100);
    }
    if way.turns > 0 {
        let gap = world.ball_after(way.steps()) - world.me_after(way.steps());
        let back = if way.power < 0.0 { 180.0 } else { 0.0 };
        let turn = angle::from_to(me.body, angle::of(gap) - back);
        return Outcome::done(Command::Turn(turn_command(me, turn)));
    }
    let keeps = server.stamina_max * server.recover_dec_thr + 1.0;
    if how.save_recovery && me.capacity != 0.0 && me.stamina - cost(way.power) < keeps {
        return Outcome::WAIT;
    }
    if let Some(outcome) = wait(world, how, way) {
        return outcome;
    }
    Outcome::done(Command::Dash(way.power, way.direction.round_ties_even()))
}

fn face(world: &WorldModel, x: f64) -> Vec2 {
    Vec2::new(x, 0.75 * world.me.position.y)
}

fn go_to_end(world: &WorldModel) -> Outcome {
    let server = &world.rules.server;
    let end = final_point(world.ball.position, world.ball.velocity, server.ball_decay);
    let threshold = world.reach_of_kick() - INSIDE_AT_END;
    go_to_point(
        world,
        end,
        GoToPoint { threshold, power: server.max_dash_power, save_recovery: true },
    )
}

/// A turn if they need not dash, as the ball comes to where they are.
fn wait(world: &WorldModel, how: Intercept, way: &Way) -> Option<Outcome> {
    if way.steps() == 1 && !can_stop_next(world) {
        return None;
    }
    let here = world.me_after(way.steps());
    let ball = world.ball_after(way.steps());
    if here.distance(ball) > world.reach_of_kick() - INSIDE {
        return None;
    }
    let face = how.face.unwrap_or_else(|| face(world, 50.5));
    let next = world.ball.position + world.ball.velocity;
    let face = if way.steps() >= 2 && world.ball.seen_count > UNSEEN {
        next
    } else if way.steps() >= 4 {
        turn_that_shows(world, face, next)
    } else {
        face
    };
    Some(turn_to_point(world, face, 100))
}

/// A point to face such that the ball can still be seen.
fn turn_that_shows(world: &WorldModel, face: Vec2, ball: Vec2) -> Vec2 {
    let me = &world.me;
    let here = final_point(me.position, me.velocity, me.own.player_decay);
    let off = angle::from_to(angle::of(face - here), angle::of(ball - here)).abs();
    if off <= world.rules.server.maxneckang + IN_VIEW {
        return face;
    }
    match ball.y - here.y {
        off if off > 1.0 => Vec2::new(here.x, 50.0),
        off if off < -1.0 => Vec2::new(here.x, -50.0),
        _ => ball,
    }
}

/// Whether the ball will be near enough in the next cycle and can be stopped, or goes into their
/// goal.
fn can_stop_next(world: &WorldModel) -> bool {
    let (me, server) = (&world.me, &world.rules.server);
    let ball = world.ball.position + world.ball.velocity;
    let distance = ball.distance(me.position + me.velocity);
    if distance >= world.reach_of_kick() - INSIDE {
        return false;
    }
    let is_goal = ball.x > pitch::HALF_LENGTH - 4.0
        && ball.y.abs() < 0.5 * server.goal_width + 1.0
        && world.ball.velocity.x > 0.0;
    let speed = world.ball.velocity.length() * server.ball_decay;
    is_goal || server.maxpower * rate_of(server, me.own, distance, 180.0) + 0.3 > speed
}
