//! What goalies can catch.

use super::super::angle;
use super::super::world_model::WorldModel;
use crate::disc::{PlayerType, ServerParameters, Vec2, pitch};

/// Lengths of the catchable rectangle: up to which a catch is sure, and up to which it is possible.
fn lengths(server: &ServerParameters, own: &PlayerType) -> (f64, f64) {
    let stretch = own.catchable_area_l_stretch;
    ((2.0 - stretch) * server.catchable_area_l, stretch * server.catchable_area_l)
}

/// The largest distance at which a goalie may catch a ball, m.
pub(in super::super) fn farthest_catch(server: &ServerParameters, own: &PlayerType) -> f64 {
    lengths(server, own).1.hypot(0.5 * server.catchable_area_w)
}

/// The distance within which they are sure to catch a ball, m; 0 if no catch is sure.
pub(in super::super) fn sure_catch(server: &ServerParameters, own: &PlayerType) -> f64 {
    if server.catch_probability < 1.0 {
        return 0.0;
    }
    lengths(server, own).0.hypot(0.5 * server.catchable_area_w)
}

/// Safety margin that is added to the ball's distance, m.
const SPARE: f64 = 0.055;

/// The probability that they catch a ball at an offset, with a body of this direction.
pub fn catch_probability(world: &WorldModel, offset: Vec2, body: f64) -> f64 {
    let (server, own) = (&world.rules.server, world.me.own);
    let ball = angle::turned(offset, -body);
    let (sure, farthest) = lengths(server, own);
    // The possible direction of a catch that is nearest to the ball.
    let direction = angle::of(ball);
    let turned = direction.min(server.max_catch_angle).max(server.min_catch_angle);
    let half = 0.5 * server.catchable_area_w;
    let seen = angle::polar(ball.length() + SPARE, angle::from_to(turned, direction));
    // From there the rectangle can be turned until a corner, which reaches farthest, has the ball.
    let straight = (seen.length2() - half * half).max(0.0).sqrt();
    if seen.x < 0.0 || seen.y.abs() > half || straight > farthest {
        return 0.0;
    }
    let missed = if farthest > sure { (straight - sure) / (farthest - sure) } else { 0.0 };
    server.catch_probability * (1.0 - missed.clamp(0.0, 1.0))
}

/// Whether a point is in the penalty area of the other team.
pub(in super::super) fn is_in_their_area(point: Vec2) -> bool {
    point.x > pitch::HALF_LENGTH - pitch::PENALTY_AREA_LENGTH
        && point.x < pitch::HALF_LENGTH
        && point.y.abs() < pitch::PENALTY_AREA_HALF_WIDTH
}
