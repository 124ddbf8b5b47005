//! The way back onside for the team whose player was offside.

use crate::disc::pitch::{self, Circle, Rectangle};
use crate::disc::{Side, Stadium, Vec2};

/// Distance that offenders keep from the spot where they were offside, m.
const DISTANCE: f64 = 2.5;

/// Moves offenders away from the spot and back behind the line of their offence.
pub(super) fn push_back(stadium: &mut Stadium, offender: Side) {
    let spot = stadium.game.referee.offside.spot;
    let circle = Circle { centre: spot, radius: DISTANCE };
    let mut onside = Rectangle::around_centre(pitch::HALF_LENGTH, pitch::HALF_WIDTH);
    match offender {
        Side::Left => onside.right = spot.x,
        Side::Right => onside.left = spot.x,
    }
    let back = Vec2::new(-offender.sign() * stadium.rules.server.offside_kick_margin, 0.0);
    for player in stadium.team(offender) {
        let position = &mut stadium.game.players[player].position;
        if circle.contains(*position) {
            *position = circle.nearest_edge(*position);
        }
        if !onside.contains(*position) {
            *position = onside.nearest_end(*position) + back;
        }
    }
}
