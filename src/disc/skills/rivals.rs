//! Estimates of when opponents reach a place, for planning kicks: rough, and early to be on the
//! safe side.

use super::angle;
use super::intercept::{OTHERS_STRAIGHT, straight, turn_cycles};
use super::own_motion::top_speed;
use super::world_model::{PlayerView, WorldModel, after};
use crate::disc::{PlayerType, ServerParameters, Vec2, pitch};

/// Nearer than this a player runs backwards instead of turning round, m.
const BACKWARDS: f64 = 5.0;
/// A player farther back than this along the ball's course, counted from its start, does not reach
/// it, m.
const BEHIND: f64 = -1.0;

/// Turns that a player of a type needs towards a target that they reach from a distance of `area`;
/// given are the direction and speed of their body and the target's distance and direction.
pub(super) fn turns(
    server: &ServerParameters,
    own: &PlayerType,
    (body, speed): (f64, f64),
    (distance, direction): (f64, f64),
    area: f64,
    may_run_back: bool,
) -> u32 {
    let off = angle::from_to(body, direction).abs();
    let dashes_back = server.min_dash_power < -server.max_dash_power + 1.0;
    let runs_back = may_run_back && distance < BACKWARDS && off > 90.0 && dashes_back;
    let off = if runs_back { 180.0 - off } else { off };
    if area >= distance {
        return 0;
    }
    let margin = straight(OTHERS_STRAIGHT, area, distance);
    turn_cycles(own, speed, off, margin).0
}

/// The first cycle in which a player may be on the way of a ball that goes in a direction; `None`
/// if it goes away from them.
pub(super) fn first_cycle(
    world: &WorldModel,
    player: &PlayerView,
    from: Vec2,
    course: f64,
) -> Option<u32> {
    let seen = angle::turned(player.position - from, -course);
    let fastest = top_speed(&world.rules.server, player.own);
    (seen.x >= BEHIND).then(|| ((seen.y.abs() / fastest.max(1e-6)) as u32).max(1))
}

/// Where a player is after this many cycles in which they do nothing.
pub(super) fn drifted(player: &PlayerView, cycles: u32) -> Vec2 {
    after(player.position, player.velocity, player.own.player_decay, cycles)
}

/// The distance within which an opponent controls a ball at a place, m: their goalie can catch in
/// their area.
pub(super) fn control_area(world: &WorldModel, player: &PlayerView, ball: Vec2) -> f64 {
    let server = &world.rules.server;
    let in_area = ball.x > pitch::HALF_LENGTH - pitch::PENALTY_AREA_LENGTH
        && ball.y.abs() < pitch::PENALTY_AREA_HALF_WIDTH;
    if player.is_goalie && in_area {
        catchable_area(server)
    } else {
        player.own.kickable_area(server.ball_size)
    }
}

/// How far goalies of any type reach, m.
pub(super) fn catchable_area(server: &ServerParameters) -> f64 {
    server.catchable_area_l.hypot(0.5 * server.catchable_area_w)
}
