//! Goalies: what they can catch, where they stand, when they come out, their free kicks.

mod catch;
mod chase;
mod free_kick;
mod place;

pub use catch::catch_probability;
pub(super) use catch::{farthest_catch, is_in_their_area, sure_catch};
pub use free_kick::{GoalieFreeKick, goalie_free_kick};
pub use place::goalie_place;

use super::clear_ball::clear_ball;
use super::go_to_point::{GoToPoint, go_to_point};
use super::necks::Neck;
use super::outcome::Outcome;
use super::play::Play;
use super::primitive::catch_ball;
use super::scan::scan_field;
use super::world_model::{UNKNOWN, WorldModel};
use super::{basic_tackle::basic_tackle, turn::turn_to_angle};
use crate::disc::{PlayMode, Vec2, pitch};

/// How far inside their area the ball must be for a catch, m.
const INSIDE: f64 = 1.0;
/// How much nearer than their reach it must be, m.
const SPARE: f64 = 0.05;
/// The probability with which they tackle.
const TACKLE: f64 = 0.8;

/// Whether a point is in our penalty area, more than `inside` metres from its edges.
pub(super) fn is_in_our_area(point: Vec2, inside: f64) -> bool {
    point.x < -pitch::HALF_LENGTH + pitch::PENALTY_AREA_LENGTH - inside
        && point.y.abs() < pitch::PENALTY_AREA_HALF_WIDTH - inside
}

/// `HeliosGoalie`: catches the ball or clears it, and otherwise moves.
pub fn goalie(world: &WorldModel) -> Play {
    let (me, server) = (&world.me, &world.rules.server);
    let far = world.ball.position.distance(me.position);
    let near = super::rivals::catchable_area(server) - SPARE;
    let may_catch =
        me.is_goalie && me.catch_ban == 0 && is_in_our_area(world.ball.position, INSIDE);
    if world.mode == PlayMode::PlayOn && may_catch && far < near {
        let catch = catch_ball(world);
        if catch.is_success {
            return Play::body(catch).looking(Neck::Ball);
        }
    }
    if me.can_kick { goalie_kick(world) } else { goalie_move(world) }
}

/// `HeliosGoalieKick`: clears the ball.
pub fn goalie_kick(world: &WorldModel) -> Play {
    Play::body(clear_ball(world)).looking(Neck::ScanField)
}

/// `HeliosGoalieMove`: goes for the ball if it is theirs to get, and otherwise stands where they
/// cover the goal.
pub fn goalie_move(world: &WorldModel) -> Play {
    if world.me.is_frozen {
        return Play::NOTHING;
    }
    if world.ball.counts.position.max(world.me.position_count) >= UNKNOWN {
        return Play::look(scan_field(world));
    }
    if chase::is_due(world) { chase::ball(world) } else { stand(world) }
}

/// Stands where they cover the goal, across it.
fn stand(world: &WorldModel) -> Play {
    let tackle = basic_tackle(world, TACKLE);
    if tackle.body.is_success {
        return tackle;
    }
    let spot = goalie_place(world);
    let far = world.ball.position.distance(world.me.position);
    let threshold = (0.02 * far).clamp(0.3, 1.0);
    let power = world.rules.server.max_dash_power;
    let way = go_to_point(world, spot, GoToPoint { threshold, power, save_recovery: true });
    let body = if way.is_success { way } else { across(world) };
    let neck = if far < 25.0 { Neck::Ball } else { Neck::BallOrScan(0) };
    Play::body(Outcome { is_success: true, ..body }).looking(neck)
}

/// Turns sideways, so that dashes ahead and back cover the goal, and faces the side on which the
/// ball is.
fn across(world: &WorldModel) -> Outcome {
    let side = if world.ball_after(1).y < world.me.position.y { -90.0 } else { 90.0 };
    turn_to_angle(world, side)
}
